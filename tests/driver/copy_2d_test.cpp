// SPDX-License-Identifier: MIT
// Blocks of one to three dimensions: copies in each direction, and errors.
#include <glint/driver/block_copies.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <driver/host_block.hpp>
#include <driver/kernels.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::HostBlock;

class Copies2d : public test::OnEachBackend {
protected:
    /// Device memory with the contents of `host`.
    template <class T>
    PitchedMemory<T> on_device(const HostBlock<T>& host) {
        PitchedMemory<T> memory(device_, host.extent());
        upload(stream_, memory.span(), host.span());
        stream_.synchronize();
        return memory;
    }

    template <class T>
    HostBlock<T> on_host(PitchedSpan<const T> block) {
        HostBlock<T> host(block.extent());
        download(stream_, host.span(), block);
        stream_.synchronize();
        return host;
    }

    Device device_ = open();
    Stream stream_{device_};
};

const std::vector<Extent> kExtents{{1, 1, 1}, {7, 1, 1},   {1, 5, 1},    {1, 1, 9},      {13, 7, 1},
                                   {3, 5, 7}, {257, 3, 2}, {1023, 9, 5}, {2047, 1031, 1}};

TEST_P(Copies2d, RoundTripThroughTheDevice) {
    for (const Extent& extent : kExtents) {
        const auto host = HostBlock<float>::counting(extent);
        EXPECT_EQ(on_host<float>(on_device(host).span()), host) << extent.width;
    }
}

TEST_P(Copies2d, ElementsMayHaveAnySize) {
    struct Odd {
        std::uint8_t bytes[7];
        bool operator==(const Odd&) const = default;
    };
    HostBlock<Odd> host({5, 4, 3});
    for (std::size_t i = 0; i < host.values().size(); ++i)
        host.values()[i].bytes[6] = static_cast<std::uint8_t>(i + 1);
    EXPECT_EQ(on_host<Odd>(on_device(host).span()), host);
}

TEST_P(Copies2d, PitchSuitsTheDevice) {
    const std::size_t alignment =
        device_.kind() == BackendKind::cuda ? device_.info().images.address_alignment : 64;
    const PitchedMemory<float> memory(device_, 33, 5, 2);
    EXPECT_EQ(memory.pitch_bytes(), (33 * 4 + alignment - 1) / alignment * alignment);
    EXPECT_EQ(memory.slice_bytes(), 5 * memory.pitch_bytes());
    EXPECT_EQ(memory.extent(), (Extent{33, 5, 2}));
    EXPECT_EQ(memory.pitch_bytes() % device_.info().images.pitch_alignment, 0u);
}

TEST_P(Copies2d, MovedMemoryKeepsItsElements) {
    const auto host = HostBlock<int>::counting({5, 3, 1});
    PitchedMemory<int> first = on_device(host);
    PitchedMemory<int> second(std::move(first));
    EXPECT_EQ(first.data(), nullptr);  // NOLINT(bugprone-use-after-move): the test's subject
    EXPECT_EQ(first.width(), 0u);
    PitchedMemory<int> third(device_, 2, 2);
    third = std::move(second);
    EXPECT_EQ(on_host<int>(third.span()), host);
    EXPECT_EQ(second.extent(), (Extent{0, 0, 0}));
}

TEST_P(Copies2d, SubregionsAreCopiedExactly) {
    const Extent whole{37, 11, 5}, part{9, 4, 3};
    const auto source = HostBlock<int>::counting(whole);
    auto memory = on_device(HostBlock<int>(whole));
    upload(stream_, memory.span().block({20, 6, 2}, part), source.span().block({3, 1, 1}, part));
    HostBlock<int> expected(whole);
    expected.copy({20, 6, 2}, source, {3, 1, 1}, part);
    EXPECT_EQ(on_host<int>(memory.span()), expected);

    HostBlock<int> back(whole);
    download(stream_, back.span().block({0, 7, 0}, part),
             PitchedSpan<const int>(memory.span()).block({20, 6, 2}, part));
    stream_.synchronize();
    HostBlock<int> returned(whole);
    returned.copy({0, 7, 0}, source, {3, 1, 1}, part);
    EXPECT_EQ(back, returned);
}

TEST_P(Copies2d, DifferentPitchesAreSupported) {
    const auto host = HostBlock<std::uint16_t>::counting({101, 23, 4});
    const auto from = on_device(host);
    DeviceMemory<std::uint16_t> dense(device_, 101 * 23 * 4);
    const PitchedSpan<std::uint16_t> to(dense.span(), host.extent());
    copy(stream_, to, from.span());
    EXPECT_EQ(on_host<std::uint16_t>(to), host);
    std::vector<std::uint16_t> flat(dense.size());
    download(stream_, flat, dense.span());
    stream_.synchronize();
    EXPECT_EQ(flat, host.values());
}

