// SPDX-License-Identifier: MIT
// How views of foreign memory query a GPU's driver, and how they handle its answers.
#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <glint/array/dlpack.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/pitched.hpp>

namespace glint {
namespace {

using fake_cuda::account;

class FakeArrayView : public testing::Test {
protected:
    FakeArrayView() { fake_cuda::refuse_to_recover(false); }
    ~FakeArrayView() override { fake_cuda::move_to_peer(nullptr); }

    Device device_ = Device::open("cuda");
    Stream stream_{device_};
};

TEST_F(FakeArrayView, QueriesMemoryOnceAndReportsFreedMemory) {
    std::optional<DeviceMemory<int>> memory(std::in_place, device_, 64);
    const int before = account().pointer_questions;
    const ArrayView<int> view(stream_, *memory, {8, 8});
    for (int i = 0; i < 10; ++i) EXPECT_EQ(view.stream().share(), stream_.share());
    EXPECT_EQ(account().pointer_questions, before + 1);
    const std::string address = fmt::format("{}", fmt::ptr(memory->data()));
    memory.reset();
    try {
        (void)view.stream();
        ADD_FAILURE() << "it was freed";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), "cannot use the memory of a view: " + address +
                                    ": the address is not in the GPU's memory");
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    }
}

TEST_F(FakeArrayView, RefusesMemoryOfAnotherGpu) {
    DeviceMemory<int> memory(device_, 64);
    fake_cuda::move_to_peer(memory.data());
    try {
        (void)ArrayView(stream_, memory);
        ADD_FAILURE() << "it belongs to another GPU";
    } catch (const Error& error) {
        EXPECT_TRUE(
            std::string(error.what()).ends_with(": the memory belongs to another device, GPU 1"))
            << error.what();
    }
}

TEST_F(FakeArrayView, QueriesAllRowsOfPitchedMemory) {
    DeviceMemory<int> memory(device_, 64);
    EXPECT_EQ(ArrayView(stream_, PitchedSpan<int>(memory.data(), {4, 4}, 64)).strides()[0], 16);
    EXPECT_THROW((void)ArrayView(stream_, PitchedSpan<int>(memory.data(), {4, 5}, 64)), Error);
}

TEST_F(FakeArrayView, ExportsGpuTensors) {
    Array<float> x(stream_, Shape{2, 3});
    const auto tensor = dlpack::to_dlpack(x);
    EXPECT_EQ(tensor->tensor.place.place, dlpack::Place::cuda);
    EXPECT_EQ(tensor->tensor.place.ordinal, device_.info().ordinal);
    EXPECT_EQ(tensor->tensor.data, x.data());
}

}  // namespace
}  // namespace glint
