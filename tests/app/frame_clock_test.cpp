// SPDX-License-Identifier: MIT
#include <glint/app/frame_clock.hpp>

#include <gtest/gtest.h>

namespace glint::app {
namespace {

using namespace std::chrono_literals;

TEST(FrameClock, MakesAsManyStepsAsTimePassed) {
    FrameClock clock(60);
    RunControls controls;
    EXPECT_EQ(clock.steps(50ms, controls), 3u);
    EXPECT_EQ(clock.steps(0ms, controls), 0u);
}

TEST(FrameClock, CarriesTheFractionOfAStepOver) {
    FrameClock clock(60);
    RunControls controls;
    unsigned made = 0;
    for (int frame = 0; frame < 1000; ++frame) made += clock.steps(5ms, controls);
    // 5 s at 60 steps per second; rounding of the sum may leave one step pending.
    EXPECT_NEAR(made, 300, 1);
}

TEST(FrameClock, RunsAtTheRequestedSpeed) {
    RunControls controls{.speed = 0.25f};
    FrameClock slow(100);
    unsigned made = 0;
    for (int frame = 0; frame < 100; ++frame) made += slow.steps(10ms, controls);
    EXPECT_NEAR(made, 25, 1);
    controls.speed = 8;
    FrameClock fast(100);
    EXPECT_EQ(fast.steps(10ms, controls), 8u);
}

TEST(FrameClock, CountsAStallAsATenthOfASecond) {
    FrameClock clock(60);
    RunControls controls;
    EXPECT_EQ(clock.steps(100ms, controls), 6u);
    EXPECT_EQ(clock.steps(1h, controls), 6u);
}

TEST(FrameClock, PausesWithoutCatchingUpLater) {
    FrameClock clock(60);
    RunControls controls{.paused = true};
    for (int frame = 0; frame < 10; ++frame) EXPECT_EQ(clock.steps(90ms, controls), 0u);
    controls.paused = false;
    EXPECT_EQ(clock.steps(0ms, controls), 0u);
}

TEST(FrameClock, DropsTheFractionWhenPaused) {
    FrameClock clock(60);
    RunControls controls;
    EXPECT_EQ(clock.steps(16ms, controls), 0u);  // 0.96 of a step
    controls.paused = true;
    EXPECT_EQ(clock.steps(16ms, controls), 0u);
    controls.paused = false;
    EXPECT_EQ(clock.steps(1ms, controls), 0u);
}

TEST(FrameClock, MakesOneStepPerRequest) {
    FrameClock clock(1200);
    RunControls controls{.paused = true, .step_once = true};
    EXPECT_EQ(clock.steps(100ms, controls), 1u);
    EXPECT_FALSE(controls.step_once);
    EXPECT_TRUE(controls.paused);
    EXPECT_EQ(clock.steps(100ms, controls), 0u);
}

}  // namespace
}  // namespace glint::app
