// SPDX-License-Identifier: MIT
#include <glint/driver/tensor_map.hpp>

#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class TensorMaps : public test::OnEachBackend {
protected:
    /// Expects a map of 100 x 64 numbers with `options` to fail with `reason`.
    void expect_refusal(const std::string& reason, const TensorMapOptions& options) {
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { (void)tensor_map(device_, memory_.span(), options); });
    }

    Device device_ = open();
    DeviceMemory<float> memory_{device_, 100 * 64};
};

TEST_P(TensorMaps, InvalidAxesAreRefusedWithTheirNumbers) {
    expect_refusal("the tensor has 0 axes, but must have 1 to 5", {});
    expect_refusal("the tensor has 6 axes, but must have 1 to 5",
                   {.shape = {1, 1, 1, 1, 1, 4}, .box = {1, 1, 1, 1, 1, 4}});
    expect_refusal("the box has 1 axis, but the tensor has 2", {.shape = {100, 64}, .box = {8}});
    expect_refusal("1 stride cannot describe 2 axes",
                   {.shape = {100, 64}, .strides = {64}, .box = {8, 8}});
    expect_refusal("shape[0] is 0, but must be 1 to 2^32", {.shape = {0, 64}, .box = {8, 8}});
    expect_refusal("box[1] is 257, but must be 1 to 256", {.shape = {100, 64}, .box = {8, 257}});
    expect_refusal("box[0] is 0, but must be 1 to 256", {.shape = {100, 64}, .box = {0, 8}});
}

TEST_P(TensorMaps, UnsupportedStridesAndSizesAreRefused) {
    expect_refusal(
        "strides[0] is 63 elements of 4 bytes, but a stride in bytes must be a multiple of 16 and "
        "below 2^40",
        {.shape = {100, 63}, .box = {8, 8}});
    expect_refusal("the last stride is 2, but elements along the last axis must be contiguous",
                   {.shape = {100, 32}, .strides = {64, 2}, .box = {8, 8}});
    expect_refusal("a row of the box has 12 bytes, which is not a multiple of 16",
                   {.shape = {100, 64}, .box = {8, 3}});
    expect_refusal("a row of the box has 128 bytes, more than the 64 of the swizzle pattern",
                   {.shape = {100, 64}, .box = {8, 32}, .swizzle = TensorSwizzle::bytes_64});
}

TEST_P(TensorMaps, TheMemoryHasToHoldTheTensor) {
    expect_refusal("101 x 64 elements with strides of 64, 1 exceed the memory, which has 6400",
                   {.shape = {101, 64}, .box = {8, 8}});
    expect_refusal(
        "4294967296 x 64 elements with strides of 64, 1 exceed the memory, which has 6400",
        {.shape = {std::size_t{1} << 32, 64}, .box = {8, 8}});
    const auto odd = memory_.span().subspan(1, 6000);
    expect_error(ErrorCode::invalid_argument,
                 fmt::format("the memory starts at {}, which is not a multiple of 16",
                             static_cast<const void*>(odd.data())),
                 [&] { (void)tensor_map(device_, odd, {.shape = {10, 64}, .box = {8, 8}}); });
}

TEST_P(TensorMaps, SixteenBitFloatsHaveNames) {
    struct Half {
        std::uint16_t bits;
    };
    const DeviceMemory<Half> halves(device_, 6400);
    TensorMapOptions options{.shape = {100, 64}, .box = {8, 8}};
    const auto map = [&] { (void)tensor_map(device_, halves.span(), options); };
    expect_error(ErrorCode::invalid_argument,
                 "the type of the elements of 2 bytes is unknown. Set TensorMapOptions::element",
                 map);
    options.element = TensorElement::f32;
    expect_error(ErrorCode::invalid_argument,
                 "the elements have 2 bytes, but TensorMapOptions::element has 4", map);
}

INSTANTIATE_TEST_SUITE_P(Backends, TensorMaps, test::each_backend(), test::name);

TEST(TensorMapOnTheCpu, IsRefused) {
    const Device device = Device::open("cpu");
    const DeviceMemory<float> memory(device, 6400);
    expect_error(ErrorCode::unsupported,
                 "the CPU has no hardware for tensor copies. Load the elements in the kernel", [&] {
                     (void)tensor_map(device, memory.span(), {.shape = {100, 64}, .box = {8, 32}});
                 });
}

TEST(TensorMapOnCuda, KernelsCopyBoxesWithZerosOutside) {
    if (const std::string why = cuda_unavailable_reason(); !why.empty())
        GTEST_SKIP() << "cuda: " << why;
    const Device device = Device::open("cuda");
    if (device.info().compute_capability.major < 9)
        GTEST_SKIP() << "cuda: this GPU is older than tensor maps";
    Stream stream(device);
    std::vector<float> numbers(100 * 64);
    std::iota(numbers.begin(), numbers.end(), 1.0f);
    const auto memory = to_device(stream, numbers);
    const TensorMap map = tensor_map(device, memory.span(), {.shape = {100, 64}, .box = {8, 32}});
    const Module module(device, test::compiled(device, "tensor_map.cu").image);
    const auto copy_box = module.kernel<void(TensorMap, int, int, float*)>("copy_box");
    DeviceMemory<float> box(device, 8 * 32);
    copy_box.launch(stream, {.grid = {1}, .block = {128}}, map, 95, 40, box);
    std::vector<float> expected(8 * 32, 0.0f);
    for (std::size_t row = 0; row < 5; ++row)
        for (std::size_t column = 0; column < 24; ++column)
            expected[row * 32 + column] = numbers[(95 + row) * 64 + 40 + column];
    EXPECT_EQ(to_vector(stream, box), expected);
}

}  // namespace
}  // namespace glint
