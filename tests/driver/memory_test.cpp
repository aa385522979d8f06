// SPDX-License-Identifier: MIT
#include <glint/driver/memory.hpp>

#include <limits>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include <glint/driver/memory_at.hpp>
#include <glint/driver/stream.hpp>

#include <base/scratch.hpp>
#include <driver/plain_memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

template <class T>
std::vector<T> counting(std::size_t count) {
    std::vector<T> values(count);
    std::iota(values.begin(), values.end(), T{1});
    return values;
}

using Memory = test::OnEachBackend;

TEST_P(Memory, UploadAndDownloadKeepEveryElement) {
    Stream stream(open());
    for (const std::size_t count : {1u, 3u, 255u, 4097u, 1000003u}) {
        const auto values = counting<int>(count);
        EXPECT_EQ(to_vector(stream, test::to_plain_memory(stream, values).span()), values) << count;
    }
}

TEST_P(Memory, ElementsMayHaveAnySize) {
    struct Odd {
        char bytes[7];
        bool operator==(const Odd&) const = default;
    };
    Stream stream(open());
    const std::vector<Odd> values{{"abcdef"}, {"ghijkl"}, {"mnopqr"}};
    EXPECT_EQ(to_vector(stream, test::to_plain_memory(stream, values).span()), values);
}

TEST_P(Memory, EmptyMemoryIsNull) {
    Stream stream(open());
    DeviceMemory<float> none(stream.device(), 0);
    PinnedMemory<float> pinned(stream.device(), 0);
    EXPECT_EQ(none.data(), nullptr);
    EXPECT_EQ(none.size(), 0u);
    EXPECT_TRUE(none.span().empty());
    EXPECT_EQ(pinned.data(), nullptr);
    upload(stream, none.span(), pinned.span());
    download(stream, pinned.span(), none.span());
    copy(stream, none.span(), none.span());
    fill(stream, none.span(), 1.0f);
    stream.synchronize();
}

TEST_P(Memory, IsAlignedForAnyVectorType) {
    const Device device = open();
    for (const std::size_t size_bytes : {1u, 100u, 5000u}) {
        DeviceMemory<char> memory(device, size_bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 256, 0u) << size_bytes;
    }
}

TEST_P(Memory, MovedMemoryKeepsItsElements) {
    Stream stream(open());
    const auto values = counting<int>(100);
    DeviceMemory<int> first = test::to_plain_memory(stream, values);
    const int* place = first.data();
    DeviceMemory<int> second(std::move(first));
    EXPECT_EQ(first.data(), nullptr);  // NOLINT(bugprone-use-after-move): the test's subject
    EXPECT_EQ(first.size(), 0u);
    EXPECT_EQ(second.data(), place);
    EXPECT_EQ(to_vector(stream, second), values);
}

TEST_P(Memory, MoveAssignmentFreesTheOldMemory) {
    Stream stream(open());
    const auto values = counting<int>(7);
    DeviceMemory<int> target = test::to_plain_memory(stream, counting<int>(100));
    DeviceMemory<int> source = test::to_plain_memory(stream, values);
    const int* const was_there = target.data();
    target = std::move(source);
    EXPECT_FALSE(memory_at(stream.device(), was_there));
    EXPECT_EQ(source.data(), nullptr);  // NOLINT(bugprone-use-after-move): the test's subject
    EXPECT_EQ(source.size(), 0u);
    EXPECT_EQ(to_vector(stream, target), values);
    DeviceMemory<int>& itself = target;
    target = std::move(itself);
    EXPECT_EQ(to_vector(stream, target), values);
}

TEST_P(Memory, MovedMemoryReturnsToItsPool) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    const auto active = [&] {
        const PoolStatistics now = pool.statistics();
        return std::pair(now.active_blocks, now.active_bytes);
    };
    using Active = std::pair<std::size_t, std::size_t>;
    {
        DeviceMemory<int> target(stream, 10, pool);
        DeviceMemory<int> source(stream, 1000, pool);
        EXPECT_EQ(active(), Active(2, 4040));
        target = std::move(source);
        EXPECT_EQ(active(), Active(1, 4000));
        DeviceMemory<int> moved(std::move(target));
        EXPECT_EQ(active(), Active(1, 4000));
        target = DeviceMemory<int>(stream, 20, pool);
        EXPECT_EQ(active(), Active(2, 4080));
        moved = DeviceMemory<int>();
        EXPECT_EQ(active(), Active(1, 80));
    }
    EXPECT_EQ(active(), Active(0, 0));
}

