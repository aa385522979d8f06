// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <glint/base/float_vectors.hpp>
#include <kernels/fixture.hpp>

namespace glint {
namespace {

class SmallFloats : public test::KernelFile {
protected:
    SmallFloats() : KernelFile("half.cu") {}

    void expect_converted(const std::string& type, int digits);
    void expect_sorted(const std::string& type, int digits);
    void expect_followed(const std::string& type, std::uint16_t infinity);
};

/// Rounds x to `digits` binary digits, ties to even; x is in the normal range of both types.
float rounded(float x, int digits) {
    if (x == 0) return x;
    const float unit = std::ldexp(1.0f, std::ilogb(x) - digits + 1);
    return std::nearbyint(x / unit) * unit;
}

std::vector<float> numbers_with_ties(std::size_t count) {
    std::mt19937 random(17);
    std::uniform_real_distribution<float> uniform(-100, 100);
    std::vector<float> values(count);
    for (float& x : values) x = uniform(random);
    values[0] = 0;
    values[1] = 1 + 0x1p-11f;  // a tie for half
    values[2] = 1 + 0x1p-8f;   // a tie for bfloat16
    return values;
}

void SmallFloats::expect_converted(const std::string& type, int digits) {
    constexpr std::size_t kCount = 1000;
    const std::vector<float> flat = numbers_with_ties(4 * kCount);
    std::vector<Float4> in(kCount);
    std::memcpy(in.data(), flat.data(), flat.size() * sizeof(float));
    const auto found = map<Float4>("converted<" + type + ">", in, kCount, 4);
    for (std::size_t i = 0; i < kCount; ++i) {
        float own[16], expected[4];
        std::memcpy(own, &found[4 * i], sizeof(own));
        for (std::size_t k = 0; k < 4; ++k) expected[k] = rounded(flat[4 * i + k], digits);
        for (std::size_t k = 0; k < 12; ++k) ASSERT_EQ(own[k], expected[k % 4]) << type << " " << i;
        double square = 0;
        for (const float x : expected) square += double(x) * x;
        // These are sums of up to eight products, added in float.
        EXPECT_NEAR(own[12], square, 8 * 0x1p-24 * square) << type << " " << i;
        EXPECT_NEAR(own[13], 2 * square, 16 * 0x1p-24 * square) << type << " " << i;
        EXPECT_NEAR(own[14], expected[0] * expected[2] + expected[1] * expected[3],
                    4 * 0x1p-24 * square)
            << type << " " << i;
    }
}

TEST_P(SmallFloats, RoundOncePackedOrNot) {
    expect_converted("__half", 11);
    expect_converted("__nv_bfloat16", 8);
}

void SmallFloats::expect_sorted(const std::string& type, int digits) {
    const std::vector<float> in = numbers_with_ties(128);
    std::vector<float> expected;
    for (const float x : in) expected.push_back(rounded(x, digits));
    std::ranges::sort(expected);
    EXPECT_EQ(block<float>("sorted<" + type + ">", {64, 1, 1}, in, 128), expected) << type;
}

TEST_P(SmallFloats, CanBeSortKeys) {
    expect_sorted("__half", 11);
    expect_sorted("__nv_bfloat16", 8);
}

void SmallFloats::expect_followed(const std::string& type, std::uint16_t infinity) {
    struct Way {
        std::uint16_t from, towards;
    };
    constexpr std::uint16_t kSign = 0x8000;
    const std::uint16_t none = infinity + 1;
    std::vector<Way> ways;
    std::vector<std::uint16_t> expected;
    const auto add = [&](int from, int towards, int next) {
        ways.push_back({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(towards)});
        expected.push_back(static_cast<std::uint16_t>(next));
    };
    for (int bits = 1; bits < infinity; ++bits) {
        add(bits, infinity, bits + 1);
        add(bits, kSign | infinity, bits - 1);
        add(kSign | bits, infinity, kSign | (bits - 1));
        add(kSign | bits, 0, kSign | (bits - 1));
        add(kSign | bits, kSign | infinity, kSign | (bits + 1));
        add(bits, bits, bits);
    }
    for (const int zero : {0, int(kSign)}) {
        add(zero, infinity, 1);
        add(zero, kSign | 1, kSign | 1);
        add(zero, 0, 0);
    }
    add(infinity, 0, infinity - 1);
    add(kSign | infinity, infinity, kSign | (infinity - 1));
    EXPECT_EQ(map<std::uint16_t>("followed<" + type + ">", ways, ways.size()), expected) << type;
    for (const Way way : {Way{none, 1}, Way{1, none}}) {
        const auto found = map<std::uint16_t>("followed<" + type + ">", std::vector{way}, 1)[0];
        EXPECT_GT(found & 0x7fff, infinity) << type;
    }
}

TEST_P(SmallFloats, NextafterVisitsAllValues) {
    expect_followed("__half", 0x7c00);
    expect_followed("__nv_bfloat16", 0x7f80);
}

INSTANTIATE_TEST_SUITE_P(Backends, SmallFloats, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
