// SPDX-License-Identifier: MIT
#include <glint/driver/partition.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <fake_cuda/fake_cuda.hpp>

namespace glint {
namespace {

using test::expect_error;

TEST(FakePartition, GroupsAndRemainderEndInAnyOrder) {
    std::optional<Stream> urgent;
    {
        const Partition parts(Device::open("cuda"), {.multiprocessors = 12, .groups = 3});
        ASSERT_EQ(parts.groups().size(), 3u);
        for (const MultiprocessorGroup& group : parts.groups())
            EXPECT_EQ(group.multiprocessors(), 16u);  // rounded to a multiple of eight
        ASSERT_TRUE(parts.rest());
        EXPECT_EQ(parts.rest()->multiprocessors(), 84u);
        EXPECT_NE(parts.groups()[0].native(), parts.groups()[1].native());
        urgent.emplace(parts.groups()[1].stream());
        EXPECT_EQ(fake_cuda::account().objects, 5);
    }
    EXPECT_EQ(fake_cuda::account().objects, 2);  // the stream and its group
    urgent->synchronize();
    urgent.reset();
    EXPECT_EQ(fake_cuda::account().objects, 0);
    EXPECT_EQ(fake_cuda::account().primary_retains, 0);
}

TEST(FakePartition, RemainderIsWhatTheGroupLeaves) {
    const Partition parts(Device::open("cuda"), {.multiprocessors = 128});
    ASSERT_EQ(parts.groups().size(), 1u);
    EXPECT_EQ(parts.groups()[0].multiprocessors(), 128u);
    EXPECT_EQ(parts.rest()->multiprocessors(), 4u);
}

TEST(FakePartition, TooManyGroupsAreRefusedWithTheNumbers) {
    const Device device = Device::open("cuda");
    expect_error(ErrorCode::invalid_argument,
                 "the partition needs 11 groups of 12 multiprocessors, but the 132 multiprocessors "
                 "of Fake GPU are enough for only 8 (a group has a multiple of 8 multiprocessors)",
                 [&] { (void)Partition(device, {.multiprocessors = 12, .groups = 11}); });
    expect_error(ErrorCode::invalid_argument,
                 "the partition needs 2 groups of 67 multiprocessors, but Fake GPU has 132",
                 [&] { (void)Partition(device, {.multiprocessors = 67, .groups = 2}); });
    expect_error(ErrorCode::invalid_argument,
                 "the partition needs 2147483648 groups of 2 multiprocessors, but Fake GPU has 132",
                 [&] { (void)Partition(device, {.multiprocessors = 2, .groups = 1u << 31}); });
    expect_error(ErrorCode::invalid_argument,
                 "the partition needs 1 group of 0 multiprocessors, but Fake GPU has 132",
                 [&] { (void)Partition(device, {}); });
    EXPECT_EQ(fake_cuda::account().objects, 0);
}

TEST(FakePartition, StreamsRefuseUnsupportedOptions) {
    const Partition parts(Device::open("cuda"), {.multiprocessors = 16});
    expect_error(ErrorCode::invalid_argument,
                 "a stream of a multiprocessor group cannot wait for the default stream",
                 [&] { (void)parts.groups()[0].stream({.waits_for_default = true}); });
    expect_error(ErrorCode::invalid_argument, "the priority is 3, but this device supports -5 to 0",
                 [&] { (void)parts.groups()[0].stream({.priority = 3}); });
}

TEST(FakePartition, AdoptedContextsCannotBePartitioned) {
    CUcontext context = fake_cuda::make_context();
    cuCtxPushCurrent(context);
    const Device device = Device::adopt(context);
    expect_error(ErrorCode::unsupported,
                 "the device was opened with an adopted context. Open the device by name",
                 [&] { (void)Partition(device, {.multiprocessors = 16}); });
    cuCtxPopCurrent(&context);
}

}  // namespace
}  // namespace glint
