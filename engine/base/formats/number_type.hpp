// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glint {

/// A number as binary files store it.
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

std::size_t size_of(NumberType type) noexcept;

constexpr bool is_float(NumberType type) noexcept {
    return type == NumberType::float16 || type == NumberType::float32 ||
           type == NumberType::float64;
}

/// The number at `place`, which need not be aligned. Exact, but for 64-bit integers beyond 2^53,
/// which are rounded to the nearest double.
double load_number(const char* place, NumberType type, ByteOrder order) noexcept;

/// Whether an integer `type` has `value` among its numbers; a floating-point one has every value.
bool holds(NumberType type, double value) noexcept;

/// "uint16".
std::string to_string(NumberType type);

/// The reason to refuse the number `word` of `name` where !holds(type, word): "red is 300, which is
/// not a uint8".
std::string unheld_text(std::string_view name, std::string_view word, NumberType type);

}  // namespace glint
