// SPDX-License-Identifier: MIT
#include <glint/driver/benchmark.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include <glint/driver/copied_arguments.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>
#include <glint/driver/kernel.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/memory_pool.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

Spread spread(std::initializer_list<double> seconds) {
    std::vector<Seconds> times;
    for (const double time : seconds) times.emplace_back(time);
    return spread_of(times);
}

TEST(SpreadOf, ReturnsMedianAndExtremes) {
    EXPECT_EQ(spread({3, 1, 2}).median, Seconds(2));
    EXPECT_EQ(spread({3, 1, 2}).minimum, Seconds(1));
    EXPECT_EQ(spread({3, 1, 2}).maximum, Seconds(3));
    EXPECT_EQ(spread({8, 1, 4, 2}).median, Seconds(3));
    EXPECT_EQ(spread({5}).median, Seconds(5));
    expect_error(ErrorCode::invalid_argument, "there are no measurements",
                 [] { (void)spread({}); });
}

class Timing : public test::OnEachBackend {
protected:
    using Spin = void(unsigned, float*);

    /// A copy of the kernels that has not been compiled for any block shape.
    Module uncached() {
        const test::ScopedVariable off("GLINT_CACHE", "off");
        return {device_, test::compiled(device_, "launch.cu").image};
    }

    Device device_ = open();
    Stream stream_{device_};
    Module module_{device_, test::compiled(device_, "launch.cu").image};
    Kernel<Spin> spin_ = module_.kernel<Spin>("spin");
    DeviceMemory<float> memory_ = to_device(stream_, std::vector<float>(32, 0.0f));
};

TEST_P(Timing, TimedLaunchesWaitAndScaleWithWork) {
    const LaunchShape shape{.block = {32}};
    Seconds little(60);
    // Takes the minimum of several runs, because other processes may interfere.
    for (int i = 0; i < 5; ++i) {
        little = std::min(little, spin_.timed_launch(stream_, shape, 1000, memory_));
        EXPECT_TRUE(stream_.is_done());
    }
    const Seconds much = spin_.timed_launch(stream_, shape, 10'000'000, memory_);
    EXPECT_GE(little, Seconds(0));
    EXPECT_GT(much, 5 * little);
    EXPECT_LT(much, Seconds(60));
    float* memory = memory_.data();
    EXPECT_GT(module_.kernel("spin").timed_launch(stream_, shape, {10'000'000u, memory}),
              5 * little);
    EXPECT_THROW((void)spin_.timed_launch(stream_, {.block = {4096}}, 1, memory_), Error);
}

/// Minimum host time of four runs, each with a block shape that is new to the kernel.
template <class Action>
Seconds least_of_new_blocks(unsigned first, const Action& action) {
    Seconds least(60);
    for (unsigned i = 0; i < 4; ++i) {
        const auto start = std::chrono::steady_clock::now();
        action(LaunchShape{.block = {first + i}});
        least = std::min(least, Seconds(std::chrono::steady_clock::now() - start));
    }
    return least;
}

// Only for the CPU: on CUDA, the kernels of a module are already compiled.
TEST_P(Timing, TimedLaunchesExcludeCompilation) {
    if (device_.kind() != BackendKind::cpu) return;
    const Module module = uncached();
    const Kernel<Spin> spin(module, "spin");
    const Seconds compiling =
        least_of_new_blocks(8, [&](const LaunchShape& shape) { spin.warm_up(shape); });
    Seconds timed(60);
    (void)least_of_new_blocks(12, [&](const LaunchShape& shape) {
        timed = std::min(timed, spin.timed_launch(stream_, shape, 1, memory_));
    });
    EXPECT_LT(2 * timed, compiling);
    Seconds listed(60);
    const AnyKernel any = module.kernel("spin");
    (void)least_of_new_blocks(16, [&](const LaunchShape& shape) {
        listed = std::min(listed, any.timed_launch(stream_, shape, {1u, memory_}));
    });
    EXPECT_LT(2 * listed, compiling);
}

TEST_P(Timing, WarmUpsCompileButRunNothing) {
    const Module module = uncached();
    const auto spin = module.kernel<Spin>("spin");
    const auto launch = [&](const LaunchShape& shape) { spin.launch(stream_, shape, 1, memory_); };
    const Seconds compiling = least_of_new_blocks(
        20, [&](const LaunchShape& shape) { warm_up(stream_, [&] { launch(shape); }); });
    const Seconds launching = least_of_new_blocks(20, launch);
    EXPECT_TRUE(device_.kind() != BackendKind::cpu || 2 * launching < compiling);
    stream_.synchronize();
    fill(stream_, memory_.span(), -1.0f);
    warm_up(stream_, [&] { spin_.launch(stream_, elements(32), 1, memory_); });
    warm_up(stream_, [] {});
    spin_.warm_up(elements(32));
    module_.kernel("spin").warm_up(threads(32));
    EXPECT_EQ(to_vector(stream_, memory_), std::vector<float>(32, -1.0f));
}

