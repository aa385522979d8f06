// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// Names of the kernel types for GLM's vectors and matrices. The GLM types are recognized by their
/// names and members, so this header does not include GLM.
namespace glint::detail {

/// Returns the type's name as the host compiler spells it, with namespaces: "float4",
/// "physics::Body".
template <class T>
constexpr std::string_view spelled_type() {
    // GCC: "... [with T = float4; std::string_view = ...]". Clang: "... [T = float4]".
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    constexpr std::string_view mark = "T = ";
    const std::string_view rest = text.substr(text.find(mark) + mark.size());
    return rest.substr(0, rest.find_first_of(";]"));
}

/// Names of CUDA's vector types with 1 to 4 components of type `Number`.
template <class Number>
inline constexpr std::array<std::string_view, 4> kVectorNames{};
// clang-format off
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<std::int8_t>{"char1", "char2", "char3", "char4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<std::uint8_t>{"uchar1", "uchar2", "uchar3", "uchar4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<std::int16_t>{"short1", "short2", "short3", "short4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<std::uint16_t>{"ushort1", "ushort2", "ushort3", "ushort4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<std::int32_t>{"int1", "int2", "int3", "int4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<std::uint32_t>{"uint1", "uint2", "uint3", "uint4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<long>{"long1", "long2", "long3", "long4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<unsigned long>{"ulong1", "ulong2", "ulong3", "ulong4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<long long>{"longlong1", "longlong2", "longlong3", "longlong4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<unsigned long long>{"ulonglong1", "ulonglong2", "ulonglong3", "ulonglong4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<float>{"float1", "float2", "float3", "float4"};
template <> inline constexpr std::array<std::string_view, 4> kVectorNames<double>{"double1", "double2", "double3", "double4"};

/// Names of glint's square matrix types with 2 to 4 rows of type `Number`.
template <class Number>
inline constexpr std::array<std::string_view, 3> kMatrixNames{};
template <> inline constexpr std::array<std::string_view, 3> kMatrixNames<float>{"glint::float2x2", "glint::float3x3", "glint::float4x4"};
template <> inline constexpr std::array<std::string_view, 3> kMatrixNames<double>{"glint::double2x2", "glint::double3x3", "glint::double4x4"};
// clang-format on

/// Returns true if `name` is the name of a CUDA vector type.
constexpr bool is_vector_name(std::string_view name) {
    const auto is_among = [&](const std::array<std::string_view, 4>& names) {
        for (const std::string_view each : names)
            if (name == each) return true;
        return false;
    };
    return is_among(kVectorNames<std::int8_t>) || is_among(kVectorNames<std::uint8_t>) ||
           is_among(kVectorNames<std::int16_t>) || is_among(kVectorNames<std::uint16_t>) ||
           is_among(kVectorNames<std::int32_t>) || is_among(kVectorNames<std::uint32_t>) ||
           is_among(kVectorNames<long>) || is_among(kVectorNames<unsigned long>) ||
           is_among(kVectorNames<long long>) || is_among(kVectorNames<unsigned long long>) ||
           is_among(kVectorNames<float>) || is_among(kVectorNames<double>);
}

/// Returns CUDA's alignment, in bytes, of a vector of `count` numbers. GLM's own alignment is that
/// of a single number.
constexpr std::size_t vector_alignment(std::size_t number_bytes, std::size_t count) {
    const bool is_power = count == 2 || count == 4;
    const std::size_t all = is_power ? count * number_bytes : number_bytes;
    return all < 16 ? all : 16;
}

/// A GLM vector without padding.
template <class T>
concept GlmVector = spelled_type<T>().starts_with("glm::vec<") && requires {
    typename T::value_type;
    requires !kVectorNames<typename T::value_type>[0].empty();
    requires sizeof(T) == T::length() * sizeof(typename T::value_type);
};

/// A square GLM matrix without padding. In kernels, its columns are accessed as rows.
template <class T>
concept GlmMatrix = spelled_type<T>().starts_with("glm::mat<") && requires {
    typename T::col_type;
    requires GlmVector<typename T::col_type>;
    requires !kMatrixNames<typename T::value_type>[0].empty();
    requires T::length() == T::col_type::length();
    requires sizeof(T) == T::length() * sizeof(typename T::col_type);
};

}  // namespace glint::detail
