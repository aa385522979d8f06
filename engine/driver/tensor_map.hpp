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

/// Layout of a tensor in memory, and size of the boxes that kernels copy from it. The outermost
/// axis comes first. Elements along the last axis are contiguous.
struct TensorMapOptions {
    std::vector<std::size_t> shape{};  ///< size along each of 1 to 5 axes, in elements
    /// Distance between neighbors along each axis, in elements, as in an array view. The last
    /// stride must be 1, and the others must be multiples of 16 bytes. If empty, rows are
    /// contiguous.
    std::vector<std::size_t> strides{};
    /// Size along each axis, in elements, of the box that one copy moves to shared memory. At most
    /// 256 per axis. Elements outside the tensor read as 0. The rows of a box must be multiples of
    /// 16 bytes long.
    std::vector<unsigned> box{};
    TensorSwizzle swizzle = TensorSwizzle::none;  ///< limits the length of the rows of a box
    /// Type of the elements. Required for 16-bit floats; for other types, it can be deduced.
    std::optional<TensorElement> element{};
};

/// A descriptor with which kernels use the tensor memory accelerator (TMA) to copy boxes of a
/// tensor between global and shared memory. The kernel parameter is
/// `const __grid_constant__ CUtensorMap map`. With NVRTC, which cannot include <cuda.h>, declare
/// the parameter as a struct of 128 bytes that is aligned to 64 bytes. The descriptor contains the
/// tensor's address, so it is valid only as long as the memory.
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

/// Returns the descriptor of a tensor in `memory`. Throws Error(invalid_argument), with the axis
/// and the value, if the hardware does not support the layout or the tensor exceeds the memory.
/// Throws Error(unsupported) on the CPU and on GPUs of a compute capability below 9.0.
template <class T>
TensorMap tensor_map(const Device& device, DeviceSpan<T> memory, const TensorMapOptions& options) {
    using Element = std::remove_const_t<T>;
    return detail::tensor_map(device, const_cast<Element*>(memory.data()), memory.size(), sizeof(T),
                              detail::tensor_element<Element>(), options);
}

}  // namespace glint
