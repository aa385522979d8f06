// SPDX-License-Identifier: MIT
#include <glint/base/narrow_float.hpp>

#include <algorithm>
#include <cmath>

namespace glint {
namespace {

struct Layout {
    int digits;   // digits of the significand, including the implicit digit
    int min_ulp;  // exponent (base 2) of the smallest positive number
    int bias;     // exponent bias
};

constexpr Layout layout_of(NarrowFloat format) {
    return format == NarrowFloat::half ? Layout{11, -24, 15} : Layout{8, -133, 127};
}

int ulp_exponent(const Layout& layout, double value) {
    if (value == 0) return layout.min_ulp;
    int exponent = 0;
    std::frexp(value, &exponent);  // value = f * 2^exponent with 1/2 <= |f| < 1
    return std::max(exponent - layout.digits, layout.min_ulp);
}

}  // namespace

double nearest(NarrowFloat format, double value) noexcept {
    const int ulp = ulp_exponent(layout_of(format), value);
    return std::ldexp(std::nearbyint(std::ldexp(value, -ulp)), ulp);
}

double largest(NarrowFloat format) noexcept {
    const auto [digits, min_ulp, bias] = layout_of(format);
    return std::ldexp(std::ldexp(1.0, digits) - 1, bias + 1 - digits);
}

std::uint16_t to_bits(NarrowFloat format, double value) noexcept {
    const Layout layout = layout_of(format);
    const int ulp = ulp_exponent(layout, value);
    // `units` includes the implicit digit. Adding it below increments the exponent field by one.
    const auto units = static_cast<unsigned>(std::ldexp(std::abs(value), -ulp));
    const auto exponent = static_cast<unsigned>(ulp - layout.min_ulp);
    const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
    return static_cast<std::uint16_t>(sign | (units + (exponent << (layout.digits - 1))));
}

double from_bits(NarrowFloat format, std::uint16_t bits) noexcept {
    const Layout layout = layout_of(format);
    const int stored_digits = layout.digits - 1;
    const int exponent = (bits & 0x7fff) >> stored_digits;
    const int fraction = bits & ((1 << stored_digits) - 1);
    const int units = exponent == 0 ? fraction : fraction + (1 << stored_digits);
    const double size = std::ldexp(units, layout.min_ulp + std::max(exponent - 1, 0));
    return (bits & 0x8000) != 0 ? -size : size;
}

}  // namespace glint
