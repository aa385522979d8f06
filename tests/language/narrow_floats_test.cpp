// SPDX-License-Identifier: MIT
// half and bfloat16, compared with the rounded exact result, which is found by binary search.
#include <bit>
#include <cmath>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Bits = std::uint16_t;

/// A 16-bit format with a sign, an exponent and `fraction` bits.
struct Format {
    const char* name;
    int fraction;
    int exponent_bits;

    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    Bits infinity() const { return static_cast<Bits>(((1 << exponent_bits) - 1) << fraction); }
    bool is_nan(Bits bits) const { return (bits & 0x7fff) > infinity(); }

    double value(Bits bits) const {
        const int size = bits & 0x7fff, exponent = size >> fraction;
        if (is_nan(bits)) return NAN;
        const double sign = (bits & 0x8000) != 0 ? -1 : 1;
        if (size == infinity()) return sign * INFINITY;
        const int part = (size & ((1 << fraction) - 1)) | (exponent != 0 ? 1 << fraction : 0);
        return sign * std::ldexp(part, std::max(exponent, 1) - bias() - fraction);
    }

    /// Bit pattern of the largest magnitude that is not greater than that of `x`.
    Bits towards_zero(long double x) const {
        const Bits sign = std::signbit(x) ? 0x8000 : 0;
        Bits low = 0, high = infinity();
        while (high - low > 1) {
            const auto middle = static_cast<Bits>((low + high) / 2);
            (value(middle) <= std::abs(x) ? low : high) = middle;
        }
        return sign | (std::isinf(x) ? infinity() : low);
    }

    /// Rounds to nearest, ties to even.
    Bits nearest(long double x) const {
        if (std::isnan(x)) return 0x7fff;
        const Bits below = towards_zero(x);
        if ((below & 0x7fff) == infinity()) return below;
        const auto above = static_cast<Bits>(below + 1);
        const long double top =
            (above & 0x7fff) == infinity() ? std::ldexp(1.0, bias() + 1) : std::abs(value(above));
        const long double down = std::abs(x) - std::abs(value(below)), up = top - std::abs(x);
        return down < up || (down == up && below % 2 == 0) ? below : above;
    }
};

/// Distance of `exact` from the midpoint between its two neighbors, relative to the neighbors'
/// distance.
double from_tie(const Format& format, long double exact) {
    const Bits below = format.towards_zero(exact);
    if ((below & 0x7fff) >= format.infinity()) return 1;
    const long double low = std::abs(format.value(below)),
                      step = std::ldexp(1.0L, std::max((below & 0x7fff) >> format.fraction, 1) -
                                                  format.bias() - format.fraction);
    return static_cast<double>(std::abs((std::abs(exact) - low) / step - 0.5L));
}

constexpr Format kHalf{"half", 10, 5};
constexpr Format kBfloat16{"bfloat16", 7, 8};

std::vector<Bits> patterns(unsigned seed) {
    std::vector<Bits> all;
    std::mt19937 random(seed);
    for (int i = 0; i < 40'000; ++i) all.push_back(static_cast<Bits>(random()));
    return all;
}

class NarrowFloats : public test::OnEachBackend {
protected:
    void expect_operations(const Format& format);
    void expect_functions(const Format& format);
    void expect_conversions(const Format& format);

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "narrow_floats.cu"};
};

bool is_even(long double x) {
    int exponent = 0;
    const long double fraction = std::frexp(std::abs(x), &exponent);
    return static_cast<std::uint64_t>(std::ldexp(fraction, 64)) % 2 == 0;
}

/// x + y, rounded to odd if inexact, so that rounding the sum again never creates a false tie.
long double sum_near_ties(long double x, long double y) {
    const long double sum = x + y, other = sum - x;
    const long double rest = (x - (sum - other)) + (y - other);
    if (rest == 0 || !std::isfinite(sum) || !is_even(sum)) return sum;
    return std::nextafter(sum, rest > 0 ? HUGE_VALL : -HUGE_VALL);
}

