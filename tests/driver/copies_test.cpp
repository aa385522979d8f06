// SPDX-License-Identifier: MIT
#include <glint/driver/copies.hpp>

#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/driver/growing_memory.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/memory.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class Copies : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
    const std::vector<int> counted_{1, 2, 3, 4, 5};
};

TEST_P(Copies, WorkForEachMemoryKind) {
    const auto expect_there_and_back = [&](auto& memory) {
        upload(stream_, memory, counted_);
        EXPECT_EQ(to_vector(stream_, memory), counted_);
        fill(stream_, memory, 7);
        EXPECT_EQ(to_vector(stream_, memory), std::vector<int>(5, 7));
        copy(stream_, memory, to_device(stream_, counted_));
        std::vector<int> back(5);
        download(stream_, back, memory);
        stream_.synchronize();
        EXPECT_EQ(back, counted_);
    };
    DeviceMemory<int> plain(device_, 5), pooled(stream_, 5);
    expect_there_and_back(plain);
    expect_there_and_back(pooled);
    DeviceSpan<int> span = plain.span();
    expect_there_and_back(span);
    PinnedMemory<int> pinned(device_, 5);
    expect_there_and_back(pinned);
    ManagedMemory<int> managed(device_, 5);
    expect_there_and_back(managed);
    GrowingMemory<int> growing(device_, 100);
    growing.resize(5);
    expect_there_and_back(growing);
}

TEST_P(Copies, TakeContiguousHostContainers) {
    DeviceMemory<int> memory(stream_, 3);
    const std::array<int, 3> array{7, 8, 9};
    const int raw[]{4, 5, 6};
    PinnedMemory<int> pinned(device_, 3);
    upload(stream_, memory, array);
    download(stream_, pinned, memory);
    stream_.synchronize();
    EXPECT_TRUE(std::ranges::equal(pinned.span(), array));
    upload(stream_, memory, raw);
    EXPECT_EQ(to_vector(stream_, memory), (std::vector<int>{4, 5, 6}));
    upload(stream_, memory, pinned);
    upload(stream_, memory.span().subspan(0, 2), std::span(counted_).first(2));
    EXPECT_EQ(to_vector(stream_, memory.span()), (std::vector<int>{1, 2, 9}));
    std::array<int, 2> back{};
    download(stream_, back, memory.span().subspan(1, 2));
    stream_.synchronize();
    EXPECT_EQ(back, (std::array{2, 9}));
}

TEST_P(Copies, AllocateFromTheStreamsPool) {
    const auto memory = to_device(stream_, counted_);
    static_assert(std::is_same_v<decltype(memory), const DeviceMemory<int>>);
    EXPECT_EQ(to_vector(stream_, memory), counted_);
    EXPECT_EQ(to_vector(stream_, to_device<float>(stream_, {1, 2})), (std::vector<float>{1, 2}));
    const std::array<bool, 3> bools{true, false, true};
    EXPECT_EQ(to_vector(stream_, to_device(stream_, bools)),
              (std::vector<bool>{true, false, true}));
    EXPECT_TRUE(to_vector(stream_, to_device(stream_, std::vector<int>())).empty());
}

TEST_P(Copies, OfOtherSizesAreRefused) {
    DeviceMemory<int> memory(stream_, 4);
    expect_error(ErrorCode::invalid_argument, "the destination has 4 elements",
                 [&] { upload(stream_, memory, counted_); });
    std::vector<int> five(5);
    expect_error(ErrorCode::invalid_argument, "the destination has 5 elements",
                 [&] { download(stream_, five, memory); });
    expect_error(ErrorCode::invalid_argument, "the destination has 4 elements",
                 [&] { copy(stream_, memory, to_device(stream_, counted_)); });
    expect_error(ErrorCode::invalid_argument, "the source and the destination overlap",
                 [&] { copy(stream_, memory, memory); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Copies, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
