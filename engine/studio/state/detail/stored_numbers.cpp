#include <glint/studio/state/detail/stored_numbers.hpp>

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

/// Stores a number as its type does. Nothing if the type does not hold it.
template <class T>
bool store_as(double value, std::byte* to) {
    if constexpr (std::is_integral_v<T>) {
        if (!(value >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
              value <= static_cast<double>(std::numeric_limits<T>::max())) ||
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

bool store(double value, ScalarType type, std::byte* to) {
    switch (type) {
        case ScalarType::f32: return store_as<float>(value, to);
        case ScalarType::f64: return store_as<double>(value, to);
        case ScalarType::f16: {
            const auto stored = static_cast<half>(value);
            std::memcpy(to, &stored, sizeof(stored));
            return true;
        }
        case ScalarType::bf16: {
            const bfloat16 stored(static_cast<float>(value));
            std::memcpy(to, &stored, sizeof(stored));
            return true;
        }
        case ScalarType::i8: return store_as<std::int8_t>(value, to);
        case ScalarType::u8: return store_as<std::uint8_t>(value, to);
        case ScalarType::i16: return store_as<std::int16_t>(value, to);
        case ScalarType::u16: return store_as<std::uint16_t>(value, to);
        case ScalarType::i32: return store_as<std::int32_t>(value, to);
        case ScalarType::u32: return store_as<std::uint32_t>(value, to);
        case ScalarType::i64: return store_as<std::int64_t>(value, to);
        case ScalarType::u64: return store_as<std::uint64_t>(value, to);
        case ScalarType::boolean:
            return (value == 0 || value == 1) && store_as<std::uint8_t>(value, to);
    }
    return false;
}

}  // namespace

bool is_floating(ScalarType type) {
    return type == ScalarType::f16 || type == ScalarType::bf16 || type == ScalarType::f32 ||
           type == ScalarType::f64;
}

std::vector<std::byte> stored_numbers(std::span<const double> values, const ElementType& type,
                                      const std::string& operation) {
    const ScalarType scalar = type.parts.front().scalar;
    std::vector<std::byte> bytes(values.size() * size_of(scalar));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!store(values[i], scalar, &bytes[i * size_of(scalar)]))
            throw Error(ErrorCode::bad_input, operation,
                        fmt::format("value {} of the file, {}, is no '{}'", i,
                                    text::shortest(values[i]), type.name));
    return bytes;
}

}  // namespace glint::studio
