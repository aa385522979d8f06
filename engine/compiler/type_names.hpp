// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <glint/compiler/detail/glm_names.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {
namespace detail {

/// Returns true if kernel source can contain the type `name`. It cannot contain lambdas, types in
/// an unnamed namespace, and types that are local to a function. Local types are recognized only
/// with GCC, because only GCC includes the function in their names.
constexpr bool can_be_written(std::string_view name) {
    return name.find_first_of("(){}") == name.npos && name.find("lambda") == name.npos;
}

}  // namespace detail

/// The name of type T in kernels. A type that has the same name on host and device needs no
/// specialization: CUDA's vector and half types, and structs in a header that both sides include.
/// glint defines specializations for GLM. They map a GLM vector to CUDA's vector type, and a square
/// GLM matrix to the matrix type of <glint/matrix.cuh>, with GLM's columns as rows. For a type with
/// a different name, specialize:
///
///     template <>
///     struct glint::CudaName<Vec3> {
///         static constexpr std::string_view value = "float3";
///     };
///
/// If T is the element type of an array, the specialization also needs a text `header` that
/// declares the type, as in `static constexpr std::string_view header = "struct Body { float3 at;
/// };";`. Types that CUDA or the language declares do not need it. Size and alignment must be equal
/// on host and device; this is not checked here.
template <class T>
struct CudaName {
    static constexpr std::string_view value = detail::spelled_type<T>();
    static constexpr bool is_as_the_host_spells_it = true;
    static_assert(
        detail::can_be_written(value),
        "kernels cannot name this type. Specialize CudaName, or declare the type in a header");
};

template <detail::GlmVector T>
struct CudaName<T> {
    static constexpr std::string_view value =
        detail::kVectorNames<typename T::value_type>[T::length() - 1];
    static constexpr std::size_t alignment =
        detail::vector_alignment(sizeof(typename T::value_type), T::length());
};
template <detail::GlmMatrix T>
struct CudaName<T> {
    static constexpr std::string_view value =
        detail::kMatrixNames<typename T::value_type>[T::length() - 2];
    static constexpr std::string_view header = "#include <glint/matrix.cuh>\n";
    static constexpr std::size_t alignment = CudaName<typename T::col_type>::alignment;
};

// clang-format off
template <> struct CudaName<bool> { static constexpr std::string_view value = "bool"; };
template <> struct CudaName<char> { static constexpr std::string_view value = "char"; };
template <> struct CudaName<signed char> { static constexpr std::string_view value = "signed char"; };
template <> struct CudaName<unsigned char> { static constexpr std::string_view value = "unsigned char"; };
template <> struct CudaName<short> { static constexpr std::string_view value = "short"; };
template <> struct CudaName<unsigned short> { static constexpr std::string_view value = "unsigned short"; };
template <> struct CudaName<int> { static constexpr std::string_view value = "int"; };
template <> struct CudaName<unsigned> { static constexpr std::string_view value = "unsigned int"; };
template <> struct CudaName<long> { static constexpr std::string_view value = "long"; };
template <> struct CudaName<unsigned long> { static constexpr std::string_view value = "unsigned long"; };
template <> struct CudaName<long long> { static constexpr std::string_view value = "long long"; };
template <> struct CudaName<unsigned long long> { static constexpr std::string_view value = "unsigned long long"; };
template <> struct CudaName<float> { static constexpr std::string_view value = "float"; };
template <> struct CudaName<double> { static constexpr std::string_view value = "double"; };
template <> struct CudaName<std::byte> { static constexpr std::string_view value = "unsigned char"; };
template <> struct CudaName<Surface> { static constexpr std::string_view value = "cudaSurfaceObject_t"; };
template <> struct CudaName<TextureHandle> { static constexpr std::string_view value = "cudaTextureObject_t"; };
#ifdef __FLT16_MAX__
template <> struct CudaName<_Float16> { static constexpr std::string_view value = "__half"; };
#endif
// clang-format on

/// Returns the name of T in kernel source, including `const` and `*`, such as "const float*".
template <class T>
std::string cuda_name() {
    static_assert(!std::is_reference_v<T>, "kernels cannot take references");
    static_assert(!std::is_same_v<std::remove_cv_t<T>, long double>, "CUDA has no long double");
    if constexpr (std::is_pointer_v<T>) {
        const std::string name = cuda_name<std::remove_pointer_t<T>>() + '*';
        return std::is_const_v<T> ? name + " const" : name;
    } else if constexpr (std::is_void_v<T>) {
        return std::is_const_v<T> ? "const void" : "void";
    } else {
        const std::string name(CudaName<std::remove_cv_t<T>>::value);
        return std::is_const_v<T> ? "const " + name : name;
    }
}

}  // namespace glint
