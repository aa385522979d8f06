// SPDX-License-Identifier: MIT
// How streams and events are created and borrowed, with errors.
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using StreamOptionsOf = test::OnEachBackend;

TEST_P(StreamOptionsOf, SetThePriority) {
    const Device device = open();
    const auto [least, greatest] = device.stream_priorities();
    EXPECT_LE(greatest, least);
    for (const int priority : {least, greatest}) {
        Stream stream(device, {.priority = priority});
        DeviceMemory<int> memory(device, 10);
        fill(stream, memory.span(), 3);
        EXPECT_EQ(to_vector(stream, memory), std::vector(10, 3));
        EXPECT_EQ(stream.priority(), priority);
    }
    if (GetParam() == "cpu") {
        EXPECT_EQ(least, greatest);
    }
}

TEST_P(StreamOptionsOf, RefuseUnsupportedPriorities) {
    const Device device = open();
    const auto [least, greatest] = device.stream_priorities();
    for (const int priority : {least + 1, greatest - 1})
        expect_error(ErrorCode::invalid_argument,
                     fmt::format("the priority is {}, but this device supports {} to {}", priority,
                                 greatest, least),
                     [&] { Stream stream(device, {.priority = priority}); });
}

TEST_P(StreamOptionsOf, WaitForTheDefaultStreamOnRequest) {
    const Device device = open();
    Stream waiting(device, {.waits_for_default = true});
    DeviceMemory<int> memory(device, 10);
    fill(waiting, memory.span(), 2);
    EXPECT_EQ(to_vector(waiting, memory), std::vector(10, 2));
    if (GetParam() == "cpu") return;  // the CPU backend has no default stream
    Stream free(device);
    Stream legacy = Stream::legacy_default(device);
    free.synchronize();
    test::Gate gate(legacy);
    fill(waiting, memory.span(), 3);
    EXPECT_FALSE(waiting.is_done());
    fill(free, memory.span(), 4);
    free.synchronize();
    gate.open();
    EXPECT_EQ(to_vector(waiting, memory), std::vector(10, 3));
}

TEST_P(StreamOptionsOf, StreamsMayBeBorrowed) {
    const Device device = open();
    Stream owner(device);
    Event recorded(device);
    if (GetParam() == "cpu") {
        expect_error(ErrorCode::unsupported, "the CPU has no CUDA streams. Create a Stream",
                     [&] { (void)Stream::wrap(device, &owner); });
        expect_error(ErrorCode::unsupported, "the CPU has no CUDA events. Create an Event",
                     [&] { (void)Event::wrap(device, &owner); });
        for (const auto make : {Stream::legacy_default, Stream::thread_default})
            expect_error(ErrorCode::unsupported, "the CPU has no default stream. Create a Stream",
                         [&] { (void)make(device); });
        return;
    }
    DeviceMemory<int> memory(device, 10);
    {
        Stream borrowed = Stream::wrap(device, owner.native());
        Event event = Event::wrap(device, recorded.native());
        EXPECT_EQ(borrowed.native(), owner.native());
        fill(borrowed, memory.span(), 5);
        borrowed.record(event);
        event.synchronize();
        EXPECT_TRUE(recorded.is_done());
    }
    owner.record(recorded);
    EXPECT_EQ(to_vector(owner, memory), std::vector(10, 5));
    Stream of_thread = Stream::thread_default(device);
    fill(of_thread, memory.span(), 6);
    EXPECT_EQ(to_vector(of_thread, memory), std::vector(10, 6));
    expect_error(ErrorCode::invalid_argument,
                 "the handle is null. Use Stream::legacy_default for the default stream",
                 [&] { (void)Stream::wrap(device, nullptr); });
    expect_error(ErrorCode::invalid_argument, "the handle is null",
                 [&] { (void)Event::wrap(device, nullptr); });
}

TEST_P(StreamOptionsOf, StreamsWaitForEachOther) {
    const Device device = open();
    Stream first(device);
    Stream second(device);
    bool has_run = false;
    bool seen = false;
    test::Gate gate(first);
    first.call([&] { has_run = true; });
    second.wait(first);
    second.call([&] { seen = has_run; });
    EXPECT_FALSE(second.is_done());
    gate.open();
    second.synchronize();
    EXPECT_TRUE(seen);
}

TEST_P(StreamOptionsOf, RecordNewEvents) {
    const Device device = open();
    Stream stream(device);
    test::Gate gate(stream);
    Event event = stream.record();
    EXPECT_EQ(event.device(), device);
    EXPECT_FALSE(event.is_done());
    gate.open();
    event.synchronize();
    EXPECT_TRUE(event.is_done());
}

TEST_P(StreamOptionsOf, HostCallErrorsReachSynchronize) {
    Device device = open();
    Stream stream(device);
    bool later = false;
    const auto fail = [](const char* text) { throw std::runtime_error(text); };
    stream.call([&] { fail("first"); });
    stream.call([&] { fail("second"); });
    stream.call([&] { later = true; });
    const auto expect_failure = [](const char* text, const auto& action) {
        try {
            action();
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), text);
        }
    };
    expect_failure("first", [&] { stream.synchronize(); });
    EXPECT_TRUE(later);
    stream.synchronize();
    stream.call([&] { fail("third"); });
    expect_failure("third", [&] { device.synchronize(); });
    device.synchronize();
    stream.synchronize();
}

TEST_P(StreamOptionsOf, MovedFromStreamsAreRefused) {
    const Device device = open();
    Stream stream(device);
    Event event(device);
    DeviceMemory<int> memory(device, 10);
    Stream taken(std::move(stream));
    const auto refused = [](const auto& action, const std::string& object = "stream") {
        expect_error(ErrorCode::invalid_state, "the " + object + " was moved to another object",
                     action);
    };
    refused([&] { stream.synchronize(); });
    refused([&] { fill(stream, memory.span(), 1); });
    refused([&] { stream.record(event); });
    refused([&] { (void)stream.record(); });
    refused([&] { taken.wait(stream); });
    EXPECT_EQ(stream.device(), device);
    const Event taken_event(std::move(event));
    refused([&] { event.synchronize(); }, "event");
    refused([&] { taken.record(event); }, "event");
    refused([&] { taken.wait(event); }, "event");
    EXPECT_EQ(event.device(), device);
    stream = Stream(device);
    stream.synchronize();
}

TEST_P(StreamOptionsOf, EventsWithoutTimingHaveNoTime) {
    const Device device = open();
    Stream stream(device);
    Event plain(device, {.timing = false});
    Event timed(device, {.blocking_wait = true});
    EXPECT_FALSE(plain.has_timing());
    stream.record(plain);
    stream.record(timed);
    plain.synchronize();
    timed.synchronize();
    EXPECT_TRUE(plain.is_done());
    EXPECT_EQ(elapsed(timed, timed).count(), 0.0);
    for (const auto& [start, stop] : {std::pair(&plain, &timed), std::pair(&timed, &plain)})
        expect_error(ErrorCode::invalid_argument, "one of the events was created without timing",
                     [&] { (void)elapsed(*start, *stop); });
}

INSTANTIATE_TEST_SUITE_P(Backends, StreamOptionsOf, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
