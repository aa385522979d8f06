// SPDX-License-Identifier: MIT
#include <glint/driver/event.hpp>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using namespace std::chrono_literals;
using test::Gate;

/// Queues work that takes at least `duration`.
void queue_pause(Stream& stream, std::chrono::milliseconds duration) {
    stream.call([duration] { std::this_thread::sleep_for(duration); });
}

using Events = test::OnEachBackend;

TEST_P(Events, UnrecordedEventsAreDone) {
    const Device device = open();
    Stream stream(device);
    Event event(device);
    EXPECT_TRUE(event.is_done());
    event.synchronize();
    stream.wait(event);
    stream.synchronize();
}

TEST_P(Events, UnrecordedEventsHaveNoTime) {
    const Device device = open();
    Stream stream(device);
    Event recorded(device);
    Event never(device);
    stream.record(recorded);
    const std::string reason = "one of the events was never recorded";
    test::expect_error(ErrorCode::invalid_state, reason, [&] { (void)elapsed(recorded, never); });
    test::expect_error(ErrorCode::invalid_state, reason, [&] { (void)elapsed(never, recorded); });
}

TEST_P(Events, MeasureTheTimeOfWork) {
    const Device device = open();
    Stream stream(device);
    Event start(device), middle(device), stop(device);
    stream.record(start);
    queue_pause(stream, 20ms);
    stream.record(middle);
    queue_pause(stream, 10ms);
    stream.record(stop);
    EXPECT_GE(elapsed(start, middle),
              19ms);  // CUDA's clock has a resolution of 0.5 µs, and Linux sleeps longer
    EXPECT_GE(elapsed(middle, stop), 9ms);
    EXPECT_NEAR(elapsed(start, stop).count(),
                (elapsed(start, middle) + elapsed(middle, stop)).count(), 1e-4);
    EXPECT_LT(elapsed(start, stop), 60s);
    EXPECT_EQ(elapsed(stop, stop).count(), 0.0);
    EXPECT_LT(elapsed(stop, start).count(), 0.0);
}

TEST_P(Events, ElapsedTimeWaitsForBothEvents) {
    const Device device = open();
    Stream stream(device);
    Event start(device), stop(device);
    stream.record(start);
    Gate gate(stream);
    queue_pause(stream, 20ms);
    stream.record(stop);
    EXPECT_FALSE(stop.is_done());
    gate.open();
    EXPECT_GT(elapsed(start, stop).count(), 0.0);
    EXPECT_TRUE(stop.is_done());
}

TEST_P(Events, ConstEventsCanBeWaitedForAndMeasured) {
    Stream stream(open());
    const Event start = stream.record();
    const Event stop = stream.record();
    stop.synchronize();
    EXPECT_GE(elapsed(start, stop).count(), 0.0);
}

TEST_P(Events, RerecordedEventsReferToTheLaterPoint) {
    const Device device = open();
    Stream stream(device);
    Event start(device), stop(device);
    stream.record(start);
    stream.record(stop);
    stop.synchronize();
    Gate gate(stream);
    queue_pause(stream, 20ms);
    stream.record(stop);
    EXPECT_FALSE(stop.is_done());
    gate.open();
    EXPECT_GE(elapsed(start, stop), 19ms);
}

TEST_P(Events, WaitsReferToEarlierRecordings) {
    const Device device = open();
    Stream first(device), second(device);
    Event event(device);
    first.record(event);
    second.wait(event);
    Gate gate(first);
    first.record(event);
    second.synchronize();
    EXPECT_FALSE(event.is_done());
    gate.open();
    first.synchronize();
    EXPECT_TRUE(event.is_done());
}

TEST_P(Events, MayBeDestroyedBeforeTheWaitingStream) {
    const Device device = open();
    std::atomic<bool> has_worked = false;
    Stream first(device), second(device);
    {
        Event event(device);
        queue_pause(first, 20ms);
        first.call([&has_worked] { has_worked = true; });
        first.record(event);
        second.wait(event);
    }
    second.synchronize();
    EXPECT_TRUE(has_worked);
}

INSTANTIATE_TEST_SUITE_P(Backends, Events, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
