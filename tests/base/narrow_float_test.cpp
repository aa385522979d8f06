// SPDX-License-Identifier: MIT
#include <glint/base/narrow_float.hpp>

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace glint {
namespace {

constexpr NarrowFloat kHalf = NarrowFloat::half, kBfloat = NarrowFloat::bfloat;

TEST(NarrowFloat, HalfHasTheStandardsExampleValues) {
    EXPECT_EQ(from_bits(kHalf, 0x3c00), 1);
    EXPECT_EQ(from_bits(kHalf, 0xc000), -2);
    EXPECT_EQ(from_bits(kHalf, 0x7bff), 65504);
    EXPECT_EQ(from_bits(kHalf, 0x0400), std::ldexp(1, -14));
    EXPECT_EQ(from_bits(kHalf, 0x0001), std::ldexp(1, -24));
    EXPECT_EQ(from_bits(kHalf, 0x3555), 0.333251953125);
    EXPECT_EQ(largest(kHalf), 65504);
}

TEST(NarrowFloat, BfloatIsAFloatsUpperHalf) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        if ((bits & 0x7f80) == 0x7f80) continue;  // skip infinities and NaN
        const std::uint32_t whole = bits << 16;
        float value = 0;
        std::memcpy(&value, &whole, sizeof value);
        ASSERT_EQ(from_bits(kBfloat, static_cast<std::uint16_t>(bits)), value) << bits;
    }
    EXPECT_EQ(largest(kBfloat), from_bits(kBfloat, 0x7f7f));
}

TEST(NarrowFloat, EveryValueRoundTrips) {
    for (const NarrowFloat format : {kHalf, kBfloat}) {
        const unsigned infinity = format == kHalf ? 0x7c00 : 0x7f80;
        for (unsigned bits = 0; bits < infinity; ++bits) {
            const double value = from_bits(format, static_cast<std::uint16_t>(bits));
            ASSERT_EQ(to_bits(format, value), bits);
            ASSERT_EQ(nearest(format, value), value);
            ASSERT_EQ(to_bits(format, -value), bits | 0x8000);
        }
    }
}

TEST(NarrowFloat, TiesRoundToEven) {
    EXPECT_EQ(nearest(kHalf, 2049), 2048);
    EXPECT_EQ(nearest(kHalf, 2051), 2052);
    EXPECT_EQ(nearest(kHalf, 2049.0001), 2050);
    EXPECT_EQ(nearest(kHalf, 65519.9), 65504);
    EXPECT_GT(nearest(kHalf, 65520), largest(kHalf));
    EXPECT_EQ(nearest(kHalf, std::ldexp(1, -25)), 0);
    EXPECT_EQ(nearest(kHalf, std::ldexp(1.01, -25)), std::ldexp(1, -24));
    EXPECT_EQ(nearest(kBfloat, 257), 256);
    EXPECT_EQ(nearest(kBfloat, -259), -260);
    EXPECT_TRUE(std::signbit(nearest(kHalf, -0.0)));
}

}  // namespace
}  // namespace glint