TEST_P(Copies2d, SlicePitchMayBeAnyNumberOfBytes) {
    const Extent extent{5, 3, 4};
    const auto host = HostBlock<std::uint8_t>::counting(extent);
    DeviceMemory<std::uint8_t> memory(device_, 200);
    fill(stream_, memory.span(), 0xee);
    // 3 rows of 8 bytes plus 5 bytes.
    const PitchedSpan<std::uint8_t> odd(memory.data(), extent, 8, 29);
    upload(stream_, odd, host.span());
    EXPECT_EQ(on_host<std::uint8_t>(odd), host);
    std::vector<std::uint8_t> raw(200);
    download(stream_, raw, memory.span());
    stream_.synchronize();
    for (std::size_t z = 0; z < 4; ++z)
        for (std::size_t i = 0; i < 29; ++i) {
            const bool inside = i / 8 < 3 && i % 8 < 5;
            const std::size_t index = z * 15 + i / 8 * 5 + i % 8;
            ASSERT_EQ(raw[z * 29 + i], inside ? host.values()[index] : 0xee) << z << ", " << i;
        }
}

TEST_P(Copies2d, CopiesWithinOneAllocationWork) {
    auto host = HostBlock<int>::counting({16, 8, 2});
    auto memory = on_device(host);
    const Extent half{8, 8, 2};
    copy(stream_, memory.span().block({8, 0, 0}, half), memory.span().block({0, 0, 0}, half));
    host.copy({8, 0, 0}, HostBlock<int>::counting({16, 8, 2}), {0, 0, 0}, half);
    EXPECT_EQ(on_host<int>(memory.span()), host);
}

TEST_P(Copies2d, HostCopiesFollowStreamOrder) {
    const auto from = HostBlock<double>::counting({6, 5, 2});
    HostBlock<double> to({8, 7, 3});
    copy(stream_, to.span().block({1, 1, 1}, {6, 5, 2}), from.span());
    stream_.synchronize();
    HostBlock<double> expected({8, 7, 3});
    expected.copy({1, 1, 1}, from, {0, 0, 0}, {6, 5, 2});
    EXPECT_EQ(to, expected);
}

TEST_P(Copies2d, WaitForEarlierWorkButNotTheHost) {
    PitchedMemory<int> memory(device_, 100, 50);
    PinnedMemory<int> host(device_, 5000);
    fill(stream_, memory.span(), 1);
    stream_.synchronize();
    test::Gate gate(stream_);
    fill(stream_, memory.span(), 7);
    download(stream_, HostPitchedSpan<int>(host.span(), {100, 50, 1}), memory.span());
    EXPECT_FALSE(stream_.is_done());
    gate.open();
    stream_.synchronize();
    EXPECT_EQ(std::accumulate(host.span().begin(), host.span().end(), 0), 7 * 5000);
}

TEST_P(Copies2d, EmptyCopiesDoNothing) {
    const PitchedMemory<int> none(device_, 0, 5);
    EXPECT_EQ(none.data(), nullptr);
    HostBlock<int> host({0, 5, 1});
    download(stream_, host.span(), none.span());
    upload(stream_, PitchedSpan<int>(), HostPitchedSpan<int>());
    fill(stream_, PitchedSpan<int>(), 1);
    stream_.synchronize();
}

TEST_P(Copies2d, RowsAreSpans) {
    auto memory = on_device(HostBlock<int>::counting({6, 4, 3}));
    std::vector<int> row(6);
    download(stream_, row, memory.span().row(2, 1));
    stream_.synchronize();
    EXPECT_EQ(row, (std::vector<int>{37, 38, 39, 40, 41, 42}));
    expect_error(ErrorCode::invalid_argument,
                 "6 x 1 x 1 elements starting at (0, 4, 0) are outside the block of 6 x 4 x 3",
                 [&] { (void)memory.span().row(4); });
}

TEST_P(Copies2d, KernelsAcceptPitchedMemory) {
    const Module module = test::kernels(device_);
    const auto saxpy = module.kernel<void(std::size_t, float, const float*, float*)>("saxpy");
    const PitchedMemory<float> x = on_device(HostBlock<float>::counting({10, 3, 1}));
    auto y = on_device(HostBlock<float>({10, 3, 1}));
    saxpy.launch(stream_, threads(4), 4, 2.0f, x, y.span().block({5, 1, 0}, {4, 1, 1}));
    HostBlock<float> expected({10, 3, 1});
    for (std::size_t i = 0; i < 4; ++i) expected.at(5 + i, 1, 0) = 2.0f * static_cast<float>(i + 1);
    EXPECT_EQ(on_host<float>(y.span()), expected);
}

