// SPDX-License-Identifier: MIT
// Memory that other code allocates or takes over, and queries about what a pointer points to.
#include <optional>

#include <gtest/gtest.h>

#include <glint/driver/detail/foreign_pointer.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/memory_at.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <driver/plain_memory.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

/// A pointer type of another library, which neither converts to a raw pointer nor has a data()
/// function.
template <class T>
struct FancyPointer {
    T* address;
};

template <class T>
struct glint::ForeignPointer<FancyPointer<T>> {
    static T* get(const FancyPointer<T>& pointer) { return pointer.address; }
};

namespace glint {
namespace {

using test::expect_error;
using ForeignMemory = test::OnEachBackend;

TEST_P(ForeignMemory, ReleasedMemoryCanBeAdopted) {
    Stream stream(open());
    auto first = test::to_plain_memory(stream, std::vector<int>(100, 6));
    int* data = first.release();
    EXPECT_EQ(first.size(), 0u);
    EXPECT_EQ(first.data(), nullptr);
    {
        const auto second = DeviceMemory<int>::adopt(stream.device(), data, 100);
        EXPECT_EQ(to_vector(stream, second), std::vector<int>(100, 6));
    }
    EXPECT_FALSE(memory_at(stream.device(), data)) << "it was freed";
}

TEST_P(ForeignMemory, OtherLibrariesFreeTheirOwnMemory) {
    Stream stream(open());
    auto owner = test::to_plain_memory(stream, std::vector<int>(10, 1));
    std::vector<const int*> freed;
    {
        auto adopted = DeviceMemory<int>::adopt(stream.device(), owner.data(), 10,
                                                [&](int* data) { freed.push_back(data); });
        fill(stream, adopted.span(), 2);
        const DeviceMemory<int> moved(std::move(adopted));
        EXPECT_TRUE(freed.empty());
    }
    EXPECT_EQ(freed, std::vector<const int*>{owner.data()});
    EXPECT_EQ(to_vector(stream, owner), std::vector<int>(10, 2));
}

TEST_P(ForeignMemory, OnlyPlainMemoryCanBeReleased) {
    Stream stream(open());
    DeviceMemory<int> pooled(stream, 10);
    expect_error(ErrorCode::invalid_state,
                 "the memory belongs to a pool or to another library, which will free the memory",
                 [&] { (void)pooled.release(); });
    EXPECT_EQ(pooled.size(), 10u);
}

TEST_P(ForeignMemory, KernelsAcceptPointersOfOtherLibraries) {
    Stream stream(open());
    auto x = test::to_plain_memory(stream, std::vector<float>(100, 1.0f));
    auto y = test::to_plain_memory(stream, std::vector<float>(100, 1.0f));
    const auto saxpy = test::kernels(stream.device())
                           .kernel<void(std::size_t, float, const float*, float*)>("saxpy");
    saxpy.launch(stream, threads(100), 100, 2.0f, FancyPointer<float>{x.data()},
                 FancyPointer<float>{y.data()});
    EXPECT_EQ(to_vector(stream, y), std::vector<float>(100, 3.0f));
}

void expect_memory(const Device& device, MemoryKind kind, const char* begin) {
    for (const std::size_t offset : {0u, 1u, 4999u}) {
        const std::optional<MemoryInfo> found = memory_at(device, begin + offset);
        ASSERT_TRUE(found) << offset;
        EXPECT_EQ(static_cast<int>(found->kind), static_cast<int>(kind));
        EXPECT_EQ(found->begin, begin);
        EXPECT_GE(found->size_bytes, 5000u);
        EXPECT_EQ(found->ordinal, device.info().ordinal);
    }
}

TEST_P(ForeignMemory, AllocationsAreFoundByPointer) {
    const Device device = open();
    const DeviceMemory<char> on_device(device, 5000);
    const PinnedMemory<char> pinned(device, 5000);
    const ManagedMemory<char> managed(device, 5000);
    expect_memory(device, MemoryKind::device, on_device.data());
    expect_memory(device, MemoryKind::pinned, pinned.data());
    expect_memory(device, MemoryKind::managed, managed.data());
}

TEST_P(ForeignMemory, HostMemoryIsNotFound) {
    const Device device = open();
    const int local = 0;
    EXPECT_FALSE(memory_at(device, &local));
    EXPECT_FALSE(memory_at(device, nullptr));
    std::optional<DeviceMemory<char>> memory(std::in_place, device, 5000);
    const char* begin = memory->data();
    memory.reset();
    EXPECT_FALSE(memory_at(device, begin)) << "it was freed";
}

INSTANTIATE_TEST_SUITE_P(Backends, ForeignMemory, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