std::vector<long double> exact_results(long double a, long double b) {
    return {a + b,        a - b, a * b,       a / b,           sum_near_ties(a * b, a),
            std::sqrt(a), -a,    std::abs(a), std::fmax(a, b), std::fmin(a, b)};
}

bool is_same(const Format& format, Bits a, Bits b) {
    // The order of +0 and -0 is unspecified.
    return a == b || (format.is_nan(a) && format.is_nan(b)) || ((a | b) & 0x7fff) == 0;
}

unsigned comparisons(double a, double b) {
    return (a < b ? 1u : 0) | (a == b ? 2u : 0) | (!(a < b) ? 4u : 0) | (std::isnan(a) ? 8u : 0);
}

void NarrowFloats::expect_operations(const Format& format) {
    const auto x = patterns(1), y = patterns(2);
    const auto from_x = to_device(stream_, x), from_y = to_device(stream_, y);
    DeviceMemory<Bits> to(device_, 12 * x.size());
    program_
        .kernel<void(unsigned, const Bits*, const Bits*, Bits*)>(format.name +
                                                                 std::string("_operations"))
        .launch(stream_, threads(x.size()), x.size(), from_x, from_y, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = format.value(x[i]), b = format.value(y[i]);
        const auto exact = exact_results(a, b);
        for (std::size_t k = 0; k < exact.size(); ++k)
            ASSERT_TRUE(is_same(format, found[12 * i + k], format.nearest(exact[k])))
                << format.name << " operation " << k << " of " << a << " and " << b << " is "
                << format.value(found[12 * i + k]) << ", not " << exact[k];
        ASSERT_EQ(found[12 * i + 10], comparisons(a, b)) << a << " and " << b;
        if (std::abs(a) < 1e9) {
            ASSERT_EQ(found[12 * i + 11], static_cast<Bits>(static_cast<int>(a))) << a;
        }
    }
}

struct NarrowFunction {
    const char* name;
    long double (*exact)(long double);
    /// Maximum error before rounding, in units in the last place.
    double slack = 1.0 / 64;
};

// CUDA computes these functions in float and rounds once; for half, the result is almost always the
// correctly rounded one. tanh of bfloat16 is the hardware's float function, which has 11 bits.
std::vector<NarrowFunction> functions(const Format& format) {
    const double tanh_slack = format.fraction == 7 ? 3.0 / 16 : 1.0 / 64;
    return {{"exp", std::exp},
            {"exp2", std::exp2},
            {"exp10", [](long double x) { return std::pow(10.0L, x); }},
            {"log", std::log},
            {"log2", std::log2},
            {"log10", std::log10},
            {"sin", std::sin},
            {"cos", std::cos},
            {"tanh", std::tanh, tanh_slack},
            {"sqrt", std::sqrt},
            {"rsqrt", [](long double x) { return 1 / std::sqrt(x); }},
            {"rcp", [](long double x) { return 1 / x; }},
            {"ceil", std::ceil, 0},
            {"floor", std::floor, 0},
            {"trunc", std::trunc, 0},
            {"rint", std::rint, 0}};
}

/// True for the nearest number. If the exact result is about halfway between two numbers, also true
/// for the other one.
bool is_rounded(const Format& format, Bits found, long double exact, double slack) {
    const Bits nearest = format.nearest(exact);
    if (is_same(format, found, nearest)) return true;
    const Bits below = format.towards_zero(exact);
    return (found == below || found == below + 1) && from_tie(format, exact) <= slack;
}