TEST_P(Timing, WarmUpsForTooLargeBlocksAreRefused) {
    expect_error(ErrorCode::invalid_argument,
                 "a block of 33x33x1 has 1089 threads, but this kernel supports 1 to 1024",
                 [&] { spin_.warm_up({.block = {33, 33}}); });
    expect_error(ErrorCode::invalid_argument,
                 "a block of 0x1x1 has 0 threads, but this kernel supports 1 to 1024",
                 [&] { spin_.warm_up({.block = {0}}); });
    expect_error(ErrorCode::invalid_argument,
                 "a block of 33x33x1 has 1089 threads, but this kernel supports at most 1024",
                 [&] { (void)spin_.timed_launch(stream_, {.block = {33, 33}}, 1, memory_); });
}

TEST_P(Timing, WarmUpsUsePoolMemory) {
    const MemoryPool pool(device_);
    std::optional<DeviceMemory<float>> given(std::in_place, stream_, 32, pool), kept;
    std::vector<float> host(32, 5.0f);
    unsigned blocks = 0;
    warm_up(stream_, [&] {
        DeviceMemory<float> first(stream_, 32, pool);
        spin_.launch(stream_, elements(32), 1, first);
        spin_.launch(stream_, elements(32), 1, in_out(host));
        given.reset();
        kept.emplace(stream_, 32, pool);
        fill(stream_, kept->span(), 3.0f);
        EXPECT_NE(kept->data(), first.data());
        blocks = static_cast<unsigned>(pool.statistics().active_blocks);
    });
    EXPECT_EQ(blocks, 3u);  // freed blocks remain active until the warm-up ends
    EXPECT_EQ(pool.statistics().active_blocks, 1u);
    fill(stream_, kept->span(), 4.0f);
    EXPECT_EQ(to_vector(stream_, *kept), std::vector<float>(32, 4.0f));
    EXPECT_EQ(host, std::vector<float>(32, 5.0f));
    kept.reset();
    EXPECT_EQ(pool.statistics().active_bytes, 0u);
}

TEST_P(Timing, WarmUpsSkipOtherWorkAndNameUnsupportedWork) {
    Stream other(device_);
    const Event outside = other.record();
    ExecutableGraph work =
        Graph::capture(stream_, [&] { fill(stream_, memory_.span(), 1.0f); }).instantiate();
    const auto refused = [&](const auto& action) {
        expect_error(ErrorCode::invalid_state,
                     "warm_up does not run the work that the function queues. Call the function "
                     "once instead",
                     [&] { warm_up(stream_, action); });
    };
    warm_up(stream_, [&] { stream_.wait(outside); });
    refused([&] { stream_.synchronize(); });
    refused([&] { (void)to_vector(stream_, memory_); });
    refused([&] { (void)stream_.is_done(); });
    refused([&] { work.launch(stream_); });
    refused([&] { warm_up(stream_, [] {}); });
    EXPECT_TRUE(stream_.is_done());
}

TEST_P(Timing, AcceptsElementCountsLikeLaunches) {
    DeviceMemory<float> wide(device_, 1024);  // the maximum block width
    float* memory = wide.data();
    EXPECT_GT(spin_.timed_launch(stream_, elements(32), 1000, memory), Seconds(0));
    const AnyKernel any = module_.kernel("spin");
    EXPECT_GT(any.timed_launch(stream_, elements(32), {1000u, memory}), Seconds(0));
    any.launch(stream_, elements(32), {1u, memory});
    stream_.synchronize();
}

TEST_P(Timing, BenchmarksSeparateHostAndDeviceTime) {
    unsigned calls = 0;
    const auto work = [&] {
        ++calls;
        spin_.launch(stream_, {.block = {32}}, 3'000'000, memory_);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    };
    const BenchmarkResult result = benchmark(stream_, work, {.repeats = 5, .warmups = 2});
    EXPECT_EQ(calls, 7u);
    for (const Spread& spread : {result.host, result.device}) {
        EXPECT_GE(spread.minimum, Seconds(0.001));
        EXPECT_LE(spread.minimum, spread.median);
        EXPECT_LE(spread.median, spread.maximum);
    }
    EXPECT_GE(result.host.minimum, Seconds(0.002));
}

TEST_P(Timing, BenchmarksOfNothingAreRefused) {
    expect_error(ErrorCode::invalid_argument, "the number of repeats is 0",
                 [&] { (void)benchmark(stream_, [] {}, {.repeats = 0}); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Timing, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
