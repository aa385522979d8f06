// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Tensors in memory, in the layout of their descriptors; users hold a `TensorMap` instead.
namespace glint::driver {

enum class TensorElement : std::uint8_t { u8, u16, u32, u64, i32, i64, f16, bf16, f32, f64 };

/// Byte order of a box in shared memory: as in global memory, or with 16-byte chunks permuted
/// within the given number of bytes, so that columns can be read without bank conflicts.
enum class TensorSwizzle : std::uint8_t { none, bytes_32, bytes_64, bytes_128 };

struct TensorMapLayout {
    void* address = nullptr;
    TensorElement element = TensorElement::f32;
    // Axes from innermost to outermost, unlike in tensor_map.hpp.
    std::vector<std::uint64_t> shape{};
    std::vector<std::uint64_t> strides_bytes{};  // all axes except the innermost
    std::vector<std::uint32_t> box{};
    TensorSwizzle swizzle = TensorSwizzle::none;
};

/// The descriptor, in the hardware's opaque format.
using TensorMapBytes = std::array<std::byte, 128>;

}  // namespace glint::driver
