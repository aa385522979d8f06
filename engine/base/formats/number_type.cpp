// SPDX-License-Identifier: MIT
#include <glint/base/formats/number_type.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include <glint/base/float16.hpp>

namespace glint {
namespace {

/// Calls `action` with a null pointer of the C++ type that corresponds to `type`.
template <class Action>
auto with_type(NumberType type, Action action) {
    switch (type) {
        case NumberType::int8: return action(static_cast<std::int8_t*>(nullptr));
        case NumberType::uint8: return action(static_cast<std::uint8_t*>(nullptr));
        case NumberType::int16: return action(static_cast<std::int16_t*>(nullptr));
        case NumberType::uint16: return action(static_cast<std::uint16_t*>(nullptr));
        case NumberType::int32: return action(static_cast<std::int32_t*>(nullptr));
        case NumberType::uint32: return action(static_cast<std::uint32_t*>(nullptr));
        case NumberType::int64: return action(static_cast<std::int64_t*>(nullptr));
        case NumberType::uint64: return action(static_cast<std::uint64_t*>(nullptr));
        case NumberType::float16: return action(static_cast<half*>(nullptr));
        case NumberType::float32: return action(static_cast<float*>(nullptr));
        case NumberType::float64: break;
    }
    return action(static_cast<double*>(nullptr));
}

template <class T>
double load(const char* place, bool swapped) noexcept {
    char bytes[sizeof(T)];
    std::memcpy(bytes, place, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    return static_cast<double>(std::bit_cast<T>(bytes));
}

}  // namespace

std::size_t size_of(NumberType type) noexcept {
    return with_type(type, [](auto* tag) { return sizeof(*tag); });
}

double load_number(const char* place, NumberType type, ByteOrder order) noexcept {
    const bool swapped =
        (order == ByteOrder::little) != (std::endian::native == std::endian::little);
    return with_type(type, [&](auto* tag) {
        return load<std::remove_pointer_t<decltype(tag)>>(place, swapped);
    });
}

bool holds(NumberType type, double value) noexcept {
    if (is_float(type)) return true;
    return with_type(type, [&](auto* tag) {
        using Limits = std::numeric_limits<std::remove_pointer_t<decltype(tag)>>;
        return value == std::trunc(value) && value >= static_cast<double>(Limits::lowest()) &&
               value < std::ldexp(1.0, Limits::digits);  // max() of a 64-bit type is not a double
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
