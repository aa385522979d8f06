// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <glint/base/float16.hpp>

namespace glint {

/// Type of a number that kernels and the host exchange. f16 is CUDA's `__half`, bf16 is CUDA's
/// `__nv_bfloat16`, and boolean has one byte.
enum class ScalarType { f32, f64, f16, bf16, i8, u8, i16, u16, i32, u32, i64, u64, boolean };

/// Calls `function.template operator()<T>()` and returns its result. T is the corresponding host
/// type: `half` for f16, `bfloat16` for bf16, and `std::uint8_t` for boolean.
template <class Function>
constexpr decltype(auto) visit_scalar(ScalarType type, Function&& function) {
    switch (type) {
        case ScalarType::f64: return function.template operator()<double>();
        case ScalarType::f16: return function.template operator()<half>();
        case ScalarType::bf16: return function.template operator()<bfloat16>();
        case ScalarType::i8: return function.template operator()<std::int8_t>();
        case ScalarType::u8:
        case ScalarType::boolean: return function.template operator()<std::uint8_t>();
        case ScalarType::i16: return function.template operator()<std::int16_t>();
        case ScalarType::u16: return function.template operator()<std::uint16_t>();
        case ScalarType::i32: return function.template operator()<std::int32_t>();
        case ScalarType::u32: return function.template operator()<std::uint32_t>();
        case ScalarType::i64: return function.template operator()<std::int64_t>();
        case ScalarType::u64: return function.template operator()<std::uint64_t>();
        case ScalarType::f32: break;
    }
    return function.template operator()<float>();
}

constexpr std::size_t size_of(ScalarType type) noexcept {
    return visit_scalar(type, []<class T>() { return sizeof(T); });
}

constexpr bool is_floating(ScalarType type) noexcept {
    return type == ScalarType::f32 || type == ScalarType::f64 || type == ScalarType::f16 ||
           type == ScalarType::bf16;
}

/// Returns true for signed and unsigned integers, and false for boolean.
constexpr bool is_integer(ScalarType type) noexcept {
    return !is_floating(type) && type != ScalarType::boolean;
}

/// Returns the type's name in CUDA C++.
constexpr std::string_view cuda_name(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::f32: return "float";
        case ScalarType::f64: return "double";
        case ScalarType::f16: return "__half";
        case ScalarType::bf16: return "__nv_bfloat16";
        case ScalarType::i8: return "signed char";
        case ScalarType::u8: return "unsigned char";
        case ScalarType::i16: return "short";
        case ScalarType::u16: return "unsigned short";
        case ScalarType::i32: return "int";
        case ScalarType::u32: return "unsigned int";
        case ScalarType::i64: return "long long";
        case ScalarType::u64: return "unsigned long long";
        case ScalarType::boolean: return "bool";
    }
    return "float";
}

}  // namespace glint
