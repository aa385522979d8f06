// SPDX-License-Identifier: MIT
#include <glint/algorithms/convolve.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

bool has_small_factors(std::size_t n) {
    for (const std::size_t factor : {2, 3, 5, 7})
        while (n % factor == 0) n /= factor;
    return n == 1;
}

}  // namespace

std::size_t Slide::fft_length() const {
    std::size_t n = length + taps - 1;
    while (!has_small_factors(n)) ++n;
    return n;
}

Slide slide_of(const char* operation, const Shape& a, const Shape& b, ConvolveMode mode) {
    const auto refuse = [&](const char* reason) {
        throw Error(
            ErrorCode::invalid_argument,
            fmt::format("{} arrays of shapes {} and {}", operation, to_string(a), to_string(b)),
            reason);
    };
    if (a.rank() != 1 || b.rank() != 1) refuse("both arrays must have one dimension");
    if (a.size() == 0 || b.size() == 0) refuse("one of the arrays is empty");
    Slide slide{.length = std::max(a[0], b[0]), .taps = std::min(a[0], b[0])};
    switch (mode) {
        case ConvolveMode::full:
            slide.before = slide.taps - 1;
            slide.count = slide.length + slide.taps - 1;
            break;
        case ConvolveMode::same:
            slide.before = slide.taps / 2;
            slide.count = slide.length;
            break;
        case ConvolveMode::valid: slide.count = slide.length - slide.taps + 1; break;
    }
    return slide;
}

Layout windows_of(const Layout& line, const Slide& slide) {
    return {Shape{slide.count, slide.taps}, {line.strides[0], line.strides[0]}};
}

}  // namespace glint::detail
