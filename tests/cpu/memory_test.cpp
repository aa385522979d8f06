// SPDX-License-Identifier: MIT
#include <cstring>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

#include <support/complaints.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

using driver::MemoryKind;

class CpuMemory : public testing::Test {
protected:
    CpuMemory() : program_(source_file("memory.cu")) {}

    template <class T>
    T& global(const char* name) {
        const driver::Module::Global found = program_.module().find_global(name);
        EXPECT_NE(found.address, nullptr) << name;
        EXPECT_EQ(found.size_bytes, sizeof(T)) << name;
        return *static_cast<T*>(found.address);
    }

    Program program_;
};

TEST_F(CpuMemory, AllocationsAreAlignedAndSeparate) {
    driver::Backend& backend = program_.backend();
    for (const std::size_t size : {0u, 1u, 255u, 257u, 1u << 20}) {
        for (const MemoryKind kind : {MemoryKind::device, MemoryKind::pinned}) {
            void* first = backend.allocate(size, kind);
            void* second = backend.allocate(size, kind);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 256, 0u);
            EXPECT_NE(first, second);
            std::memset(first, 1, size);
            backend.release(first, kind);
            backend.release(second, kind);
        }
    }
}

TEST_F(CpuMemory, FailedAllocationsNameTheSize) {
    const std::size_t size = program_.backend().info().memory_bytes + 1;
    try {
        program_.backend().allocate(size, MemoryKind::device);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        EXPECT_NE(error.operation().find(text::human_bytes(size)), std::string::npos);
    }
}

// The CPU backend's library has a separate log, whose lines are forwarded to the program's log.
TEST_F(CpuMemory, DoubleFreesAreReportedAsWarnings) {
    driver::Backend& backend = program_.backend();
    void* memory = backend.allocate(100, MemoryKind::device);
    backend.release(memory, MemoryKind::device);
    {
        const glint::test::ExpectedComplaints one(1);
        backend.release(memory, MemoryKind::device);
    }
    std::vector<void*> others;
    for (int i = 0; i < 200; ++i) others.push_back(backend.allocate(100, MemoryKind::device));
    for (void* other : others) backend.release(other, MemoryKind::device);
}

TEST_F(CpuMemory, BuffersReportTheirAddress) {
    driver::Backend& backend = program_.backend();
    auto* memory = static_cast<std::byte*>(backend.allocate(1000, MemoryKind::pinned));
    for (const std::size_t offset : {0u, 999u}) {
        const auto found = backend.memory().find(memory + offset);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->begin, memory);
        EXPECT_EQ(found->size_bytes, 1000u);
        EXPECT_EQ(found->kind, MemoryKind::pinned);
    }
    EXPECT_FALSE(backend.memory().find(memory + 1000));
    EXPECT_FALSE(backend.memory().find(memory - 1));
    const auto fault = [&](std::ptrdiff_t offset, std::size_t size) {
        const auto text = backend.memory_fault(memory + offset, size, driver::MemorySide::device);
        return text ? text->substr(0, text->rfind(" the ")) : "none";
    };
    EXPECT_EQ(fault(0, 1000), "none");
    EXPECT_EQ(fault(999, 1), "none");
    EXPECT_EQ(fault(0, 1001), "1 byte past the end of");
    EXPECT_EQ(fault(1000, 1), "1 byte past the end of");
    EXPECT_EQ(fault(2000, 8), "1008 bytes past the end of");
    EXPECT_EQ(fault(-1, 4), "1 byte before");
    EXPECT_EQ(fault(-5000, 4), "5000 bytes before");
    backend.release(memory, MemoryKind::pinned);
    EXPECT_EQ(fault(0, 1), "in");
    EXPECT_FALSE(backend.memory().find(memory));
}

TEST_F(CpuMemory, TheDeviceDescribesThisMachine) {
    const driver::DeviceInfo& info = program_.backend().info();
    EXPECT_EQ(info.kind, driver::BackendKind::cpu);
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.architecture.empty());
    EXPECT_GE(info.multiprocessors, 1u);
    EXPECT_GT(info.memory_bytes, std::size_t{1} << 28);
    EXPECT_GT(program_.backend().free_memory_bytes(), 0u);
    EXPECT_LE(program_.backend().free_memory_bytes(), info.memory_bytes);
}

TEST_F(CpuMemory, AtomicsCountEveryThread) {
    constexpr unsigned kThreads = 128 * 256;
    unsigned counts[3] = {};
    float sums[2] = {};
    unsigned long long extremes[3] = {0, ~0ull, 0};
    double total = 0;
    program_.run("contended", {.grid = {128}, .block = {256}}, &counts[0], &sums[0], &extremes[0],
                 &total);
    EXPECT_EQ(counts[0], kThreads);
    EXPECT_EQ(counts[1], kThreads % 10);
    EXPECT_EQ(counts[2], ~0u);
    EXPECT_EQ(sums[0], static_cast<float>(kThreads));
    EXPECT_EQ(sums[1], static_cast<float>(kThreads) / 2);
    EXPECT_EQ(extremes[0], kThreads - 1);
    EXPECT_EQ(extremes[1], 0u);
    EXPECT_EQ(extremes[2], static_cast<unsigned long long>(kThreads) * (kThreads - 1) / 2);
    EXPECT_EQ(total, kThreads / 4.0);
}

