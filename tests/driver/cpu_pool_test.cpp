// SPDX-License-Identifier: MIT
// Pooled memory on the CPU: accesses next to a block, and how much memory a pool keeps.
#include <fstream>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <glint/backend/detail/block_pool.hpp>
#include <glint/base/error.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/memory_pool.hpp>

#include <driver/gate.hpp>
#include <support/megabyte.hpp>

namespace glint {
namespace {

using test::Gate;
using test::kMegabyte;

std::size_t statm(int field) {
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    for (int i = 0; i <= field; ++i) file >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}
std::size_t mapped_bytes() { return statm(0); }
std::size_t resident_bytes() { return statm(1); }

class CpuPool : public testing::Test {
protected:
    Kernel<void(int*, int)> fills(bool debug) {
        programs_.emplace_back(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "faults.cu",
                               ProgramOptions{.debug = debug});
        return programs_.back().kernel<void(int*, int)>("fills");
    }

    /// Error message of a launch of `count` threads that each set one element.
    std::string failure_of(const Kernel<void(int*, int)>& kernel, unsigned count, int* target) {
        try {
            kernel.launch(stream_, {.grid = {1}, .block = {count}}, target, 7);
            stream_.synchronize();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::launch);
            return error.reason();
        }
        return "none";
    }

    void expect_fault(const std::string& failure, const std::string& part) {
        EXPECT_NE(failure.find(part), std::string::npos) << failure << "\nlacks\n" << part;
    }

