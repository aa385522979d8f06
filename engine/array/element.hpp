// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <glint/base/float16.hpp>
#include <glint/compiler/type_names.hpp>

namespace glint {

template <>
struct CudaName<bfloat16> {
    static constexpr std::string_view value = "__nv_bfloat16";
    static constexpr std::string_view header = "#include <cuda_bf16.h>\n";
};
template <class T>
struct CudaName<std::complex<T>> {
    static constexpr std::string_view value =
        std::is_same_v<T, float> ? "glint::complex<float>" : "glint::complex<double>";
    static constexpr std::string_view header =
        "#include <glint/complex.cuh>\n#include <glint/complex_functions.cuh>\n";
};

namespace detail {

/// An element type as it appears in generated kernels.
struct ElementType {
    std::string_view name;    ///< name in CUDA C++
    std::string_view header;  ///< code that declares the type; empty for built-in types
    std::size_t size_bytes;
    std::size_t alignment;
};

/// True for component types for which kernels have vector arithmetic.
template <class S>
inline constexpr bool kIsComponent =
    std::is_same_v<S, float> || std::is_same_v<S, double> || std::is_same_v<S, std::int32_t> ||
    std::is_same_v<S, std::uint32_t>;

/// A vector of 2 to 4 numbers: a GLM vector or another type that maps to a CUDA vector type.
/// Operations on it are componentwise.
template <class T>
concept VectorElement = requires(T vector) {
    vector.y;
    requires kIsComponent<std::remove_cvref_t<decltype(vector.x)>>;
    requires is_vector_name(CudaName<T>::value);
};

template <class T>
struct ComponentOfElement {
    using Type = T;
};
template <VectorElement T>
struct ComponentOfElement<T> {
    using Type = std::remove_cvref_t<decltype(T::x)>;
};
/// The component type of a vector, or T itself if it is not a vector.
template <class T>
using ComponentOf = typename ComponentOfElement<T>::Type;

template <class T>
constexpr std::string_view element_header() {
    if constexpr (std::is_same_v<T, half>) return "#include <cuda_fp16.h>\n";
    if constexpr (VectorElement<T>) return "#include <glint/vector.cuh>\n";
    if constexpr (requires { CudaName<T>::header; }) return CudaName<T>::header;
    return {};
}

/// The alignment of T on the device. GLM vectors are aligned like the corresponding CUDA vectors;
/// complex<T> is aligned to its size.
template <class T>
constexpr std::size_t element_alignment() {
    using Element = std::remove_const_t<T>;
    if constexpr (GlmVector<Element> || GlmMatrix<Element>)
        return CudaName<Element>::alignment;
    else
        return alignof(T);
}
template <class T>
inline constexpr std::size_t kElementAlignment = element_alignment<T>();
template <class T>
inline constexpr std::size_t kElementAlignment<std::complex<T>> = 2 * sizeof(T);

/// True if generated kernels know the name of T; false for structs declared only on the host.
template <class T>
constexpr bool is_known_to_kernels() {
    if constexpr (requires { CudaName<T>::is_as_the_host_spells_it; })
        return std::is_pointer_v<T> || is_vector_name(CudaName<T>::value) ||
               CudaName<T>::value.starts_with("__half") ||
               CudaName<T>::value.starts_with("__nv_bfloat16");
    return true;
}

template <class T>
constexpr ElementType element_type() {
    static_assert(
        is_known_to_kernels<T>(),
        "kernels have no name for this element type. Specialize glint::CudaName for the type, with "
        "the name as `value` and the source text that declares the type as `header`");
    return {CudaName<T>::value, element_header<T>(), sizeof(T), kElementAlignment<T>};
}

template <class T>
inline constexpr ElementType kElementType = element_type<T>();

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

template <class T>
inline constexpr bool kIsFloating = std::is_same_v<T, half> || std::is_same_v<T, bfloat16> ||
                                    std::is_same_v<T, float> || std::is_same_v<T, double>;

/// True for numbers; false for vectors, matrices and user-defined structs.
template <class T>
inline constexpr bool kIsNumber = kIsFloating<T> || kIsComplex<T> || std::is_integral_v<T>;
/// True if numbers of type T are ordered.
template <class T>
inline constexpr bool kHasOrder = kIsNumber<T> && !kIsComplex<T>;

/// True if kernels can copy T but do not support arithmetic with it: matrices, and vectors whose
/// components VectorElement does not support. False for user-defined structs, which may have their
/// own operators.
template <class T>
constexpr bool is_only_moved() {
    if constexpr (kIsNumber<T> || VectorElement<T>) return false;
    return GlmMatrix<T> || is_vector_name(CudaName<T>::value);
}

template <std::size_t Bytes>
struct SignedOf;
// clang-format off
template <> struct SignedOf<1> { using Type = std::int8_t; };
template <> struct SignedOf<2> { using Type = std::int16_t; };
template <> struct SignedOf<4> { using Type = std::int32_t; };
template <> struct SignedOf<8> { using Type = std::int64_t; };
// clang-format on

template <class T>
struct RealOf {
    using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
    using Type = T;
};

template <class A, class B>
using Wider = std::conditional_t<(sizeof(A) >= sizeof(B)), A, B>;

template <class A, class B>
constexpr auto common_integer() {
    if constexpr (std::is_same_v<A, bool>) {
        return B();
    } else if constexpr (std::is_same_v<B, bool>) {
        return A();
    } else if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) {
        return Wider<A, B>();
    } else {
        using Signed = std::conditional_t<std::is_signed_v<A>, A, B>;
        using Unsigned = std::conditional_t<std::is_signed_v<A>, B, A>;
        constexpr std::size_t bytes = sizeof(Unsigned) < 8 ? 2 * sizeof(Unsigned) : 8;
        return Wider<Signed, typename SignedOf<bytes>::Type>();
    }
}

template <class A, class B>
constexpr auto common_floating() {
    if constexpr (std::is_same_v<A, B>)
        return A();
    else if constexpr (sizeof(A) == sizeof(B))
        return 0.0f;  // for half and bfloat16
    else
        return Wider<A, B>();
}

template <class A, class B>
constexpr auto common_number() {
    if constexpr (std::is_same_v<A, B>) {
        return A();
    } else if constexpr (kIsComplex<A> || kIsComplex<B>) {
        using Real = decltype(common_number<typename RealOf<A>::Type, typename RealOf<B>::Type>());
        return std::complex<std::conditional_t<std::is_same_v<Real, double>, double, float>>();
    } else if constexpr (kIsFloating<A> && kIsFloating<B>) {
        return common_floating<A, B>();
    } else if constexpr (kIsFloating<A>) {
        return A();
    } else if constexpr (kIsFloating<B>) {
        return B();
    } else {
        return common_integer<A, B>();
    }
}

/// The result type of arithmetic on an A and a B. Equal types give the same type, but half and
/// bfloat16 together give float. Of two floating-point types, the result is the wider type. Two
/// integers give an integer that is wide enough for both, up to 64 bits, and signed if one of them
/// is. A floating-point type and an integer give the floating-point type.
template <class A, class B>
using Common = decltype(common_number<A, B>());

/// The type to which a plain number of type S is converted in an operation with elements of type E.
/// The type is E if E can represent that kind of number, and Common<E, S> otherwise. For example,
/// 0.5 and integers give a floating-point result.
template <class E, class S>
using Scalar = std::conditional_t<(kIsComplex<E> || (kIsFloating<E> && !kIsComplex<S>) ||
                                   (std::is_integral_v<S> && !std::is_same_v<E, bool>)),
                                  E, Common<E, S>>;

/// The result type of functions such as sqrt: T for floating-point types, float for integers of up
/// to 16 bits, and double for wider integers.
template <class T>
using Floating = std::conditional_t<kIsFloating<T> || kIsComplex<T>, T,
                                    std::conditional_t<(sizeof(T) <= 2), float, double>>;

}  // namespace detail
}  // namespace glint
