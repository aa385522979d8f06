// SPDX-License-Identifier: MIT
// Floor division, comparison within a tolerance, and replacement of NaN and infinity.
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <climits>
#include <cmath>
#include <complex>
#include <limits>

#include <gtest/gtest.h>

#include <support/backends.hpp>

namespace glint {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
using Bools = std::vector<bool>;

class Closeness : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Closeness, IntegerFloorDivisionRoundsDown) {
    const auto a = array_of<int>(stream_, {7, -7, 7, -7, 6, -6, 5, INT_MIN, INT_MIN, 0});
    const auto b = array_of<int>(stream_, {2, 2, -2, -2, 3, 3, 0, -1, 1, -5});
    EXPECT_EQ(Array(floor_divide(a, b)).to_vector(),
              (std::vector<int>{3, -4, -4, 3, 2, -2, 0, INT_MIN, INT_MIN, 0}));
    const auto narrow = array_of<std::int8_t>(stream_, {-128, -127, 127});
    EXPECT_EQ(Array(floor_divide(narrow, 2)).to_vector(), (std::vector<std::int8_t>{-64, -64, 63}));
    const auto bare = array_of<std::uint64_t>(stream_, {~0ull, 9});
    EXPECT_EQ(Array(floor_divide(bare, 10)).to_vector(),
              (std::vector<std::uint64_t>{~0ull / 10, 0}));
}

TEST_P(Closeness, FloatFloorDivisionMatchesTheRemainder) {
    const auto a = array_of<double>(stream_, {1, 7.5, -7.5, 7.5, -1, 1e300, 3, 0, -0.0, -3});
    const auto b = array_of<double>(stream_, {0.1, 2, 2, -2, INFINITY, 1, 0, -5, 5, 1e-320});
    const auto found = Array(floor_divide(a, b)).to_vector();
    // 1 / 0.1 rounds to 10, but 0.1 as a double is slightly more than a tenth.
    const std::vector<double> expected{9, 3, -4, -4, -1, 1e300, INFINITY, -0.0, -0.0, -INFINITY};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(found[i], expected[i]) << i;
        EXPECT_EQ(std::signbit(found[i]), std::signbit(expected[i])) << i;
    }
    const auto none = array_of<float>(stream_, {kInfinity, kNone});
    for (const float each : Array(floor_divide(none, 2.0f)).to_vector())
        EXPECT_TRUE(std::isnan(each));
    const Array<half> narrow = cast<half>(array_of<float>(stream_, {-7, 7}));
    EXPECT_EQ(Array(cast<float>(floor_divide(narrow, 2))).to_vector(), (std::vector<float>{-4, 3}));
}

TEST_P(Closeness, UsesBothTolerances) {
    const auto a = array_of<float>(stream_, {1, 1.00002f, 1.000002f, 0, kInfinity, kInfinity,
                                             -kInfinity, kNone, kNone, 1, 1000});
    const auto b = array_of<float>(
        stream_, {1, 1, 1, 1e-9f, kInfinity, 1, kInfinity, kNone, 1, kInfinity, 1001});
    const Bools close{true, false, true, true, true, false, false, false, false, false, false};
    EXPECT_EQ(Array(isclose(a, b)).to_vector(), close);
    Bools with_nan = close;
    with_nan[7] = true;
    EXPECT_EQ(Array(isclose(a, b, {.equal_nan = true})).to_vector(), with_nan);
    const Bools loose{true, true, true, true, true, false, false, false, false, false, true};
    EXPECT_EQ(Array(isclose(a, b, {.rtol = 1e-3})).to_vector(), loose);
    EXPECT_EQ(Array(isclose(a, b, {.rtol = 0, .atol = 1})).to_vector(), loose);
    // The tolerance is relative to the second operand: with 0.1, 100 is close to 111, but 111 is
    // not close to 100.
    const auto both = array_of<float>(stream_, {100, 111});
    EXPECT_EQ(Array(isclose(both, reversed(both), {.rtol = 0.1})).to_vector(),
              (Bools{true, false}));
}

TEST_P(Closeness, SupportsMixedTypes) {
    const auto whole = array_of<int>(stream_, {1, 2, 3});
    EXPECT_EQ(Array(isclose(whole, 2)).to_vector(), (Bools{false, true, false}));
    EXPECT_EQ(Array(isclose(whole, array_of<double>(stream_, {1 + 1e-6, 2.1, 3}))).to_vector(),
              (Bools{true, false, true}));
    const auto far = array_of<std::int64_t>(stream_, {1ll << 53});
    EXPECT_EQ(Array(isclose(far, far + 2, {.rtol = 0})).to_vector(), Bools{false});
    const Array<half> narrow = cast<half>(array_of<float>(stream_, {0.1f, 2}));
    EXPECT_EQ(Array(isclose(narrow, 0.1f, {.rtol = 1e-3})).to_vector(), (Bools{true, false}));
    using Number = std::complex<float>;
    const Array<Number> z(stream_, std::vector<Number>{{3, 4}, {3, 4}, {kInfinity, 0}, {kNone, 0}});
    const Array<Number> w(
        stream_, std::vector<Number>{{3, 4.00001f}, {3, 4.01f}, {kInfinity, 0}, {0, kNone}});
    EXPECT_EQ(Array(isclose(z, w)).to_vector(), (Bools{true, false, true, false}));
    EXPECT_EQ(Array(isclose(z, w, {.equal_nan = true})).to_vector(),
              (Bools{true, false, true, true}));
}

TEST_P(Closeness, NanToNumReplacesNaNAndInfinity) {
    const auto x = array_of<float>(stream_, {1, kNone, kInfinity, -kInfinity, -2});
    constexpr float kMax = std::numeric_limits<float>::max();
    EXPECT_EQ(Array(nan_to_num(x)).to_vector(), (std::vector<float>{1, 0, kMax, -kMax, -2}));
    EXPECT_EQ(Array(nan_to_num(x, {.nan = 7, .posinf = 8, .neginf = -9})).to_vector(),
              (std::vector<float>{1, 7, 8, -9, -2}));
    constexpr double kMaxDouble = std::numeric_limits<double>::max();
    EXPECT_EQ(Array(nan_to_num(cast<double>(x), {.neginf = 3})).to_vector(),
              (std::vector<double>{1, 0, kMaxDouble, 3, -2}));
    EXPECT_EQ(Array(cast<float>(nan_to_num(cast<half>(x)))).to_vector(),
              (std::vector<float>{1, 0, 65504, -65504, -2}));
    EXPECT_EQ(Array(cast<float>(nan_to_num(cast<bfloat16>(x)))).to_vector(),
              (std::vector<float>{1, 0, 0x1.FEp127f, -0x1.FEp127f, -2}));
    EXPECT_EQ(Array(nan_to_num(array_of<int>(stream_, {3}))).to_vector(), std::vector<int>{3});
    using Number = std::complex<double>;
    const Array<Number> z(stream_, std::vector<Number>{{NAN, 2}, {-INFINITY, NAN}});
    EXPECT_EQ(Array(nan_to_num(z, {.nan = 1, .neginf = -5})).to_vector(),
              (std::vector<Number>{{1, 2}, {-5, 1}}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Closeness, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
