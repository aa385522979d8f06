// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

using driver::CopyDirection;
using std::chrono::milliseconds;

class CpuStream : public testing::Test {
protected:
    static void sleep_on(driver::Stream& stream, milliseconds time) {
        stream.call([time] { std::this_thread::sleep_for(time); });
    }

    std::shared_ptr<driver::Backend> backend_ = open_backend();
    std::unique_ptr<driver::Stream> stream_ = backend_->create_stream({});
};

TEST_F(CpuStream, WorkRunsInOrder) {
    std::vector<int> order;
    for (int i = 0; i < 1000; ++i) stream_->call([&order, i] { order.push_back(i); });
    stream_->synchronize();
    std::vector<int> expected(1000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(order, expected);
}

TEST_F(CpuStream, CallsReturnImmediatelyAndIsDoneReports) {
    std::atomic<bool> released = false;
    stream_->call([&] { released.wait(false); });
    EXPECT_FALSE(stream_->is_done());
    released = true;
    released.notify_all();
    stream_->synchronize();
    EXPECT_TRUE(stream_->is_done());
}

TEST_F(CpuStream, CopiesAndFillsMoveEveryByte) {
    constexpr std::size_t kCount = 3'000'001;
    std::vector<std::uint8_t> from(kCount), to(kCount);
    for (std::size_t i = 0; i < kCount; ++i) from[i] = static_cast<std::uint8_t>(i * 7);
    stream_->copy(to.data(), from.data(), kCount, CopyDirection::host_to_device);
    stream_->synchronize();
    EXPECT_EQ(to, from);

    std::vector<std::uint32_t> words(1'000'003);
    stream_->fill(words.data(), 0xdeadbeef, 4, words.size() - 1);
    stream_->synchronize();
    EXPECT_EQ(std::count(words.begin(), words.end(), 0xdeadbeef), 1'000'002);
    EXPECT_EQ(words.back(), 0u);
}

TEST_F(CpuStream, FillsUseThePatternsLowBytes) {
    std::vector<std::uint8_t> bytes(9, 0);
    std::vector<std::uint16_t> halves(9, 0);
    stream_->fill(bytes.data(), 0x1234, 1, 8);
    stream_->fill(halves.data(), 0x51234, 2, 8);
    stream_->synchronize();
    EXPECT_EQ(bytes,
              (std::vector<std::uint8_t>{0x34, 0x34, 0x34, 0x34, 0x34, 0x34, 0x34, 0x34, 0}));
    EXPECT_EQ(halves[7], 0x1234);
    EXPECT_EQ(halves[8], 0);
    EXPECT_THROW(stream_->fill(bytes.data(), 0, 3, 1), Error);
}

TEST_F(CpuStream, ImagesKeepTheirRows) {
    const auto image =
        backend_->allocate_image({.width = 5, .height = 3, .format = PixelFormat::rgba8});
    std::vector<std::uint32_t> from(8 * 3), to(7 * 3, 1);
    std::iota(from.begin(), from.end(), 0u);
    stream_->copy_from_host(image, from.data(), 32);
    stream_->copy_to_host(to.data(), 28, image);
    stream_->synchronize();
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 7; ++x) EXPECT_EQ(to[7 * y + x], x < 5 ? 8 * y + x : 1);
    EXPECT_THROW(stream_->copy_to_host(to.data(), 19, image), Error);
    backend_->release_image(image);
}

TEST_F(CpuStream, AnEventOrdersTwoStreams) {
    for (int round = 0; round < 20; ++round) {
        const auto other = backend_->create_stream({});
        const auto event = backend_->create_event({});
        int value = 0, seen = -1;
        sleep_on(*stream_, milliseconds(2));
        stream_->call([&] { value = 42; });
        stream_->record(*event);
        other->wait(*event);
        other->call([&] { seen = value; });
        other->synchronize();
        EXPECT_EQ(seen, 42);
        stream_->synchronize();
    }
}

TEST_F(CpuStream, EventsReferToTheLastRecording) {
    const auto event = backend_->create_event({});
    EXPECT_TRUE(event->is_done());
    event->synchronize();
    int value = 0;
    stream_->record(*event);
    sleep_on(*stream_, milliseconds(5));
    stream_->call([&] { value = 1; });
    stream_->record(*event);
    EXPECT_FALSE(event->is_done());
    event->synchronize();
    EXPECT_EQ(value, 1);
    EXPECT_TRUE(event->is_done());
}

TEST_F(CpuStream, EventsMeasureTheTimeBetweenThem) {
    const auto start = backend_->create_event({}), end = backend_->create_event({});
    EXPECT_THROW(end->seconds_since(*start), Error);
    stream_->record(*start);
    sleep_on(*stream_, milliseconds(30));
    stream_->record(*end);
    stream_->synchronize();
    // On a busy machine, a sleep may take longer, but never shorter.
    EXPECT_GE(end->seconds_since(*start), 0.030);
    EXPECT_LT(end->seconds_since(*start), 3.0);
    EXPECT_LT(start->seconds_since(*end), 0.0);
}

TEST_F(CpuStream, SynchronizingTheDeviceWaitsForAllStreams) {
    const auto other = backend_->create_stream({});
    std::atomic<int> done = 0;
    for (driver::Stream* stream : {stream_.get(), other.get()}) {
        sleep_on(*stream, milliseconds(5));
        stream->call([&] { ++done; });
    }
    backend_->synchronize();
    EXPECT_EQ(done, 2);
}

