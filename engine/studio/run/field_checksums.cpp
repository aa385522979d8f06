// SPDX-License-Identifier: MIT
#include <glint/studio/run/field_checksums.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/files.hpp>
#include <glint/driver/copies.hpp>
#include <glint/kernels/studio/sizes.cuh>

namespace glint::studio {
namespace {

constexpr std::size_t kWordsPerThread = 16;
constexpr std::size_t kBlockLimit = 2048;
constexpr std::size_t kHexDigits = 16;

// Hashes a number. The function must match the hash in kernels/studio/sums.cu.
std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t index) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + 4 * index,
                std::min<std::size_t>(4, bytes.size() - 4 * index));
    return word;
}

/// Returns the inverse of an odd number mod 2^64. Each Newton iteration doubles the number of
/// correct bits.
std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int round = 0; round < 6; ++round) x *= 2 - odd * x;
    return x;
}

}  // namespace

std::string to_string(const Checksums& sums) {
    return fmt::format("{:016x}{:016x}{:016x}", sums.plain, sums.weighted, sums.mixed);
}

std::optional<Checksums> parse_checksums(std::string_view text) {
    if (text.size() != 3 * kHexDigits) return std::nullopt;
    std::uint64_t values[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
        const char* const begin = text.data() + i * kHexDigits;
        if (std::from_chars(begin, begin + kHexDigits, values[i], 16).ptr != begin + kHexDigits)
            return std::nullopt;
    }
    return Checksums{values[0], values[1], values[2]};
}

FieldChecksums::FieldChecksums(const Device& device)
    : program_(device, resource("kernels/studio/sums.cu")) {}

std::vector<FieldChecksum> FieldChecksums::of(Simulation& simulation) {
    Stream& stream = simulation.stream();
    const Declaration& declaration = simulation.declaration();
    std::vector<State::Buffer> buffers = simulation.state().buffers(declaration);
    std::erase_if(buffers, [](const State::Buffer& buffer) { return buffer.is_next; });
    std::vector<FieldChecksum> found;
    for (const State::Buffer& buffer : buffers)
        found.push_back({declaration.full_name(buffer.place), {}});
    if (found.empty()) return found;
    DeviceMemory<unsigned long long> sums(stream, 3 * found.size());
    fill(stream, sums, 0ULL);
    const AnyKernel kernel = program_.kernel("add_sums");
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const unsigned long long bytes = buffers[i].memory->size();
        const std::size_t blocks = std::clamp<std::size_t>(
            ceil_div(bytes, 4 * kWordsPerThread * sizes::kSummers), 1, kBlockLimit);
        kernel.launch(
            stream, {.grid = {.x = static_cast<unsigned>(blocks)}, .block = {.x = sizes::kSummers}},
            {buffers[i].memory->data(), bytes, sums.data() + 3 * i});
    }
    const std::vector<unsigned long long> values = to_vector(stream, sums);
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i].sums = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
    return found;
}

// Suppose that only word i differs, by d. Then `plain` differs by d, and `weighted` by (2 i + 1) d.
// Each factor of two in d hides one upper bit of 2 i + 1. Because words have 32 bits, at least 32
// bits of 2 i + 1 remain known.
std::optional<std::size_t> changed_word(const Checksums& before, const Checksums& after,
                                        std::span<const std::byte> now) {
    const std::uint64_t difference = after.plain - before.plain;
    if (difference == 0) return std::nullopt;
    const int twos = std::countr_zero(difference);
    const std::uint64_t odd =
        ((after.weighted - before.weighted) >> twos) * inverse(difference >> twos);
    const std::uint64_t known = ~std::uint64_t{0} >> twos;
    if (odd % 2 == 0) return std::nullopt;
    const std::uint64_t index = (odd & known) / 2;
    if (index >= ceil_div(now.size(), 4)) return std::nullopt;
    const std::uint64_t is = word_at(now, index), was = is - difference;
    if (was >> 32 != 0) return std::nullopt;
    const std::uint64_t place = index << 32;
    if (after.mixed - before.mixed != mix(is + place) - mix(was + place)) return std::nullopt;
    return index;
}

}  // namespace glint::studio
