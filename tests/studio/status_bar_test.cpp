// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/status_bar.hpp>

#include <numeric>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

const char* const kPasses = R"(#include <glint/sim.cuh>
//@ simulation "Passes"
struct Grid {      //@ 256 x 256
    float* level;  //@ "Level"
};
__device__ float worked(float x, int times) {
    for (int i = 0; i < times; ++i) x = sinf(x) + 1.0f;
    return x;
}
//@ step
__global__ void much(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = worked(level[c.y * width + c.x], kRounds);
}
//@ step 8 x "little"
__global__ void little(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = worked(level[c.y * width + c.x], 25);
}
//@ step 8 x "little"
__global__ void least(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += 1;
}
)";

class PassTimes : public test::OnEachBackend {
protected:
    Device device_ = open();
    test::TemporaryFolder folder_;
};

double sum_of(const std::vector<PassTime>& times) {
    return std::accumulate(times.begin(), times.end(), 0.0,
                           [](double sum, const PassTime& time) { return sum + time.ms; });
}

// Uses enough rounds to make the launch overhead negligible.
std::string passes(const Device& device) {
    const int rounds = device.kind() == BackendKind::cuda ? 20'000 : 400;
    return fmt::format("constexpr int kRounds = {};\n", rounds) + kPasses;
}

struct TimedStep {
    std::vector<PassTime> passes;
    double whole_ms = 0;
};

TimedStep timed_step(Simulation& simulation) {
    simulation.time_next_step();
    const auto start = std::chrono::steady_clock::now();
    simulation.advance(1);
    simulation.stream().synchronize();
    const std::chrono::duration<double, std::milli> whole =
        std::chrono::steady_clock::now() - start;
    return {simulation.pass_times(), whole.count()};
}

// The launch with many rounds must take longer than 8 launches with almost no work, and longer than
// a tenth of 8 launches with 25 rounds each. Repeated launches are measured only once, and that
// measurement may be disturbed.
bool takes_longest_for_much(const std::vector<PassTime>& times) {
    return times.size() >= 3 && times[0].ms > times[2].ms && times[0].ms > 0.1 * times[1].ms;
}

TEST_P(PassTimes, AreMeasuredPerStep) {
    Simulation simulation({.device = device_, .file = folder_.write("passes.cu", passes(device_))});
    simulation.advance(3);
    simulation.stream().synchronize();
    EXPECT_TRUE(simulation.pass_times().empty()) << "they were not asked for";
    // Other work on the device may disturb some steps, but hardly all of them.
    TimedStep step = timed_step(simulation);
    for (int i = 0; i < 4 && !takes_longest_for_much(step.passes); ++i)
        step = timed_step(simulation);
    const std::vector<PassTime>& times = step.passes;
    ASSERT_GE(times.size(), 3u);
    EXPECT_EQ(times[0].name, "much");
    EXPECT_EQ(times[1].name, "little");
    EXPECT_EQ(times[2].name, "least");
    EXPECT_TRUE(times.size() == 3 || times[3].name == "other");
    for (const PassTime& time : times) EXPECT_GT(time.ms, 0) << time.name;
    EXPECT_TRUE(takes_longest_for_much(times))
        << times[0].ms << ", " << times[1].ms << ", " << times[2].ms;
    EXPECT_LT(times[0].ms, step.whole_ms);
    simulation.advance(2);
    simulation.stream().synchronize();
    EXPECT_EQ(sum_of(simulation.pass_times()), sum_of(times)) << "another step was measured";
}

TEST(StatusBar, HasABarPerPass) {
    const auto shares = shares_of({{"a", 1}, {"b", 2}, {"c", 1}}, 200);
    const std::vector<std::pair<float, float>> expected{{0, 50}, {50, 150}, {150, 200}};
    EXPECT_EQ(shares, expected);
    EXPECT_EQ(shares_of({{"a", 0}}, 200), (std::vector<std::pair<float, float>>{{0, 0}}));
    EXPECT_TRUE(shares_of({}, 200).empty());
}

TEST_P(PassTimes, StatusBarShowsTimesAndSpeed) {
    Simulation simulation({.device = device_, .file = folder_.write("passes.cu", passes(device_))});
    simulation.advance(2);  // may include compilation
    simulation.stream().synchronize();
    StatusBar bar;
    for (int i = 0; i < 60; ++i) {
        bar.begin_frame(simulation);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        simulation.advance(2);
    }
    EXPECT_GE(bar.frame_ms(), 10);
    EXPECT_LT(bar.frame_ms(), 2000);
    // Two steps per frame of at least 10 ms.
    EXPECT_GT(bar.steps_per_second(), 0);
    EXPECT_LT(bar.steps_per_second(), 2 / 0.01);
}

INSTANTIATE_TEST_SUITE_P(Backends, PassTimes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