// A forked process does not have the threads that do the work.
TEST_F(CpuStream, ForkedProcessesAreReported) {
    const auto event = backend_->create_event({});
    stream_->record(*event);
    stream_->synchronize();
    void* memory = backend_->allocate(100, driver::MemoryKind::device);
    const auto is_refused = [](const auto& action) {
        try {
            action();
        } catch (const Error& error) {
            return error.code() == ErrorCode::invalid_state;
        }
        return false;
    };
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);  // a call that blocks forever fails the test
        const bool all =
            is_refused([&] { stream_->synchronize(); }) &&
            is_refused([&] { stream_->fill(memory, 0, 1, 100); }) &&
            is_refused([&] { stream_->record(*event); }) &&
            is_refused([&] { event->synchronize(); }) &&
            is_refused([&] { backend_->synchronize(); }) &&
            is_refused([&] { (void)backend_->create_stream({}); }) &&
            is_refused([&] { (void)backend_->allocate(1, driver::MemoryKind::device); });
        backend_->release(memory, driver::MemoryKind::device);
        stream_.reset();
        backend_.reset();
        _exit(all ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    backend_->release(memory, driver::MemoryKind::device);
}

TEST_F(CpuStream, ObjectsMayBeDestroyedInAnyOrder) {
    int runs = 0;
    auto event = backend_->create_event({});
    stream_->record(*event);
    sleep_on(*stream_, milliseconds(5));
    stream_->call([&] { ++runs; });
    backend_.reset();
    event.reset();
    stream_.reset();  // queued work still completes
    EXPECT_EQ(runs, 1);
}

TEST(CpuLaunch, CopiesArgumentsImmediately) {
    Program program(
        source("extern \"C\" __global__ void store(int value, int* out) "
               "{ *out = value; }\n"));
    int out = 0;
    program.stream().call([] { std::this_thread::sleep_for(milliseconds(10)); });
    {
        int value = 5;
        int* address = &out;
        void* arguments[] = {&value, &address};
        const auto module = program.backend().load_module(program.binary().image);
        program.stream().launch(module, *module->find_kernel("store"), one_block({1}), arguments);
        value = 6;
        address = nullptr;
    }
    program.stream().synchronize();
    EXPECT_EQ(out, 5);
}

TEST(CpuLaunch, KeepsItsModuleUntilItRan) {
    const auto backend = open_backend();
    const auto stream = backend->create_stream({});
    int out = 0;
    int* address = &out;
    {
        const auto binary = source_compiler().compile(
            source("extern \"C\" __global__ void k(int* x) { *x = 9; }\n"));
        auto module = backend->load_module(binary.image);
        stream->call([] { std::this_thread::sleep_for(milliseconds(10)); });
        void* arguments[] = {&address};
        stream->launch(module, *module->find_kernel("k"), one_block({1}), arguments);
    }
    stream->synchronize();
    EXPECT_EQ(out, 9);
}

TEST(CpuLaunch, InvalidShapesAreRefused) {
    Program program(
        source("extern \"C\" __global__ void k() {}\n"
               "extern \"C\" __global__ __launch_bounds__(128) void bounded() {}\n"
               "extern \"C\" __global__ void full(int* x) { __shared__ int s[12000]; "
               "s[threadIdx.x] = 1; __syncthreads(); *x = s[0]; }\n"));
    const auto reason = [&](const char* kernel, driver::LaunchShape shape) -> std::string {
        try {
            program.start(kernel, shape);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            return error.reason();
        }
        return "accepted";
    };
    EXPECT_EQ(reason("k", one_block({1024})), "accepted");
    EXPECT_EQ(reason("k", one_block({64, 17})),
              "a block of 64 x 17 x 1 has 1088 threads, but the maximum is 1024");
    EXPECT_EQ(reason("k", {.grid = {1, 0}, .block = {32}}),
              "a grid of 1 x 0 x 1 blocks is not between 1 x 1 x 1 and 2147483647 x 65535 x 65535");
    EXPECT_EQ(reason("k", one_block({1, 1, 65})),
              "a block of 1 x 1 x 65 threads is not between 1 x 1 x 1 and 1024 x 1024 x 64");
    EXPECT_EQ(reason("bounded", one_block({129})),
              "a block of 129 x 1 x 1 has 129 threads, but the maximum is 128");
    EXPECT_EQ(reason("k", one_block({1}, 240000)),
              "the kernel needs 240000 bytes of shared memory, but the maximum is 232448");
    EXPECT_EQ(reason("full", one_block({1})), "the kernel takes 1 argument, but the launch has 0");
}

TEST(CpuLaunch, SeveralStreamsRunAtOnce) {
    Program program(source_file("loops.cu"));
    const auto module = program.backend().load_module(program.binary().image);
    driver::Kernel& kernel = *module->find_kernel("grid_stride");
    std::vector<std::unique_ptr<driver::Stream>> streams;
    std::vector<std::vector<int>> results(6, std::vector<int>(5000));
    for (std::vector<int>& result : results) {
        streams.push_back(program.backend().create_stream({}));
        int count = 5000;
        int* data = result.data();
        void* arguments[] = {&count, &data};
        for (int repeat = 0; repeat < 50; ++repeat)
            streams.back()->launch(module, kernel, {.grid = {40}, .block = {64}}, arguments);
    }
    program.backend().synchronize();
    for (const std::vector<int>& result : results)
        for (int i = 0; i < 5000; ++i) ASSERT_EQ(result[i], 2 * i + 1);
}

}  // namespace
}  // namespace glint::cpu::test
