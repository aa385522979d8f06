// SPDX-License-Identifier: MIT
#include <glint/formats/number_type.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace glint {
namespace {

template <class T>
double load(const char* place, bool swapped) noexcept {
    char bytes[sizeof(T)];
    std::memcpy(bytes, place, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    return static_cast<double>(std::bit_cast<T>(bytes));
}

}  // namespace

std::size_t size_of(NumberType type) noexcept {
    return with_number_type(type, [](auto zero) { return sizeof(zero); });
}

double load_number(const char* place, NumberType type, ByteOrder order) noexcept {
    const bool swapped =
        (order == ByteOrder::little) != (std::endian::native == std::endian::little);
    return with_number_type(type, [&](auto zero) { return load<decltype(zero)>(place, swapped); });
}

bool holds(NumberType type, double value) noexcept {
    if (is_float(type)) return true;
    return with_number_type(type, [&](auto zero) {
        using Limits = std::numeric_limits<decltype(zero)>;
        return value == std::trunc(value) && value >= static_cast<double>(Limits::lowest()) &&
               value < std::ldexp(1.0, Limits::digits);  // a double cannot hold max() of 64 bits
    });
}

std::string to_string(NumberType type) {
    constexpr const char* kNames[] = {"int8",  "uint8",  "int16",   "uint16",  "int32",  "uint32",
                                      "int64", "uint64", "float16", "float32", "float64"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string unheld_text(std::string_view name, std::string_view word, NumberType type) {
    return fmt::format("'{}' is {}, which cannot be stored as {} {}", name, word,
                       to_string(type).starts_with('i') ? "an" : "a", to_string(type));
}

}  // namespace glint
