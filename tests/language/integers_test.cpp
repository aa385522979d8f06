// SPDX-License-Identifier: MIT
// Integer intrinsics, compared with their definitions, and language features other than math.
#include <algorithm>
#include <bit>
#include <filesystem>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Word = std::uint32_t;

/// Applies `join` to each pair of fields of `bits` bits.
Word each_part(Word a, Word b, unsigned bits, auto&& join) {
    const Word mask = (Word{1} << bits) - 1;
    Word all = 0;
    for (unsigned shift = 0; shift < 32; shift += bits)
        all |= (static_cast<Word>(join(a >> shift & mask, b >> shift & mask)) & mask) << shift;
    return all;
}

Word reversed(Word x) {
    Word all = 0;
    for (int bit = 0; bit < 32; ++bit) all |= (x >> bit & 1u) << (31 - bit);
    return all;
}

/// Bytes of `b` and `a`, each selected by the low three bits of one of the four hex digits of
/// `selector`.
Word permuted(Word a, Word b, Word selector) {
    Word all = 0;
    for (unsigned digit = 0; digit < 4; ++digit) {
        const unsigned byte = selector >> (4 * digit) & 7;
        all |= ((byte < 4 ? a : b) >> (8 * (byte % 4)) & 255) << (8 * digit);
    }
    return all;
}

std::int64_t low24(Word x) { return static_cast<std::int32_t>(x << 8) >> 8; }

std::int32_t dot(Word a, Word b) {
    std::int32_t total = 5;
    for (int shift = 0; shift < 32; shift += 8)
        total += static_cast<std::int8_t>(a >> shift) * static_cast<std::int8_t>(b >> shift);
    return total;
}

std::vector<Word> expected(Word a, Word b) {
    const std::int64_t s = static_cast<std::int32_t>(a), t = static_cast<std::int32_t>(b);
    const std::uint64_t wide_a = a, wide_b = b;
    return {static_cast<Word>(wide_a * wide_b >> 32), static_cast<Word>(s * t >> 32),
            static_cast<Word>(low24(a) * low24(b)),
            static_cast<Word>((wide_a & 0xffffff) * (wide_b & 0xffffff)), reversed(a),
            static_cast<Word>(std::countl_zero(a)),
            a == 0 ? 0 : static_cast<Word>(std::countr_zero(a)) + 1,
            static_cast<Word>(std::popcount(a)),
            // Bytes 1, 6, 2, and 7 of all eight bytes, starting with the lowest.
            (a >> 8 & 255) | (b >> 16 & 255) << 8 | (a >> 16 & 255) << 16 | (b >> 24) << 24,
            b << 11 | a >> 21, b, static_cast<Word>((s + t) >> 1),
            static_cast<Word>((s + t + 1) >> 1), static_cast<Word>(std::abs(s - t)) + 7,
            static_cast<Word>(dot(a, b)), each_part(a, b, 8, [](Word x, Word y) { return x + y; }),
            each_part(a, b, 8, [](Word x, Word y) { return x > y ? x - y : y - x; }),
            each_part(a, b, 16,
                      [](Word x, Word y) {
                          return std::max(static_cast<std::int16_t>(x),
                                          static_cast<std::int16_t>(y));
                      }),
            each_part(a, b, 8, [](Word x, Word y) { return x > y ? 255 : 0; }),
            each_part(a, b, 16, [](Word x, Word y) { return std::min(x + y, Word{65535}); }),
            permuted(a, b, a ^ b), permuted(a, b, 0xf8ba)};
}

class Language : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "integers.cu"};
};

TEST_P(Language, IntegerIntrinsicsMatchTheirDefinition) {
    std::mt19937 random(9);
    std::vector<Word> x{0, 0, 0xffffffffu, 0x80000000u, 0x7fffffffu, 1},
        y{0, 0xffffffffu, 0xffffffffu, 0x80000000u, 0x80000000u, 0};
    while (x.size() < 2000)
        x.push_back(static_cast<Word>(random())), y.push_back(static_cast<Word>(random()));
    const auto from_x = to_device(stream_, x), from_y = to_device(stream_, y);
    DeviceMemory<Word> to(device_, 22 * x.size());
    program_.kernel<void(unsigned, const Word*, const Word*, Word*)>("integers")
        .launch(stream_, threads(x.size()), x.size(), from_x, from_y, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::vector<Word> all = expected(x[i], y[i]);
        for (std::size_t k = 0; k < all.size(); ++k)
            ASSERT_EQ(found[22 * i + k], all[k])
                << "result " << k << " of " << x[i] << ", " << y[i];
    }
}

TEST_P(Language, TheNthSetBitIsFoundInBothDirections) {
    std::mt19937 random(3);
    std::vector<Word> masks, bases, expected;
    std::vector<int> offsets;
    while (masks.size() < 3000) {
        const Word mask = static_cast<Word>(random()) & (random() % 3 ? ~Word{0} : 0x80010001u);
        const int base = static_cast<int>(random() % 32);
        const int offset = static_cast<int>(random() % 21) - 10;
        int at = offset == 0 && (mask >> base & 1u) ? base : -1;
        int left = std::abs(offset);
        for (int bit = base; left > 0 && bit >= 0 && bit < 32; bit += offset < 0 ? -1 : 1)
            if ((mask >> bit & 1u) && --left == 0) at = bit;
        masks.push_back(mask);
        bases.push_back(static_cast<Word>(base));
        offsets.push_back(offset);
        expected.push_back(static_cast<Word>(at));
    }
    const auto of_masks = to_device(stream_, masks);
    const auto of_bases = to_device(stream_, bases);
    const auto of_offsets = to_device(stream_, offsets);
    DeviceMemory<Word> to(device_, masks.size());
    program_.kernel<void(unsigned, const Word*, const Word*, const int*, Word*)>("nth_set").launch(
        stream_, threads(masks.size()), masks.size(), of_masks, of_bases, of_offsets, to);
    EXPECT_EQ(to_vector(stream_, to), expected);
}

TEST_P(Language, DynamicSharedArraysShareTheirAddress) {
    std::vector<int> in(64);
    std::iota(in.begin(), in.end(), 10);
    const auto from = to_device(stream_, in);
    DeviceMemory<int> to(device_, 64);
    program_.kernel<void(const int*, int*)>("language")
        .launch(stream_, {.grid = {1}, .block = {64}, .shared_bytes = 256}, from, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(found[i], in[63 - i] + 3) << i;
}

TEST_P(Language, PrintfReturnsTheNumberOfItsArguments) {
    DeviceMemory<int> to(device_, 4);
    program_.kernel<void(const char*, int*)>("printed").launch(
        stream_, {.grid = {1}, .block = {1}}, static_cast<const char*>(nullptr), to);
    EXPECT_EQ(to_vector(stream_, to), (std::vector<int>{0, 1, 3, -1}));
}

TEST_P(Language, ClocksAdvance) {
    DeviceMemory<long long> to(device_, 2);
    program_.kernel<void(long, long long*)>("waited").launch(stream_, {.grid = {1}, .block = {1}},
                                                             100'000L, to);
    const auto found = to_vector(stream_, to);
    EXPECT_GE(found[0], 100'000);
    EXPECT_GE(found[1], found[0]);
}

INSTANTIATE_TEST_SUITE_P(Backends, Language, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
