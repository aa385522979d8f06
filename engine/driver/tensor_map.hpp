// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include <glint/driver/device.hpp>
#include <glint/driver/span.hpp>

namespace glint {

using driver::TensorElement;
using driver::TensorSwizzle;

/// How a tensor lies in memory, and which boxes of it are copied. The outermost axis comes first:
/// the last one's elements are neighbours.
struct TensorMapOptions {
    std::vector<std::size_t> shape{};  ///< 1 to 5 axes, elements along each
    /// Elements from one place to the next along each axis, as of an array's view; empty: rows
    /// follow each other. The last is 1, the others' bytes are multiples of 16.
    std::vector<std::size_t> strides{};
    /// Elements along each axis, up to 256, that one copy brings to shared memory. Those outside
    /// the tensor read as 0. Rows of a box have a multiple of 16 bytes.
    std::vector<unsigned> box{};
    TensorSwizzle swizzle = TensorSwizzle::none;  ///< rows of a box are at most that long
    /// What the elements are; needed for 16-bit floats, told by the type for all others.
    std::optional<TensorElement> element{};
};

/// A descriptor by which kernels have the hardware copy boxes of a tensor between global and shared
/// memory (the tensor memory accelerator). An argument for a parameter
/// `const __grid_constant__ CUtensorMap map`; for NVRTC, which takes no <cuda.h>, declare a struct
/// of 128 bytes, aligned to 64, in its place. It holds the tensor's address, so it is good as long
/// as the memory is.
struct alignas(64) TensorMap {
    driver::TensorMapBytes bytes{};
};

namespace detail {

template <class T>
concept TensorNumber = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

template <class T>
constexpr std::optional<TensorElement> tensor_element() {
    if constexpr (!TensorNumber<T>) return std::nullopt;
    if constexpr (std::is_floating_point_v<T>)
        return sizeof(T) == 4 ? TensorElement::f32 : TensorElement::f64;
    if constexpr (sizeof(T) == 1) return TensorElement::u8;
    if constexpr (sizeof(T) == 2) return TensorElement::u16;
    if constexpr (sizeof(T) == 4)
        return std::is_signed_v<T> ? TensorElement::i32 : TensorElement::u32;
    return std::is_signed_v<T> ? TensorElement::i64 : TensorElement::u64;
}

TensorMap tensor_map(const Device& device, void* data, std::size_t count, std::size_t element_bytes,
                     std::optional<TensorElement> element, const TensorMapOptions& options);

}  // namespace detail

/// The descriptor of a tensor in `memory`. Throws Error(invalid_argument), with the axis and the
/// value, for what the hardware does not take or memory that the tensor goes beyond;
/// Error(unsupported) on the CPU and on GPUs of a compute capability below 9.0.
template <class T>
TensorMap tensor_map(const Device& device, DeviceSpan<T> memory, const TensorMapOptions& options) {
    using Element = std::remove_const_t<T>;
    return detail::tensor_map(device, const_cast<Element*>(memory.data()), memory.size(), sizeof(T),
                              detail::tensor_element<Element>(), options);
}

}  // namespace glint
