// SPDX-License-Identifier: MIT
#include <glint/driver/kernel_handle.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/base/text.hpp>
#include <glint/driver/kernel.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class OccupancyOf : public test::OnEachBackend {
protected:
    using Number = void(std::size_t, unsigned*);

    bool on_cpu() const { return GetParam() == "cpu"; }

    Device device_ = open();
    Stream stream_{device_};
    Module module_{device_, test::compiled(device_, "launch.cu").image};
    Kernel<Number> number_ = module_.kernel<Number>("number");
    std::size_t most_ = number_.info().max_dynamic_shared_bytes;
};

TEST_P(OccupancyOf, FullSharedMemoryAllowsOneBlockPerMultiprocessor) {
    const Occupancy full = number_.occupancy({.block = {100}, .shared_bytes = most_});
    EXPECT_EQ(full.blocks, 1u);
    EXPECT_EQ(full.warps, 4u);
    EXPECT_GT(full.fraction, 0.0);
    EXPECT_LE(full.fraction, 1.0);
}

TEST_P(OccupancyOf, SmallBlocksShareAMultiprocessor) {
    const Occupancy small = number_.occupancy({.block = {16, 8}});
    if (on_cpu()) {
        EXPECT_EQ(small.blocks, 1u);
        EXPECT_EQ(small.warps, 4u);
        EXPECT_EQ(small.fraction, 1.0);
    } else {
        EXPECT_GE(small.blocks, 4u);
        EXPECT_EQ(small.warps, 4 * small.blocks);
        const Occupancy tall = number_.occupancy({.block = {512}});
        EXPECT_DOUBLE_EQ(small.fraction / small.warps, tall.fraction / tall.warps);
    }
}

TEST_P(OccupancyOf, TooLargeBlocksHaveNoOccupancy) {
    for (const LaunchShape& shape : {LaunchShape{.block = {2048}}, LaunchShape{.block = {0}},
                                     LaunchShape{.block = {32}, .shared_bytes = most_ + 1}}) {
        const Occupancy none = number_.occupancy(shape);
        EXPECT_EQ(none.blocks, 0u);
        EXPECT_EQ(none.warps, 0u);
        EXPECT_EQ(none.fraction, 0.0);
    }
}

TEST_P(OccupancyOf, BestShapeCoversAllElementsWithFullOccupancy) {
    const LaunchShape best = number_.best_shape(100001);
    EXPECT_EQ(best.block.x % 32, 0u);
    EXPECT_EQ(best.grid.x, (100001 + best.block.x - 1) / best.block.x);
    EXPECT_EQ(best.shared_bytes, 0u);
    if (on_cpu()) {
        EXPECT_EQ(best.block.x, 256u);
    }
    for (unsigned block = 32; block <= 1024; block += 32)
        EXPECT_LE(number_.occupancy({.block = {block}}).fraction, number_.occupancy(best).fraction);
    EXPECT_EQ(number_.best_shape(0).grid.x, 1u);
}

TEST_P(OccupancyOf, BestBlockRespectsLaunchBounds) {
    const auto bounded = module_.kernel<void(unsigned*)>("bounded");
    EXPECT_EQ(bounded.info().max_threads_per_block, 96u);
    const unsigned best = bounded.best_shape(1000).block.x;
    EXPECT_EQ(best % 32, 0u);
    EXPECT_GE(best, 32u);
    EXPECT_LE(best, 96u);
    const auto resident = [&](unsigned block) {
        return block * bounded.occupancy({.block = {block}}).blocks;
    };
    for (const unsigned block : {32u, 64u, 96u}) EXPECT_GE(resident(best), resident(block));
    EXPECT_EQ(bounded.occupancy({.block = {97}}).blocks, 0u);
}