TEST_P(Memory, PinnedMemoryCanBeMoved) {
    const Device device = open();
    PinnedMemory<int> first(device, 10);
    first.data()[9] = 42;
    PinnedMemory<int> second(std::move(first));
    EXPECT_EQ(first.size(), 0u);  // NOLINT(bugprone-use-after-move): the test's subject
    PinnedMemory<int> third;
    third = std::move(second);
    EXPECT_EQ(third.size(), 10u);
    EXPECT_EQ(third.span()[9], 42);
}

TEST_P(Memory, PinnedMemoryRoundTripsThroughTheDevice) {
    Stream stream(open());
    constexpr std::size_t kCount = 12345;
    PinnedMemory<double> from(stream.device(), kCount);
    PinnedMemory<double> to(stream.device(), kCount);
    DeviceMemory<double> on_device(stream.device(), kCount);
    for (std::size_t i = 0; i < kCount; ++i) from.data()[i] = 0.5 * static_cast<double>(i);
    upload(stream, on_device.span(), from.span());
    download(stream, to.span(), on_device.span());
    stream.synchronize();
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(to.data()[i], from.data()[i]) << i;
}

TEST_P(Memory, OverflowingSizesAreRefusedWithTheNumbers) {
    const Device device = open();
    constexpr std::size_t kCount = std::numeric_limits<std::size_t>::max() / 4;
    const auto reason = "4611686018427387903 elements of 8 bytes do not fit in memory";
    expect_error(ErrorCode::invalid_argument, reason,
                 [&] { const DeviceMemory<double> memory(device, kCount); });
    expect_error(ErrorCode::invalid_argument, reason,
                 [&] { const PinnedMemory<double> memory(device, kCount); });
}

TEST_P(Memory, RequestsBeyondTheMachineNameTheSize) {
    const Device device = open();
    try {
        const DeviceMemory<char> memory(device, std::size_t{1} << 46);
        FAIL() << "64 TiB were allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
        const std::string text = error.what();
        EXPECT_TRUE(text.find("70368.7 GB") != text.npos ||
                    text.find("70368744177664") != text.npos || text.find("70.4 TB") != text.npos)
            << text;
    }
    EXPECT_THROW(PinnedMemory<char>(device, std::size_t{1} << 46), Error);
    EXPECT_EQ(DeviceMemory<char>(device, 100).size(), 100u) << "the device works on";
}

template <class T>
void expect_filled(Stream& stream, std::size_t count, T value) {
    std::vector<T> expected(count + 2, T{1});
    DeviceMemory<T> memory = test::to_plain_memory(stream, expected);
    fill(stream, memory.span().subspan(1, count), value);
    std::fill(expected.begin() + 1, expected.end() - 1, value);
    EXPECT_EQ(to_vector(stream, memory), expected) << count << " of " << sizeof(T) << " bytes";
}

TEST_P(Memory, FillDoesNotTouchNeighbors) {
    Stream stream(open());
    for (const std::size_t count : {1u, 5u, 1023u, 300001u}) {
        expect_filled<std::uint8_t>(stream, count, 0xab);
        expect_filled<std::int16_t>(stream, count, -12345);
        expect_filled<float>(stream, count, -1.5f);
        expect_filled<std::uint32_t>(stream, count, 0xdeadbeef);
    }
}

TEST_P(Memory, CopiesSubspansOnTheDevice) {
    Stream stream(open());
    DeviceMemory<int> from = test::to_plain_memory(stream, counting<int>(10));
    DeviceMemory<int> to = test::to_plain_memory(stream, std::vector<int>(5, 0));
    copy(stream, to.span().subspan(1, 3), from.span().subspan(6, 3));
    EXPECT_EQ(to_vector(stream, to), (std::vector<int>{0, 7, 8, 9, 0}));
}

TEST_P(Memory, CopiesOfDifferentSizesNameBoth) {
    Stream stream(open());
    DeviceMemory<int> two(stream.device(), 2);
    DeviceMemory<int> three(stream.device(), 3);
    std::vector<int> host(3);
    const std::string reason = "the destination has 2 elements";
    expect_error(ErrorCode::invalid_argument, reason, [&] { upload(stream, two.span(), host); });
    expect_error(ErrorCode::invalid_argument, reason,
                 [&] { copy(stream, two.span(), three.span()); });
    try {
        download(stream, host, two.span());
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "cannot copy 2 elements of 4 bytes: the destination has 3 elements");
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Memory, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
