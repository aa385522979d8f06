// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/stored_numbers.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/float16.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

/// Stores a number as type T. Returns false if T cannot hold it.
template <class T>
bool store_as(double value, std::byte* to) {
    if constexpr (std::is_integral_v<T>) {
        using Limits = std::numeric_limits<T>;
        if (!(value >= static_cast<double>(Limits::lowest()) &&
              value < std::ldexp(1.0, Limits::digits)) ||  // 64-bit max() is not exact as a double
            value != std::floor(value))
            return false;
    }
    if constexpr (std::is_same_v<T, float>)
        if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max())
            return false;
    const T stored = static_cast<T>(value);
    std::memcpy(to, &stored, sizeof(T));
    return true;
}

/// Stores a 16-bit float. Returns false if the value is finite, but overflows the 16-bit float.
template <class T>
bool store_short(T stored, double value, std::byte* to) {
    std::memcpy(to, &stored, sizeof(stored));
    return !std::isfinite(value) || std::isfinite(static_cast<float>(stored));
}

bool store(double value, ScalarType type, std::byte* to) {
    if (type == ScalarType::boolean && value != 0 && value != 1) return false;
    return visit_scalar(type, [&]<class T>() {
        if constexpr (std::is_arithmetic_v<T>)
            return store_as<T>(value, to);
        else if constexpr (std::is_same_v<T, half>)
            return store_short(static_cast<half>(value), value, to);
        else
            return store_short(bfloat16(static_cast<float>(value)), value, to);
    });
}

[[noreturn]] void refuse_stored_number(std::size_t index, const std::string& value,
                                       const ElementType& type, const std::string& operation) {
    throw Error(ErrorCode::bad_input, operation,
                fmt::format("value {} of the file is {}, which does not fit type '{}'", index,
                            value, type.name));
}

/// Appends the values as numbers of the type. The first value has the index `index` in the file.
void append(std::vector<std::byte>& bytes, std::span<const double> values, std::size_t index,
            const ElementType& type, const std::string& operation) {
    const ScalarType scalar = type.parts.front().scalar;
    const std::size_t each = size_of(scalar), before = bytes.size();
    bytes.resize(before + values.size() * each);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!store(values[i], scalar, &bytes[before + i * each]))
            refuse_stored_number(index + i, text::shortest(values[i]), type, operation);
}

/// Returns true if both types are 64-bit integers, and only one of them is signed.
bool are_long(NumberType from, ScalarType to) {
    return (from == NumberType::int64 && to == ScalarType::u64) ||
           (from == NumberType::uint64 && to == ScalarType::i64);
}

/// Throws Error(bad_input) for the first 64-bit integer whose sign bit is set, because these bits
/// mean different numbers in signed and unsigned types.
void refuse_upper_half(std::span<const std::byte> numbers, const ElementType& type,
                       const std::string& operation) {
    for (std::size_t at = 0; at < numbers.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &numbers[at], sizeof(bits));
        if (bits >> 63 == 0) continue;
        const bool is_signed = type.parts.front().scalar == ScalarType::u64;
        refuse_stored_number(
            at / sizeof(bits),
            is_signed ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits),
            type, operation);
    }
}

}  // namespace

std::vector<std::byte> stored_numbers(std::span<const double> values, const ElementType& type,
                                      const std::string& operation) {
    std::vector<std::byte> bytes;
    append(bytes, values, 0, type, operation);
    return bytes;
}

std::vector<std::byte> stored_numbers(std::span<const std::byte> numbers, NumberType from,
                                      const ElementType& type, const std::string& operation) {
    constexpr std::size_t kAtOnce = 4096;  // bounds the memory for `values`
    constexpr auto order =
        std::endian::native == std::endian::little ? ByteOrder::little : ByteOrder::big;
    const std::size_t each = size_of(from), count = numbers.size() / each;
    const ScalarType to = type.parts.front().scalar;
    if (are_long(from, to)) {
        refuse_upper_half(numbers, type, operation);
        return {numbers.begin(), numbers.end()};
    }
    std::vector<std::byte> bytes;
    bytes.reserve(count * size_of(to));
    std::vector<double> values;
    for (std::size_t first = 0; first < count; first += kAtOnce) {
        values.clear();
        for (std::size_t i = first; i < std::min(count, first + kAtOnce); ++i)
            values.push_back(
                load_number(reinterpret_cast<const char*>(&numbers[i * each]), from, order));
        append(bytes, values, first, type, operation);
    }
    return bytes;
}

}  // namespace glint::studio
