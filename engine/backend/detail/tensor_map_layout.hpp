// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// The layout of a tensor in memory, as its descriptor stores it. User code holds a `TensorMap`.
namespace glint::driver {

enum class TensorElement : std::uint8_t { u8, u16, u32, u64, i32, i64, f16, bf16, f32, f64 };

/// Order of the bytes of a box in shared memory: as in global memory, or with 16-byte chunks
/// permuted within spans of 32, 64 or 128 bytes. Columns can then be read without bank conflicts.
enum class TensorSwizzle : std::uint8_t { none, bytes_32, bytes_64, bytes_128 };

struct TensorMapLayout {
    void* address = nullptr;
    TensorElement element = TensorElement::f32;
    // Axes are ordered from innermost to outermost. tensor_map.hpp uses the reverse order.
    std::vector<std::uint64_t> shape{};
    std::vector<std::uint64_t> strides_bytes{};  // for all axes except the innermost
    std::vector<std::uint32_t> box{};
    TensorSwizzle swizzle = TensorSwizzle::none;
};

/// A tensor map's descriptor, in the opaque format of the hardware.
using TensorMapBytes = std::array<std::byte, 128>;

}  // namespace glint::driver
