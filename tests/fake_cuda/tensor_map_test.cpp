// SPDX-License-Identifier: MIT
#include <glint/driver/tensor_map.hpp>

#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include <cuda.h>

#include <base/scratch.hpp>

namespace glint {
namespace {

using Words = std::array<std::uint64_t, 16>;

/// The fake driver stores type, rank, address and swizzle first, then shape, strides and box.
template <class T>
Words words_of(DeviceSpan<T> memory, const TensorMapOptions& options) {
    return std::bit_cast<Words>(tensor_map(Device::open("cuda"), memory, options).bytes);
}

TEST(FakeTensorMap, DriverReceivesReversedAxesAndByteStrides) {
    alignas(16) float memory[2] = {};
    const DeviceSpan<float> span(memory, 4 * 100 * 64);
    const Words words = words_of(span, {.shape = {4, 90, 60},
                                        .strides = {6400, 64, 1},
                                        .box = {2, 8, 32},
                                        .swizzle = TensorSwizzle::bytes_128});
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const Words expected{CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                         3,
                         address,
                         CU_TENSOR_MAP_SWIZZLE_128B,
                         60,
                         90,
                         4,
                         256,
                         25600,
                         32,
                         8,
                         2};
    EXPECT_EQ(words, expected);
}

TEST(FakeTensorMap, RowsAreContiguousByDefault) {
    alignas(16) std::uint16_t memory[2] = {};
    const DeviceSpan<const std::uint16_t> span(memory, 10 * 80);
    const TensorMapOptions options{
        .shape = {10, 80}, .box = {4, 16}, .element = TensorElement::bf16};
    const Words words = words_of(span, options);
    EXPECT_EQ(words[0], std::uint64_t{CU_TENSOR_MAP_DATA_TYPE_BFLOAT16});
    EXPECT_EQ(words[6], 160u);
}

TEST(FakeTensorMap, IsPassedByValueWithItsAlignment) {
    EXPECT_EQ(sizeof(TensorMap), sizeof(CUtensorMap));
    EXPECT_EQ(alignof(TensorMap), 64u);
}

}  // namespace
}  // namespace glint
