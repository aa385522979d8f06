// SPDX-License-Identifier: MIT
#include <glint/algorithms/generator.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void check_generator(const GeneratorOptions& options) {
    if (options.kind == RandomKind::philox || options.sequence >> 49 == 0) return;
    throw Error(ErrorCode::invalid_argument, "create a generator of random numbers",
                fmt::format("the sequence is {}, but must be below 2^49 for XORWOW and MRG32k3a",
                            options.sequence));
}

void refuse_means() {
    throw Error(ErrorCode::unsupported, "draw Poisson numbers with an array of means",
                "XORWOW and MRG32k3a support only a single mean. Use Philox");
}

std::uint64_t advanced(std::uint64_t offset, std::uint64_t words) {
    constexpr std::uint64_t kMax = std::uint64_t(1) << 56;
    if (words > kMax - offset)
        throw Error(
            ErrorCode::invalid_argument, "draw random numbers",
            fmt::format(
                "the generator is at word {} and cannot draw {} more words. Use another sequence",
                offset, words));
    return (offset + words + 3) / 4 * 4;
}

}  // namespace glint::detail
