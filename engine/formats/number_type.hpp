// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <glint/base/float16.hpp>

namespace glint {

/// The number types that binary files store.
enum class NumberType {
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float16,
    float32,
    float64,
};

enum class ByteOrder { little, big };

/// Calls `use` with a zero of the C++ type that corresponds to `type`, and returns its result.
template <class Use>
auto with_number_type(NumberType type, const Use& use) {
    switch (type) {
        case NumberType::int8: return use(std::int8_t{});
        case NumberType::uint8: return use(std::uint8_t{});
        case NumberType::int16: return use(std::int16_t{});
        case NumberType::uint16: return use(std::uint16_t{});
        case NumberType::int32: return use(std::int32_t{});
        case NumberType::uint32: return use(std::uint32_t{});
        case NumberType::int64: return use(std::int64_t{});
        case NumberType::uint64: return use(std::uint64_t{});
        case NumberType::float16: return use(half{});
        case NumberType::float32: return use(0.0f);
        case NumberType::float64: break;
    }
    return use(0.0);
}

std::size_t size_of(NumberType type) noexcept;

constexpr bool is_float(NumberType type) noexcept {
    return type == NumberType::float16 || type == NumberType::float32 ||
           type == NumberType::float64;
}

/// Loads the number at `place`, which need not be aligned. The result is exact, except that 64-bit
/// integers beyond 2^53 are rounded to the nearest double.
double load_number(const char* place, NumberType type, ByteOrder order) noexcept;

/// Returns true if `type` can represent `value`. Always returns true for floating-point types.
bool holds(NumberType type, double value) noexcept;

/// Returns the type's name, such as "uint16".
std::string to_string(NumberType type);

/// Returns an error's reason for a number that `type` cannot represent, such as "'red' is 300,
/// which cannot be stored as a uint8". `word` is the number in the file, `name` the property.
std::string unheld_text(std::string_view name, std::string_view word, NumberType type);

}  // namespace glint
