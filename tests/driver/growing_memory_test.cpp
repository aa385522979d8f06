// SPDX-License-Identifier: MIT
#include <glint/driver/growing_memory.hpp>

#include <chrono>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include <glint/driver/memory_at.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using GrowingMemoryTest = test::OnEachBackend;

TEST_P(GrowingMemoryTest, ElementsDoNotMove) {
    Stream stream(open());
    GrowingMemory<int> memory(stream.device(), 10'000'000);
    EXPECT_EQ(memory.size(), 0u);
    EXPECT_EQ(memory.capacity(), 0u);
    memory.resize(1000);
    const int* place = memory.data();
    std::vector<int> values(1000);
    std::iota(values.begin(), values.end(), 0);
    upload(stream, memory.span(), values);
    for (const std::size_t size : {5000u, 1'000'000u, 10'000'000u}) {
        memory.resize(size);
        EXPECT_EQ(memory.data(), place);
        EXPECT_GE(memory.capacity(), size);
        fill(stream, memory.span().subspan(size - 10, 10), -1);
        EXPECT_EQ(to_vector(stream, memory.span().subspan(0, 1000)), values) << size;
    }
    EXPECT_EQ(memory.max_size(), 10'000'000u);
}

TEST_P(GrowingMemoryTest, GrowsWhileAStreamUsesIt) {
    Stream stream(open());
    GrowingMemory<int> memory(stream.device(), 1 << 22);
    memory.resize(1 << 20);
    test::Gate gate(stream);
    fill(stream, memory.span(), 4);
    memory.resize(1 << 22);
    EXPECT_FALSE(stream.is_done());
    gate.open();
    const auto values = to_vector(stream, memory.span().subspan(0, 1 << 20));
    EXPECT_EQ(values, std::vector<int>(1 << 20, 4));
}

TEST_P(GrowingMemoryTest, GrowthBeyondTheReservationIsRefused) {
    GrowingMemory<double> memory(open(), 100);
    memory.resize(10);
    expect_error(ErrorCode::out_of_memory, "addresses were reserved for only 100 elements",
                 [&] { memory.resize(101); });
    EXPECT_EQ(memory.size(), 10u);
    expect_error(ErrorCode::invalid_argument,
                 "4611686018427387904 elements of 8 bytes do not fit in memory",
                 [&] { const GrowingMemory<double> huge(open(), std::size_t{1} << 62); });
}

TEST_P(GrowingMemoryTest, ReservationsBeyondTheMachineAreRefused) {
    GrowingMemory<char> memory(open(), std::size_t{1} << 43);
    memory.resize(1000);
    try {
        memory.resize(std::size_t{1} << 43);
        FAIL() << "8 TiB were allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
    }
    EXPECT_EQ(memory.size(), 1000u);
    Stream stream(open());
    fill(stream, memory.span(), 'x');
    EXPECT_EQ(to_vector(stream, memory), std::vector<char>(1000, 'x'));
}

TEST_P(GrowingMemoryTest, ShrinkingFreesWholeChunks) {
    Stream stream(open());
    GrowingMemory<char> memory(stream.device(), 64 << 20);
    memory.resize(100);
    const std::size_t least = memory.capacity();
    memory.resize(64 << 20);
    memory.resize(50);
    EXPECT_EQ(memory.capacity(), std::size_t{64} << 20) << "a smaller size alone frees nothing";
    memory.shrink_to_fit();
    EXPECT_EQ(memory.capacity(), least);
    memory.resize(0);
    memory.shrink_to_fit();
    EXPECT_EQ(memory.capacity(), 0u);
    memory.resize(3000);
    fill(stream, memory.span(), 'y');
    EXPECT_EQ(to_vector(stream, memory), std::vector<char>(3000, 'y'));
}

TEST_P(GrowingMemoryTest, ShrinkingWaitsForTheDevice) {
    Stream stream(open());
    GrowingMemory<char> memory(stream.device(), 64 << 20);
    memory.resize(64 << 20);
    fill(stream, memory.span(), 'a');
    stream.synchronize();
    stream.call([] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
    fill(stream, memory.span(), 'b');
    memory.resize(100);
    memory.shrink_to_fit();
    EXPECT_TRUE(stream.is_done());
    EXPECT_EQ(to_vector(stream, memory), std::vector<char>(100, 'b'));
}

TEST_P(GrowingMemoryTest, MovesAndOutlivesItsDeviceHandle) {
    GrowingMemory<int> memory;
    EXPECT_EQ(memory.max_size(), 0u);
    memory.shrink_to_fit();
    memory.resize(0);
    GrowingMemory<int> made(open(), 1000);
    made.resize(10);
    memory = std::move(made);
    EXPECT_EQ(memory.size(), 10u);
    EXPECT_EQ(made.size(), 0u);  // NOLINT(bugprone-use-after-move): the test's subject
    memory.resize(1000);
    EXPECT_EQ(memory.size(), 1000u);
}

TEST_P(GrowingMemoryTest, ShrinkingWaitsForQueuedWork) {
    Stream stream(open());
    GrowingMemory<int> memory(stream.device(), 10'000'000);
    memory.resize(10'000'000);
    test::Gate gate(stream);
    const std::jthread opener([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        gate.open();
    });
    fill(stream, memory.span(), 3);
    memory.resize(10);
    memory.shrink_to_fit();
    EXPECT_TRUE(stream.is_done());
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(10, 3));
}

INSTANTIATE_TEST_SUITE_P(Backends, GrowingMemoryTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
