// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/compiler/program.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Three checksums over a field's 32-bit words, identical on every kind of device. If exactly one
/// word changes, changed_word() can find that word.
struct Checksums {
    std::uint64_t plain = 0;     ///< sum of the words
    std::uint64_t weighted = 0;  ///< sum of word i times 2 i + 1
    std::uint64_t mixed = 0;     ///< sum of hash(word, index) over all words

    friend bool operator==(const Checksums&, const Checksums&) = default;
};
using Sums [[deprecated("use Checksums")]] = Checksums;

/// Returns the checksums as 48 hexadecimal digits.
std::string to_string(const Checksums& sums);
/// Parses the result of to_string(). Returns nullopt for invalid text.
std::optional<Checksums> parse_checksums(std::string_view text);
[[deprecated("use parse_checksums")]] inline std::optional<Checksums> parse_sums(
    std::string_view text) {
    return parse_checksums(text);
}

/// Checksums of one field of a state.
struct FieldChecksum {
    std::string field;  ///< "Pond.level"
    Checksums sums;

    friend bool operator==(const FieldChecksum&, const FieldChecksum&) = default;
};
using FieldSum [[deprecated("use FieldChecksum")]] = FieldChecksum;

/// Computes checksums of a simulation's fields; see kernels/studio/sums.cu.
class FieldChecksums {
public:
    explicit FieldChecksums(const Device& device);

    /// Returns the checksums of each field that is state, in the declaration's order. Waits for the
    /// device.
    std::vector<FieldChecksum> of(Simulation& simulation);

private:
    Program program_;
};
using FieldSums [[deprecated("use FieldChecksums")]] = FieldChecksums;

/// Compares a field with the checksums of its earlier content. Returns the index of the changed
/// word if exactly one word changed, and nullopt otherwise. `now` contains all bytes of the field.
std::optional<std::size_t> changed_word(const Checksums& before, const Checksums& after,
                                        std::span<const std::byte> now);

}  // namespace glint::studio
