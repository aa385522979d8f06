// SPDX-License-Identifier: MIT
#include <glint/algorithms/generator.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void check_generator(const GeneratorOptions& options) {
    if (options.kind == RandomKind::philox || options.sequence >> 49 == 0) return;
    throw Error(ErrorCode::invalid_argument, "make a generator of random numbers",
                fmt::format("the sequence is {}; of XORWOW and MRG32k3a it has to be below 2^49",
                            options.sequence));
}

void refuse_means() {
    throw Error(ErrorCode::unsupported, "draw Poisson numbers of an array of means",
                "XORWOW and MRG32k3a draw them of one mean only; Philox can");
}

std::uint64_t advanced(std::uint64_t offset, std::uint64_t words) {
    constexpr std::uint64_t kMost = std::uint64_t(1) << 56;
    if (words > kMost - offset)
        throw Error(ErrorCode::invalid_argument, "draw random numbers",
                    fmt::format("the generator is at word {} and has no {} more: take another "
                                "sequence",
                                offset, words));
    return (offset + words + 3) / 4 * 4;
}

}  // namespace glint::detail
