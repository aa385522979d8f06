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

/// Three sums over a field's 32-bit words, which are the same on each kind of device. Where one
/// word is changed, they tell which.
struct Sums {
    std::uint64_t plain = 0;     ///< of the words
    std::uint64_t weighted = 0;  ///< of word i times 2 i + 1
    std::uint64_t mixed = 0;     ///< of a hash of word and place

    friend bool operator==(const Sums&, const Sums&) = default;
};

/// 48 hexadecimal digits.
std::string to_string(const Sums& sums);
/// Nothing for another text.
std::optional<Sums> parse_sums(std::string_view text);

/// Of one field of a state.
struct FieldSum {
    std::string field;  ///< "Pond.level"
    Sums sums;

    friend bool operator==(const FieldSum&, const FieldSum&) = default;
};

/// Computes the sums of a simulation's fields; see kernels/studio/sums.cu.
class FieldSums {
public:
    explicit FieldSums(const Device& device);

    /// Of each field that is state, in the declaration's order. Waits.
    std::vector<FieldSum> of(Simulation& simulation);

private:
    Program program_;
};

/// Of a field's content, "before" from its sums alone: the index of the one word that is another
/// now; nothing if more than one is. `now` are all bytes of the field.
std::optional<std::size_t> changed_word(const Sums& before, const Sums& after,
                                        std::span<const std::byte> now);

}  // namespace glint::studio