TEST_F(CpuMemory, GlobalsAreFoundAndShared) {
    auto& table = global<int[8]>("table");
    for (int i = 0; i < 8; ++i) table[i] = 10 * i;
    global<float>("_ZN7physics7gravityE") = 100.0f;
    global<int>("only_here") = 1000;
    EXPECT_EQ(&global<int>("_ZL9only_here"), &global<int>("only_here"));
    std::vector<int> out(16);
    program_.run("use_globals", one_block({16}), out.data());
    for (int i = 0; i < 16; ++i) EXPECT_EQ(out[i], 10 * (i % 8) + 3 + 1000 + 200);
    EXPECT_EQ(global<int>("launches"), 1);
    EXPECT_EQ(program_.module().find_global("absent").address, nullptr);
    EXPECT_EQ(program_.module().find_global("threadIdx").address, nullptr);
}

TEST_F(CpuMemory, ModulesHaveTheirOwnGlobals) {
    const auto again = program_.backend().load_module(program_.binary().image);
    global<int>("plain") = 77;
    EXPECT_EQ(*static_cast<int*>(again->find_global("plain").address), 3);
}

TEST_F(CpuMemory, SurfaceWritesOutsideAreIgnored) {
    constexpr unsigned kWidth = 37, kHeight = 11;
    driver::Backend& backend = program_.backend();
    const auto image =
        backend.allocate_image({.width = kWidth, .height = kHeight, .format = PixelFormat::rgba8});
    std::memset(image.data, 0x55, image.pitch_bytes * kHeight);
    const std::uint64_t surface = backend.create_surface(image);
    program_.run("paint", {.grid = {5, 2}, .block = {8, 8}}, surface, 37, 11);
    std::vector<std::uint8_t> pixels(4 * kWidth * kHeight);
    program_.stream().copy_to_host(pixels.data(), 4 * kWidth, image);
    program_.stream().synchronize();
    for (unsigned y = 0; y < kHeight; ++y)
        for (unsigned x = 0; x < kWidth; ++x) {
            const std::uint8_t* pixel = &pixels[4 * (y * kWidth + x)];
            ASSERT_EQ(pixel[0], x);
            ASSERT_EQ(pixel[1], y);
            ASSERT_EQ(pixel[2], x + y);
            ASSERT_EQ(pixel[3], 255);
        }
    // The rest of each row is untouched.
    const auto* rows = static_cast<const std::uint8_t*>(image.data);
    for (unsigned y = 0; y < kHeight; ++y)
        for (std::size_t x = 4 * kWidth; x < image.pitch_bytes; ++x)
            ASSERT_EQ(rows[y * image.pitch_bytes + x], 0x55);
    backend.destroy_surface(surface);
    backend.release_image(image);
}

TEST_F(CpuMemory, ReadingOutsideASurfaceGivesZero) {
    constexpr int kWidth = 8, kHeight = 3;
    driver::Backend& backend = program_.backend();
    const auto from =
        backend.allocate_image({.width = kWidth, .height = kHeight, .format = PixelFormat::r32f});
    const auto to =
        backend.allocate_image({.width = kWidth, .height = kHeight, .format = PixelFormat::r32f});
    std::vector<float> values(kWidth * kHeight);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) + 1;
    program_.stream().copy_from_host(from, values.data(), kWidth * 4);
    const std::uint64_t source = backend.create_surface(from), target = backend.create_surface(to);
    program_.start("shift", {.grid = {kHeight}, .block = {kWidth}}, source, target, kWidth);
    std::vector<float> out(values.size());
    program_.stream().copy_to_host(out.data(), kWidth * 4, to);
    program_.stream().synchronize();
    for (int i = 0; i < kWidth * kHeight; ++i)
        EXPECT_EQ(out[i], i % kWidth == kWidth - 1 ? 0.0f : 2 * values[i + 1]);
    for (const std::uint64_t surface : {source, target}) backend.destroy_surface(surface);
    for (const auto& image : {from, to}) backend.release_image(image);
}

// On a GPU, this would destroy the context, and other tests could no longer use the device.
TEST_F(CpuMemory, SurfaceAccessesOutsideTrapByDefault) {
    driver::Backend& backend = program_.backend();
    const auto image =
        backend.allocate_image({.width = 4, .height = 4, .format = PixelFormat::r32f});
    const std::uint64_t surface = backend.create_surface(image);
    program_.start("write_outside", one_block({1}), surface);
    EXPECT_THROW(program_.stream().synchronize(), Error);
    backend.destroy_surface(surface);
    backend.release_image(image);
}

}  // namespace
}  // namespace glint::cpu::test
