// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Tensors in memory as their descriptors tell of them; users hold a `TensorMap` instead.
namespace glint::driver {

enum class TensorElement : std::uint8_t { u8, u16, u32, u64, i32, i64, f16, bf16, f32, f64 };

/// In which order the bytes of a box lie in shared memory: as in global memory, or with pieces of
/// 16 bytes exchanged within so many bytes, so that columns are read without bank conflicts.
enum class TensorSwizzle : std::uint8_t { none, bytes_32, bytes_64, bytes_128 };

struct TensorMapLayout {
    void* address = nullptr;
    TensorElement element = TensorElement::f32;
    // The innermost first, unlike in tensor_map.hpp.
    std::vector<std::uint64_t> shape{};
    std::vector<std::uint64_t> strides_bytes{};  // of all axes but the innermost
    std::vector<std::uint32_t> box{};
    TensorSwizzle swizzle = TensorSwizzle::none;
};

/// The descriptor, which only the hardware reads.
using TensorMapBytes = std::array<std::byte, 128>;

}  // namespace glint::driver
