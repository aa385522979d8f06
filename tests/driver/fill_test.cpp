// SPDX-License-Identifier: MIT
// Fills rows and blocks with elements of any size.
#include <glint/driver/block_copies.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <driver/host_block.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::HostBlock;

/// Bytes that are all different, so that each one shows its position.
template <std::size_t kSize>
struct Bytes {
    std::array<std::uint8_t, kSize> bytes{};

    static Bytes from(std::uint8_t first) {
        Bytes made;
        for (std::size_t i = 0; i < kSize; ++i)
            made.bytes[i] = static_cast<std::uint8_t>(first + 7 * i);
        return made;
    }
    friend bool operator==(const Bytes&, const Bytes&) = default;
};

class Fills : public test::OnEachBackend {
protected:
    /// Expects the elements to change, and their neighbors to stay the same.
    template <class T>
    void expect_filled(std::size_t count, const T& value) {
        std::vector<T> expected(count + 2);
        auto memory = to_device(stream_, expected);
        fill(stream_, memory.span().subspan(1, count), value);
        std::fill(expected.begin() + 1, expected.end() - 1, value);
        EXPECT_EQ(to_vector(stream_, memory), expected) << count << " of " << sizeof(T) << " bytes";
    }

    template <std::size_t kSize>
    void expect_filled_with_bytes() {
        for (const std::size_t count : {1u, 3u, 256u, 1025u, 70001u})
            expect_filled(count, Bytes<kSize>::from(3));
        Bytes<kSize> even;
        even.bytes.fill(0x5a);
        expect_filled(1001, even);
    }

    /// Expects part of a block to change, and everything around it to stay the same.
    template <class T>
    void expect_block_filled(const Extent& whole, const Origin& origin, const Extent& part,
                             const T& value) {
        HostBlock<T> expected(whole), filled(part);
        std::ranges::fill(filled.values(), value);
        PitchedMemory<T> memory(device_, whole);
        upload(stream_, memory.span(), expected.span());
        fill(stream_, memory.span().block(origin, part), value);
        expected.copy(origin, filled, {}, part);
        HostBlock<T> host(whole);
        download(stream_, host.span(), memory.span());
        stream_.synchronize();
        EXPECT_EQ(host, expected) << sizeof(T) << " bytes, " << part.width << " wide";
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Fills, SetElementsOfUpTo16Bytes) {
    expect_filled_with_bytes<1>();
    expect_filled_with_bytes<2>();
    expect_filled_with_bytes<3>();
    expect_filled_with_bytes<4>();
    expect_filled_with_bytes<5>();
    expect_filled_with_bytes<6>();
    expect_filled_with_bytes<7>();
    expect_filled_with_bytes<8>();
    expect_filled_with_bytes<9>();
    expect_filled_with_bytes<10>();
    expect_filled_with_bytes<11>();
    expect_filled_with_bytes<12>();
    expect_filled_with_bytes<13>();
    expect_filled_with_bytes<14>();
    expect_filled_with_bytes<15>();
    expect_filled_with_bytes<16>();
}

TEST_P(Fills, SetCommonTypes) {
    for (const std::size_t count : {1u, 1023u, 300001u}) {
        expect_filled<double>(count, -1.25e-300);
        expect_filled<std::int64_t>(count, -2);
        expect_filled<std::complex<double>>(count, {1.5, -2.5});
        expect_filled<std::array<float, 4>>(count, {1, 2, 3, 4});
        expect_filled<std::array<float, 3>>(count, {1, 2, 3});
    }
}

TEST_P(Fills, WorkOnLargeMemory) {
    constexpr std::size_t kCount = (std::size_t{1} << 22) + 3;
    DeviceMemory<double> memory(device_, kCount);
    fill(stream_, memory.span(), 0.1);
    const std::vector<double> host = to_vector(stream_, memory);
    EXPECT_EQ(std::ranges::count(host, 0.1), static_cast<std::ptrdiff_t>(kCount));
}

TEST_P(Fills, SetPitchedMemoryWithoutThePadding) {
    for (const Extent& part :
         {Extent{1, 1, 1}, Extent{5, 1, 1}, Extent{1, 7, 3}, Extent{8, 5, 4}, Extent{301, 6, 2}}) {
        const Extent whole{part.width + 5, part.height + 3, part.depth + 2};
        expect_block_filled<std::uint8_t>(whole, {2, 1, 1}, part, 0xab);
        expect_block_filled<std::int16_t>(whole, {1, 2, 0}, part, -12345);
        expect_block_filled<float>(whole, {5, 0, 2}, part, -1.5f);
        expect_block_filled<double>(whole, {3, 3, 1}, part, 0.1);
        expect_block_filled(whole, {0, 1, 1}, part, Bytes<3>::from(9));
        expect_block_filled(whole, {1, 1, 0}, part, Bytes<12>::from(9));
        expect_block_filled(whole, {4, 0, 0}, part, Bytes<16>::from(1));
    }
}

TEST_P(Fills, WorkAtUnalignedAddresses) {
    DeviceMemory<std::uint8_t> memory(device_, 64);
    using Four = Bytes<4>;
    fill(stream_, memory.span(), 0);
    fill(stream_, DeviceSpan<Four>(reinterpret_cast<Four*>(memory.data() + 1), 9), Four::from(1));
    const std::vector<std::uint8_t> host = to_vector(stream_, memory);
    for (std::size_t i = 0; i < 36; ++i) EXPECT_EQ(host[1 + i], 1 + 7 * (i % 4)) << i;
    EXPECT_EQ(host[0] + host[37], 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, Fills, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