    Device device_ = Device::open("cpu");
    Stream stream_{device_};
    MemoryPool pool_{device_};
    std::vector<Program> programs_;
};

TEST_F(CpuPool, AccessesBeyondABlockAreAnError) {
    const auto kernel = fills(false);
    for (const std::size_t count : {64u, 192u, 320u}) {
        DeviceMemory<int> memory(stream_, count, pool_);
        EXPECT_EQ(failure_of(kernel, static_cast<unsigned>(count), memory.data()), "none");
        expect_fault(failure_of(kernel, static_cast<unsigned>(count) + 64, memory.data()),
                     " past the end of a buffer of ");
    }
}

// Bins have at least 256 bytes, so the requested sizes are smaller than their blocks.
TEST_F(CpuPool, DebugModeChecksSizesToTheByte) {
    const auto kernel = fills(true);
    const int* place = nullptr;
    for (const unsigned count : {10u, 7u, 12u}) {
        DeviceMemory<int> memory(stream_, count, pool_);
        EXPECT_TRUE(place == nullptr || place == memory.data()) << "is another block";
        place = memory.data();
        EXPECT_EQ(failure_of(kernel, count, memory.data()), "none");
        expect_fault(
            failure_of(kernel, count + 1, memory.data()),
            "4 bytes past the end of the buffer of " + std::to_string(4 * count) + " B at ");
    }
    DeviceMemory<int> large(stream_, 1000, pool_);
    expect_fault(failure_of(kernel, 1001, large.data()), "4 bytes past the end of the buffer");
}

TEST_F(CpuPool, QueuedWorkKeepsItsBlockSize) {
    const auto kernel = fills(true);
    const auto expect_none = [&](unsigned first_count, unsigned second_count) {
        Gate gate(stream_);
        {
            DeviceMemory<int> first(stream_, first_count, pool_);
            kernel.launch(stream_, {.grid = {1}, .block = {first_count}}, first.data(), 1);
        }
        DeviceMemory<int> second(stream_, second_count, pool_);
        kernel.launch(stream_, {.grid = {1}, .block = {second_count}}, second.data(), 2);
        gate.open();
        EXPECT_EQ(to_vector(stream_, second), std::vector<int>(second_count, 2));
    };
    expect_none(60, 20);
    expect_none(20, 60);
    expect_none(100, 65);
    expect_none(65, 100);
}

// The block is reused while launches of its first user are still queued.
TEST_F(CpuPool, DebugModeChecksReusedBlocks) {
    const auto kernel = fills(true);
    const auto launch = [&](unsigned count, unsigned threads) {
        DeviceMemory<int> memory(stream_, count, pool_);
        kernel.launch(stream_, {.grid = {1}, .block = {threads}}, memory.data(), 1);
        return memory.data();
    };
    for (const unsigned larger : {64u, 33u}) {
        Gate gate(stream_);
        const int* first = launch(larger, larger);
        EXPECT_EQ(launch(10, 11), first) << "is another block";
        EXPECT_EQ(launch(larger, larger), first) << "is another block";
        gate.open();
        try {
            stream_.synchronize();
            FAIL() << "nothing failed";
        } catch (const Error& error) {
            expect_fault(error.reason(), "thread (10, 0, 0): writes 4 bytes at ");
            expect_fault(error.reason(), "4 bytes past the end of the buffer of 40 B at ");
        }
    }
}

// The host checks spans against the current size of the memory, whatever is queued.
TEST_F(CpuPool, SpansLargerThanReusedBlocksAreRefused) {
    const auto kernel = fills(false);
    Gate gate(stream_);
    { const DeviceMemory<int> first(stream_, 64, pool_); }
    DeviceMemory<int> second(stream_, 10, pool_);
    const DeviceSpan<int> too_large(second.data(), 11);
    try {
        kernel.launch(stream_, threads(11), too_large, 7);
        FAIL() << "nothing was refused";
    } catch (const Error& error) {
        expect_fault(error.reason(), "4 bytes past the end of the buffer of 40 B at ");
    }
}

TEST_F(CpuPool, KeepsThePeakUseAndAtLeast64Megabytes) {
    using driver::BlockPool;
    EXPECT_EQ(BlockPool::default_idle_bytes(0), 64 * kMegabyte);
    EXPECT_EQ(BlockPool::default_idle_bytes(64 * kMegabyte + 1), 64 * kMegabyte + 1);
    { const DeviceMemory<char> once(stream_, 100 * kMegabyte, pool_); }
    stream_.synchronize();
    EXPECT_EQ(pool_.statistics().held_bytes, 100 * kMegabyte);
    { const DeviceMemory<char> other(stream_, 8 * kMegabyte, pool_); }
    EXPECT_EQ(pool_.statistics().held_bytes, 8 * kMegabyte) << "the oldest goes first";
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool kResidentIsUsed = true;
#else
constexpr bool kResidentIsUsed = false;
#endif

// Each size uses its own bin, which arrays of the next size cannot use.
TEST_F(CpuPool, GrowingArraysDoNotAccumulate) {
    const std::size_t before = resident_bytes();
    std::size_t most = 0;
    for (const bool waits : {true, false})
        for (std::size_t size = 16; size < 32; ++size) {
            DeviceMemory<char> memory(stream_, size * kMegabyte, pool_);
            fill(stream_, memory.span(), 'x');
            stream_.call([&] { most = std::max(most, resident_bytes()); });
            if (waits) stream_.synchronize();
        }
    stream_.synchronize();
    EXPECT_LE(pool_.statistics().held_bytes, 100 * kMegabyte);
    EXPECT_EQ(pool_.statistics().active_bytes, 0u);
    if (kResidentIsUsed) {
        EXPECT_LT(most - before, 160 * kMegabyte);
    }
}

TEST_F(CpuPool, FreesTheOldestExcessBlocks) {
    MemoryPool pool(device_, {.keep_bytes = 3 * kMegabyte});
    const void* latest = nullptr;
    {
        const DeviceMemory<char> first(stream_, 2 * kMegabyte, pool);
        const DeviceMemory<char> second(stream_, kMegabyte, pool);
        const DeviceMemory<char> third(stream_, kMegabyte + kMegabyte / 2, pool);
        latest = first.data();  // freed last of all
    }
    stream_.synchronize();
    EXPECT_EQ(pool.statistics().held_bytes, 3 * kMegabyte);
    const DeviceMemory<char> again(stream_, 2 * kMegabyte, pool);
    EXPECT_EQ(again.data(), latest);
    EXPECT_EQ(pool.statistics().held_bytes, 3 * kMegabyte);
}

// Cached memory of other sizes fills the address space.
TEST_F(CpuPool, TrimsAndRetriesWhenMemoryRunsOut) {
    if (!kResidentIsUsed) GTEST_SKIP() << "sanitizers reserve addresses of their own";
    const MemoryPool other(device_, {.keep_bytes = 1000 * kMegabyte});
    const MemoryPool pool(device_, {.keep_bytes = 1000 * kMegabyte});
    {
        const DeviceMemory<char> first(stream_, 100 * kMegabyte, pool);
        const DeviceMemory<char> second(stream_, 120 * kMegabyte, MemoryPool::default_of(device_));
    }
    stream_.synchronize();
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    const rlimit limit{mapped_bytes() + 20 * kMegabyte, before.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
    std::optional<DeviceMemory<char>> memory, plain, too_much;
    std::optional<Error> failure;
    try {
        memory.emplace(stream_, 90 * kMegabyte, pool);
        plain.emplace(device_, 110 * kMegabyte);
        too_much.emplace(stream_, 1024 * kMegabyte, pool);
    } catch (const Error& error) {
        failure = error;
    }
    setrlimit(RLIMIT_AS, &before);
    EXPECT_TRUE(memory);
    EXPECT_TRUE(plain);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code(), ErrorCode::out_of_memory);
    EXPECT_EQ(failure->operation(), "allocate 1.1 GB for the CPU");
}

TEST_F(CpuPool, FailedAllocationsNameTheSizes) {
    try {
        const DeviceMemory<char> memory(device_, device_.info().memory_bytes);
        FAIL() << "all memory of the machine was allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        EXPECT_NE(error.reason().find(" are free, and "), std::string::npos) << error.what();
    }
}

// If the queue were unlimited, it would store all launches.
TEST_F(CpuPool, QueuedLaunchesDoNotAccumulate) {
    const auto kernel = fills(false);
    DeviceMemory<int> memory(stream_, 64);
    const auto launch = [&](int count) {
        for (int i = 0; i < count; ++i)
            kernel.launch(stream_, {.grid = {1}, .block = {64}}, memory, i);
    };
    launch(2000);
    const std::size_t before = resident_bytes();
    stream_.call([] { usleep(50'000); });
    launch(50'000);
    if (kResidentIsUsed) {
        EXPECT_LT(resident_bytes(), before + 4 * kMegabyte);
    }
    EXPECT_EQ(to_vector(stream_, memory), std::vector<int>(64, 49'999));
}

}  // namespace
}  // namespace glint