void NarrowFloats::expect_functions(const Format& format) {
    constexpr unsigned kCount = 1u << 16;
    DeviceMemory<Bits> to(device_, 2 * 16 * kCount);
    program_.kernel<void(unsigned, Bits*)>(format.name + std::string("_functions"))
        .launch(stream_, threads(kCount), kCount, to);
    const auto found = to_vector(stream_, to);
    const std::vector<NarrowFunction> all = functions(format);
    for (std::size_t i = 0; i < 2 * kCount; ++i)
        for (std::size_t k = 0; k < all.size(); ++k) {
            const double x = format.value(static_cast<Bits>(i));
            const long double exact = all[k].exact(x);
            ASSERT_TRUE(is_rounded(format, found[16 * i + k], exact, all[k].slack))
                << format.name << "'s " << all[k].name << " of " << x << " is "
                << format.value(found[16 * i + k]) << ", not " << exact
                << (i < kCount ? "" : ", in pairs");
        }
}

void NarrowFloats::expect_conversions(const Format& format) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> size(-30, 20);
    std::vector<float> x{0.0f, -0.0f, 65504.0f, 65520.0f, 1e30f, -1e30f, INFINITY, -INFINITY};
    while (x.size() < 40'000) x.push_back(std::exp2(size(random)) * (random() & 1 ? 1.f : -1.f));
    const auto from = to_device(stream_, x);
    DeviceMemory<Bits> to(device_, 4 * x.size());
    program_.kernel<void(unsigned, const float*, Bits*)>(format.name + std::string("_conversions"))
        .launch(stream_, threads(x.size()), x.size(), from, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Bits cut = format.towards_zero(x[i]);
        const bool is_exact = format.value(cut) == static_cast<double>(x[i]);
        const auto away = static_cast<Bits>(is_exact ? cut : cut + 1);
        const bool minus = std::signbit(x[i]);
        ASSERT_EQ(found[4 * i], format.nearest(x[i])) << format.name << " " << x[i];
        ASSERT_EQ(found[4 * i + 1], cut) << format.name << " " << x[i];
        ASSERT_EQ(found[4 * i + 2], minus ? away : cut) << format.name << " " << x[i];
        ASSERT_EQ(found[4 * i + 3], minus ? cut : away) << format.name << " " << x[i];
    }
}

TEST_P(NarrowFloats, OperationsOnHalvesRoundOnce) { expect_operations(kHalf); }
TEST_P(NarrowFloats, OperationsOnBfloat16RoundOnce) { expect_operations(kBfloat16); }
TEST_P(NarrowFloats, FunctionsOfAllHalvesRoundOnce) { expect_functions(kHalf); }
TEST_P(NarrowFloats, FunctionsOfAllBfloat16RoundOnce) { expect_functions(kBfloat16); }
TEST_P(NarrowFloats, FloatsRoundToHalvesInEachMode) { expect_conversions(kHalf); }
TEST_P(NarrowFloats, FloatsRoundToBfloat16InEachMode) { expect_conversions(kBfloat16); }

TEST_P(NarrowFloats, PairsMatchTwoValuesAndAddAtomically) {
    // 1 + i/8 and 2 in both halves of a pair; sums and products are exact with 11 bits.
    std::vector<std::uint32_t> x, y;
    for (int i = 0; i < 8; ++i) {
        const std::uint32_t bits = kHalf.nearest(1 + i / 8.0);
        x.push_back(bits | bits << 16);
        y.push_back(0x40004000u);
    }
    const auto left = to_device(stream_, x), right = to_device(stream_, y);
    DeviceMemory<std::array<float, 2>> out(device_, 8);
    DeviceMemory<Bits> total = to_device(stream_, std::vector<Bits>{0});
    program_.kernel<void(const void*, const void*, void*, void*)>("pairs").launch(
        stream_, {.grid = {1}, .block = {8}}, left.data(), right.data(), out.data(), total.data());
    const auto found = to_vector(stream_, out);
    for (std::size_t i = 0; i < 8; ++i) {
        const float a = 1 + static_cast<float>(i) / 8;
        EXPECT_EQ(found[i][0], (a + 2) * a);
        EXPECT_EQ(found[i][1], (a + 2) * a);
    }
    EXPECT_EQ(kHalf.value(to_vector(stream_, total)[0]), 11.5);
}

INSTANTIATE_TEST_SUITE_P(Backends, NarrowFloats, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