TEST_P(Copies2d, InvalidPitchesAreRefused) {
    int* const any = nullptr;
    const auto refused = [&](const Extent& extent, std::size_t pitch, std::size_t slice,
                             std::string_view reason) {
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { PitchedSpan<int>(any, extent, pitch, slice); });
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { HostPitchedSpan<int>(any, extent, pitch, slice); });
    };
    refused({5, 3, 1}, 16, 0, "the pitch is 16 bytes, but a row has 20");
    refused({5, 3, 2}, 20, 40, "the slices are 40 bytes apart, but a slice has 60 bytes (3 rows)");
    refused({5, 3, 1}, 22, 0,
            "a pitch of 22 bytes and slices of 66 do not align the elements to 4");
    refused({std::size_t{1} << 62, 3, 1}, 0, 0, "the elements do not fit in memory");
    refused({1 << 20, std::size_t{1} << 42, 1 << 20}, 0, 0, "the elements do not fit in memory");
    expect_error(ErrorCode::invalid_argument, "the elements do not fit in memory",
                 [&] { PitchedMemory<int>(device_, std::size_t{1} << 40, std::size_t{1} << 40); });
    std::vector<int> eleven(11);
    expect_error(ErrorCode::invalid_argument, "the memory has 11 elements",
                 [&] { HostPitchedSpan<int>(eleven, {4, 3, 1}); });
}

TEST_P(Copies2d, RegionsOutsideTheMemoryAreRefused) {
    PitchedMemory<int> memory(device_, 8, 4);
    const auto refused = [&](const Origin& origin, const Extent& extent, std::string_view reason) {
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { (void)memory.span().block(origin, extent); });
    };
    refused({1, 0, 0}, {8, 1, 1},
            "8 x 1 x 1 elements starting at (1, 0, 0) are outside the block of 8 x 4 x 1");
    refused({0, 2, 0}, {1, 3, 1},
            "1 x 3 x 1 elements starting at (0, 2, 0) are outside the block of 8 x 4 x 1");
    refused({0, 0, 1}, {1, 1, 1},
            "1 x 1 x 1 elements starting at (0, 0, 1) are outside the block of 8 x 4 x 1");
    refused({~std::size_t{0}, 0, 0}, {2, 1, 1},
            "2 x 1 x 1 elements starting at (18446744073709551615, 0, 0) are outside the block of "
            "8 x 4 x 1");
    EXPECT_EQ(memory.span().block({8, 4, 1}, {0, 0, 0}).width(), 0u);
}

TEST_P(Copies2d, CopiesOfAnotherExtentAreRefused) {
    PitchedMemory<int> memory(device_, 8, 4);
    HostBlock<int> host({4, 8, 1});
    try {
        upload(stream_, memory.span(), host.span());
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "cannot copy a block of 4 x 8 x 1 elements of 4 bytes: the destination has 8 "
                     "x 4 x 1 elements");
    }
}

TEST_P(Copies2d, NullPointersAreRefused) {
    PitchedMemory<int> memory(device_, 8, 4);
    const PitchedSpan<int> nothing(nullptr, {8, 4, 1});
    const HostPitchedSpan<int> no_host(nullptr, {8, 4, 1});
    expect_error(ErrorCode::invalid_argument, "the destination is null",
                 [&] { copy(stream_, nothing, memory.span()); });
    expect_error(ErrorCode::invalid_argument, "the source is null",
                 [&] { upload(stream_, memory.span(), no_host); });
    expect_error(ErrorCode::invalid_argument, "the destination is null",
                 [&] { fill(stream_, nothing, 1); });
}

TEST_P(Copies2d, OverlappingRegionsAreRefused) {
    PitchedMemory<int> memory(device_, 16, 8, 4);
    const auto overlap = [&](const Origin& to, const Origin& from, const Extent& extent) {
        try {
            copy(stream_, memory.span().block(to, extent), memory.span().block(from, extent));
        } catch (const Error& error) {
            EXPECT_EQ(error.reason(), "the source and the destination overlap");
            return true;
        }
        return false;
    };
    // For each pair of block origins, compares the result with the overlap of the ranges along each
    // axis.
    const Extent extent{6, 3, 2};
    for (std::size_t x = 0; x <= 10; x += 2)
        for (std::size_t y = 0; y <= 5; ++y)
            for (std::size_t z = 0; z <= 2; ++z) {
                const bool expected =
                    x + 6 > 5 && 5 + 6 > x && y + 3 > 2 && 2 + 3 > y && z + 2 > 1 && 1 + 2 > z;
                EXPECT_EQ(overlap({x, y, z}, {5, 2, 1}, extent), expected) << x << y << z;
                EXPECT_EQ(overlap({5, 2, 1}, {x, y, z}, extent), expected) << x << y << z;
            }
    const PitchedSpan<int> other_pitch(memory.data(), {6, 2, 1}, 32);
    expect_error(ErrorCode::invalid_argument, "the source and the destination overlap",
                 [&] { copy(stream_, other_pitch, memory.span().block({0, 0, 0}, {6, 2, 1})); });
    // For a single row or a single slice, the pitch has no effect.
    const PitchedSpan<int> row(memory.data() + 1, {1, 1, 3}, 0, memory.slice_bytes());
    copy(stream_, row, memory.span().block({0, 0, 0}, {1, 1, 3}));
    const PitchedSpan<int> slice(memory.data() + 1, {1, 3, 1}, memory.pitch_bytes());
    copy(stream_, slice, memory.span().block({0, 0, 0}, {1, 3, 1}));
    stream_.synchronize();
}

INSTANTIATE_TEST_SUITE_P(Backends, Copies2d, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
