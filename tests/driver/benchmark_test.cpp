#include <glint/driver/benchmark.hpp>

#include <algorithm>
#include <array>
#include <thread>

#include <gtest/gtest.h>

#include <glint/driver/kernel.hpp>
#include <glint/driver/memory.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <driver/transfer.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::to_device;
using test::to_host;

Spread spread(std::initializer_list<double> seconds) {
    std::vector<Seconds> times;
    for (const double time : seconds) times.emplace_back(time);
    return spread_of(times);
}

TEST(SpreadOf, HasTheMiddleAndTheEnds) {
    EXPECT_EQ(spread({3, 1, 2}).median, Seconds(2));
    EXPECT_EQ(spread({3, 1, 2}).minimum, Seconds(1));
    EXPECT_EQ(spread({3, 1, 2}).maximum, Seconds(3));
    EXPECT_EQ(spread({8, 1, 4, 2}).median, Seconds(3));
    EXPECT_EQ(spread({5}).median, Seconds(5));
    expect_error(ErrorCode::invalid_argument, "there are none", [] { (void)spread({}); });
}

class Timing : public test::OnEachBackend {
protected:
    using Spin = void(unsigned, float*);

    Device device_ = open();
    Stream stream_{device_};
    Module module_{device_, test::compiled(device_, "launch.cu").image};
    Kernel<Spin> spin_ = module_.kernel<Spin>("spin");
    DeviceMemory<float> memory_ = to_device(stream_, std::vector<float>(32, 0.0f));
};

TEST_P(Timing, ATimedLaunchWaitsAndGrowsWithTheWork) {
    const LaunchShape shape{.block = {32}};
    Seconds little(60);
    for (int i = 0; i < 5; ++i) {  // the least, since other processes may come between
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

TEST_P(Timing, ABenchmarkTellsHostAndDeviceApart) {
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

TEST_P(Timing, ABenchmarkOfNothingIsRefused) {
    expect_error(ErrorCode::invalid_argument, "0 repeats measure nothing",
                 [&] { (void)benchmark(stream_, [] {}, {.repeats = 0}); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Timing, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