TEST_P(OccupancyOf, BestShapeIncludesDynamicSharedMemory) {
    const LaunchShape each = number_.best_shape(5000, most_ / 96);
    EXPECT_LE(each.block.x, 96u);
    EXPECT_EQ(each.shared_bytes, each.block.x * (most_ / 96));
    EXPECT_GE(number_.occupancy(each).blocks, 1u);
    EXPECT_EQ(number_.best_shape(5000, most_ / 32).block.x, 32u);
    const LaunchShape whole = number_.best_shape(5000, [&](unsigned) { return most_; });
    EXPECT_EQ(whole.shared_bytes, most_);
    EXPECT_EQ(number_.occupancy(whole).blocks, 1u);
}

TEST_P(OccupancyOf, TooMuchSharedMemoryIsRefused) {
    expect_error(
        ErrorCode::invalid_argument,
        fmt::format("32 threads need {} of dynamic shared memory, but a block can have only {}",
                    text::human_bytes(32 * most_), text::human_bytes(most_)),
        [&] { (void)number_.best_shape(5000, most_); });
}

TEST_P(OccupancyOf, ALaunchOfElementsNeedsNoShape) {
    for (const std::size_t count : {1u, 255u, 5000u, 100001u}) {
        auto numbers = to_device(stream_, std::vector<unsigned>(count, 1));
        number_.launch(stream_, elements(count), count, numbers);
        const std::vector<unsigned> result = to_vector(stream_, numbers);
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(result[i], i + 1) << count;
    }
}

TEST_P(OccupancyOf, BlocksPerMultiprocessorLimitSharedMemory) {
    const std::size_t alone = number_.available_shared_bytes(1, 128);
    const std::size_t shared = number_.available_shared_bytes(2, 128);
    EXPECT_LE(alone, most_);
    if (on_cpu()) {
        EXPECT_EQ(alone, most_);
        EXPECT_EQ(shared, 0u);
    } else {
        EXPECT_GT(alone, most_ / 2);
        EXPECT_GT(shared, alone / 4);
        const auto blocks_with = [&](std::size_t bytes) {
            return number_.occupancy({.block = {128}, .shared_bytes = bytes}).blocks;
        };
        EXPECT_GE(blocks_with(alone), 1u);
        EXPECT_GE(blocks_with(shared), 2u);
        EXPECT_LT(blocks_with(shared + 1), 2u) << "it is all that each can have";
    }
    EXPECT_EQ(number_.available_shared_bytes(0, 128), 0u);
    EXPECT_EQ(number_.available_shared_bytes(1, 2048), 0u);
    EXPECT_EQ(number_.available_shared_bytes(1000, 1024), 0u);
}

TEST_P(OccupancyOf, PreferencesDoNotChangeResults) {
    number_.prefer_shared_memory(100);
    for (const auto preference : {CachePreference::l1, CachePreference::shared,
                                  CachePreference::equal, CachePreference::none})
        number_.prefer(preference);
    auto numbers = to_device(stream_, std::vector<unsigned>(3, 1));
    number_.launch(stream_, elements(3), 3, numbers);
    EXPECT_EQ(to_vector(stream_, numbers), (std::vector<unsigned>{1, 2, 3}));
    expect_error(ErrorCode::invalid_argument, "101 percent is more than 100 percent",
                 [&] { number_.prefer_shared_memory(101); });
}

TEST_P(OccupancyOf, InfoReportsResourceUse) {
    const driver::KernelInfo info = number_.info();
    EXPECT_EQ(info.max_dynamic_shared_bytes, device_.info().max_shared_bytes_per_block);
    EXPECT_EQ(info.local_bytes, 0u);
    EXPECT_FALSE(info.caches_loads_in_l1);
    EXPECT_EQ(info.cluster, std::nullopt);
    if (on_cpu()) {
        EXPECT_EQ(info.binary_version, 0u);
        EXPECT_EQ(info.ptx_version, 0u);
    } else {
        EXPECT_EQ(fmt::format("sm_{}", info.binary_version), device_.info().architecture);
        EXPECT_EQ(info.ptx_version, info.binary_version);
        EXPECT_GT(info.registers, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, OccupancyOf, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
