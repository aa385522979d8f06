// SPDX-License-Identifier: MIT
// Many threads use one Device at the same time, without making a context current.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>
#include <support/on_threads.hpp>

namespace glint {
namespace {

constexpr int kThreads = 8;
constexpr unsigned kRounds = 12;

constexpr const char* kAddSource = R"(
extern "C" __global__ void add(size_t count, int value, int* to) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count) to[i] += value;
})";

using Add = Kernel<void(std::size_t, int, int*)>;

void expect_sum(const Device& device, const Add& add, int value) {
    Stream stream(device);
    Stream other(device);
    Event event(device);
    DeviceMemory<int> memory(device, 1000);
    DeviceMemory<int> copied(device, 1000);
    fill(stream, memory.span(), value);
    add.launch(stream, threads(1000), 1000, 1, memory);
    stream.record(event);
    other.wait(event);
    copy(other, copied.span(), memory.span());
    EXPECT_EQ(to_vector(other, copied), std::vector<int>(1000, value + 1));
    stream.synchronize();
}

using DeviceThreads = test::OnEachBackend;

TEST_P(DeviceThreads, ShareADeviceAndAKernel) {
    const Device device = open();
    Program program = Program::from_text(device, "add.cu", kAddSource);
    const auto add = program.kernel<void(std::size_t, int, int*)>("add");
    test::on_threads(kThreads, [&](unsigned number) {
        for (unsigned round = 0; round < kRounds; ++round)
            expect_sum(device, add, static_cast<int>(number * 100 + round));
    });
}

TEST_P(DeviceThreads, OpenCompileAndCloseIndependently) {
    test::on_threads(kThreads, [&](unsigned number) {
        for (unsigned round = 0; round < 3; ++round) {
            const Device device = open();
            // Uses two sources, so that some threads compile the same source and others a different
            // one.
            Program program = Program::from_text(
                device, "add.cu", kAddSource + std::string(number % 2 ? "\n// odd\n" : "\n"));
            expect_sum(device, program.kernel<void(std::size_t, int, int*)>("add"),
                       static_cast<int>(number));
        }
    });
}

TEST_P(DeviceThreads, ShareAStream) {
    const Device device = open();
    Program program = Program::from_text(device, "add.cu", kAddSource);
    const auto add = program.kernel<void(std::size_t, int, int*)>("add");
    Stream stream(device);
    DeviceMemory<int> memory(device, 1000);
    fill(stream, memory.span(), 0);
    test::on_threads(kThreads, [&](unsigned) {
        for (unsigned round = 0; round < kRounds; ++round) {
            add.launch(stream, threads(1000), 1000, 1, memory);
            if (round % 4 == 0) stream.synchronize();
        }
    });
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(1000, kThreads * kRounds));
}

TEST_P(DeviceThreads, WaitForADeviceThatOthersUse) {
    Device device = open();
    test::on_threads(kThreads, [&](unsigned number) {
        Stream stream(device);
        for (unsigned round = 0; round < kRounds; ++round) {
            DeviceMemory<int> memory(device, 100);
            fill(stream, memory.span(), static_cast<int>(number));
            if (number % 2) device.synchronize();
            EXPECT_GT(device.memory().free, 0u);
            EXPECT_EQ(device.attribute(DeviceAttribute::warp_size), 32);
        }
        stream.synchronize();
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, DeviceThreads, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
