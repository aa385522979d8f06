// SPDX-License-Identifier: MIT
#include <glint/driver/launch_shape.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint {
namespace {

using test::expect_error;

TEST(LaunchShape, HasOneThreadPerElement) {
    EXPECT_EQ(threads(1).grid, (Dim3{1, 1, 1}));
    EXPECT_EQ(threads(256).grid, (Dim3{1, 1, 1}));
    EXPECT_EQ(threads(257).grid, (Dim3{2, 1, 1}));
    EXPECT_EQ(threads(1000, 100).grid, (Dim3{10, 1, 1}));
    EXPECT_EQ(threads(1000, 100).block, (Dim3{100, 1, 1}));
    EXPECT_EQ(threads(1).block, (Dim3{256, 1, 1}));
    EXPECT_EQ(threads(1).shared_bytes, 0u);
}

TEST(LaunchShape, AcceptsOtherLaunchOptions) {
    const LaunchShape plain = threads(1000, ThreadOptions());
    EXPECT_EQ(plain.grid, (Dim3{4}));
    EXPECT_EQ(plain.block, (Dim3{256}));
    EXPECT_EQ(plain.shared_bytes, 0u);
    EXPECT_FALSE(plain.cooperative || plain.early_start || plain.priority);
    const LaunchShape shape = threads(1000, {.block = 64,
                                             .shared_bytes = 4096,
                                             .cooperative = true,
                                             .early_start = true,
                                             .priority = -1});
    EXPECT_EQ(shape.grid, (Dim3{16}));
    EXPECT_EQ(shape.block, (Dim3{64}));
    EXPECT_EQ(shape.shared_bytes, 4096u);
    EXPECT_TRUE(shape.cooperative && shape.early_start);
    EXPECT_EQ(shape.priority, -1);
    EXPECT_EQ(shape.cluster, Dim3{});
    EXPECT_EQ(threads(1000, {.shared_bytes = 16}).shared_bytes, 16u);
}

TEST(LaunchShape, ZeroElementsStillLaunch) {
    EXPECT_EQ(threads(0).grid, (Dim3{1, 1, 1}));
    EXPECT_EQ(threads_2d(0, 0).grid, (Dim3{1, 1, 1}));
}

TEST(LaunchShape, CoversAnImageInBothDirections) {
    EXPECT_EQ(threads_2d(1920, 1080).grid, (Dim3{60, 135, 1}));
    EXPECT_EQ(threads_2d(1921, 1081).grid, (Dim3{61, 136, 1}));
    EXPECT_EQ(threads_2d(1, 1).block, (Dim3{32, 8, 1}));
    EXPECT_EQ(threads(100, 50, {16, 16, 1}).grid, (Dim3{7, 4, 1}));
}

TEST(LaunchShape, TheLargestGridIsAccepted) {
    const std::size_t most = 2147483647;
    EXPECT_EQ(threads(most, 1).grid.x, 2147483647u);
    expect_error(ErrorCode::invalid_argument,
                 "2147483648 elements need 2147483648 blocks of 1 thread, but the maximum is "
                 "2147483647 blocks",
                 [&] { (void)threads(most + 1, 1); });
    EXPECT_THROW((void)threads(std::numeric_limits<std::size_t>::max()), Error);
}

TEST(LaunchShape, BlocksWithoutThreadsAreRefused) {
    expect_error(ErrorCode::invalid_argument, "the block has 0 threads",
                 [] { (void)threads(5, 0); });
    expect_error(ErrorCode::invalid_argument, "the block has 0 threads",
                 [] { (void)threads(5, 5, {8, 0, 1}); });
}

}  // namespace
}  // namespace glint
