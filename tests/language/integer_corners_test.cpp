// SPDX-License-Identifier: MIT
// Shifts, divisions, absolute values, and extremes for which C++ leaves the result undefined,
// compared with a GPU's results.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

#include "lowerings.hpp"

namespace glint {
namespace {

using Wide = std::int64_t;
using UnsignedWide = std::uint64_t;
constexpr int kMin = std::numeric_limits<int>::min();
constexpr Wide kMinWide = std::numeric_limits<Wide>::min();

/// Shift. Uses only the low 32 bits of the amount, as an unsigned number.
template <class T>
T shifted_left(T x, Wide by) {
    const auto amount = static_cast<std::uint32_t>(by);
    if (amount >= 8 * sizeof(T)) return 0;
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) << amount);
}

template <class T>
T shifted_right(T x, Wide by) {
    const auto amount = static_cast<std::uint32_t>(by);
    if (amount >= 8 * sizeof(T)) return x < 0 ? static_cast<T>(-1) : T{0};
    return static_cast<T>(x >> amount);
}

std::vector<Wide> shifts(Wide l, Wide wide, int same) {
    const auto q = static_cast<UnsignedWide>(l);
    const int a = static_cast<int>(l), n = static_cast<int>(wide);
    const auto u = static_cast<std::uint32_t>(a);
    const auto narrow = static_cast<std::int16_t>(a);
    const auto byte = static_cast<std::uint8_t>(a);
    return {shifted_left(a, n),
            shifted_right(a, n),
            shifted_left(u, n),
            shifted_right(u, n),
            shifted_left(l, n),
            shifted_right(l, n),
            static_cast<Wide>(shifted_left(q, n)),
            static_cast<Wide>(shifted_right(q, n)),
            shifted_left(a, same),
            shifted_right(a, same),
            shifted_right(u, same),
            shifted_left(l, same),
            shifted_right(l, same),
            static_cast<Wide>(shifted_right(q, same)),
            shifted_left(a, wide),
            shifted_right(u, wide),
            shifted_right(l, wide),
            static_cast<Wide>(shifted_left(q, wide)),
            shifted_left(a, n),
            shifted_right(l, n),
            static_cast<std::int16_t>(shifted_right<int>(narrow, n)),
            static_cast<std::uint8_t>(shifted_left<int>(byte, n))};
}

template <class T>
T quotient(T x, T y) {
    return y == -1 ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x)) : x / y;
}

template <class T>
T remainder(T x, T y) {
    return y == -1 ? T{0} : x % y;
}

template <class T>
T size_of(T x) {
    return x < 0 ? quotient<T>(x, -1) : x;
}

std::vector<Wide> divisions(Wide l, Wide m, int by, Wide wide_by) {
    const int a = static_cast<int>(l), b = static_cast<int>(m);
    const auto s = static_cast<std::int16_t>(a), t = static_cast<std::int16_t>(b);
    return {quotient(a, b),
            remainder(a, b),
            quotient(l, m),
            remainder(l, m),
            quotient(a, by),
            remainder(a, by),
            quotient(l, wide_by),
            remainder(l, wide_by),
            s / t,
            s % t,
            quotient(a, by),
            remainder(a, b),
            size_of(a),
            size_of(l),
            size_of(l),
            size_of(l),
            a == kMin ? 1 : 0,
            static_cast<Wide>(static_cast<std::uint32_t>(size_of(a)))};
}

/// NaN only if both are NaN; +0 is greater than -0.
float larger(float x, float y) {
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? y : x;
    if (x == y) return std::signbit(x) ? y : x;
    return x > y ? x : y;
}

float smaller(float x, float y) { return -larger(-x, -y); }

std::vector<float> extremes(float x, float y) {
    std::vector<float> all(7, larger(x, y));
    all.insert(all.end(), 7, smaller(x, y));
    for (const float bound : {0.0f, 0.0f, -0.0f, -0.0f, 1.0f}) all.push_back(larger(x, bound));
    for (const float bound : {0.0f, 0.0f, -0.0f, -0.0f, -1.0f}) all.push_back(smaller(x, bound));
    return all;
}

class IntegerCorners : public test::OnEachBackend {
protected:
    static std::vector<Wide> numbers() {
        std::vector<Wide> all{kMinWide, kMin, -1, 0, 1, 2147483647, 32768, -32768, 65535};
        std::mt19937_64 random(3);
        while (all.size() < 40) all.push_back(static_cast<Wide>(random()));
        return all;
    }

    /// Tests each number of `left` with each number of `right`.
    void expect_pairs(const std::vector<Wide>& left, const std::vector<Wide>& right, auto&& launch,
                      auto&& expected) {
        std::vector<Wide> x, y;
        for (const Wide a : left)
            for (const Wide b : right) x.push_back(a), y.push_back(b);
        const auto from_x = to_device(stream_, x), from_y = to_device(stream_, y);
        const std::size_t results = expected(x[0], y[0]).size();
        DeviceMemory<Wide> to(device_, results * x.size());
        launch(x.size(), from_x, from_y, to);
        const std::vector<Wide> found = to_vector(stream_, to);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::vector<Wide> right_results = expected(x[i], y[i]);
            for (std::size_t k = 0; k < results; ++k)
                ASSERT_EQ(found[results * i + k], right_results[k])
                    << "result " << k << " of " << x[i] << " and " << y[i];
        }
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(IntegerCorners, OversizedShiftsGiveZeroOrTheSign) {
    const Wide full = Wide{1} << 32;
    const std::vector<Wide> amounts{
        0,   1,  7,   15,  16,  31,   32,       33,        40,    63,           64,   65,
        255, -1, -31, -32, -64, full, full + 5, full + 32, -full, 3 * full - 1, kMin, kMinWide};
    test::for_each_lowering(device_, "integer_corners.cu", [&](Program& program) {
        const auto kernel =
            program.kernel<void(unsigned, const Wide*, const Wide*, int, Wide*)>("shifts");
        for (const int same : {0, 5, 31, 32, 33, 63, 64, -1, kMin})
            expect_pairs(
                numbers(), amounts,
                [&](std::size_t count, const auto& x, const auto& y, auto& to) {
                    kernel.launch(stream_, threads(count), count, x, y, same, to);
                },
                [&](Wide x, Wide y) { return shifts(x, y, same); });
    });
}

TEST_P(IntegerCorners, MinimumDividedByMinusOneWraps) {
    const std::vector<Wide> divisors{-1, 1, 2, -2, 7, -100, 2147483647, kMin + 1, 65537};
    test::for_each_lowering(device_, "integer_corners.cu", [&](Program& program) {
        const auto kernel =
            program.kernel<void(unsigned, const Wide*, const Wide*, int, Wide, Wide*)>("divisions");
        for (const int by : {-1, 1, 3, kMin})
            expect_pairs(
                numbers(), divisors,
                [&](std::size_t count, const auto& x, const auto& y, auto& to) {
                    kernel.launch(stream_, threads(count), count, x, y, by, Wide{by}, to);
                },
                [&](Wide x, Wide y) { return divisions(x, y, by, by); });
    });
}

TEST_P(IntegerCorners, ConsecutiveNumbersDivideByPlusMinusOne) {
    constexpr int kCount = 300;
    test::for_each_lowering(device_, "integer_corners.cu", [&](Program& program) {
        const auto kernel = program.kernel<void(int, unsigned, int, int*)>("row_divisions");
        DeviceMemory<int> to(device_, 2 * kCount);
        for (const unsigned first : {0u, 5u, 0x7fffff80u, 0x80000000u, 0xffffff80u})
            for (const int by : {-1, 1, 2, 64, 1000, -64, kMin}) {
                kernel.launch(stream_, threads(kCount), kCount, first, by, to);
                const std::vector<int> found = to_vector(stream_, to);
                for (unsigned i = 0; i < kCount; ++i) {
                    const int a = static_cast<int>(first + i);
                    ASSERT_EQ(found[2 * i], quotient(a, by)) << a << " / " << by;
                    ASSERT_EQ(found[2 * i + 1], remainder(a, by)) << a << " % " << by;
                }
            }
    });
}

TEST_P(IntegerCorners, MaximumOfSignedZerosIsPlusZero) {
    const float numbers[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, NAN, INFINITY, -INFINITY};
    std::vector<float> x, y;
    for (const float a : numbers)
        for (const float b : numbers) x.push_back(a), y.push_back(b);
    const auto from_x = to_device(stream_, x), from_y = to_device(stream_, y);
    test::for_each_lowering(device_, "integer_corners.cu", [&](Program& program) {
        DeviceMemory<float> to(device_, 24 * x.size());
        program.kernel<void(unsigned, const float*, const float*, float*)>("extremes")
            .launch(stream_, threads(x.size()), x.size(), from_x, from_y, to);
        const std::vector<float> found = to_vector(stream_, to);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::vector<float> right = extremes(x[i], y[i]);
            for (std::size_t k = 0; k < 24; ++k) {
                const float is = found[24 * i + k];
                const bool same = (std::isnan(is) && std::isnan(right[k])) ||
                                  (is == right[k] && std::signbit(is) == std::signbit(right[k]));
                ASSERT_TRUE(same) << "result " << k << " of " << x[i] << " and " << y[i] << " is "
                                  << is << ", not " << right[k];
            }
        }
    });
}

TEST_P(IntegerCorners, ConstantsAreShiftedAndDividedLikeVariables) {
    const std::string text = R"(
        template <int by>
        __device__ long long shifted() { return 1 << by; }
        __device__ int counted(int* calls) { ++*calls; return 3; }
        extern "C" __global__ void constants(int least, int* calls, long long* out) {
            int byte = 7;
            byte >>= 40;
            const int array[] = {1 << 33, -1 >> 33};
            const long long all[] = {
                1 << 33, 1u << 40, -8 >> 40, 5 >> 32, (long long)(1ull << 70), -1ll >> 70, 0x80000000u >> 32,
                1 << -1, shifted<40>(), byte, array[0], array[1],
                (1 << 33) ? 1 : 0, counted(calls) << 33, least << 33, least >> 33,
                (-2147483647 - 1) / -1, (-2147483647 - 1) % -1, least / -1, least % -1,
                (-9223372036854775807ll - 1) / -1, counted(calls) % -1};
            for (int k = 0; k < 22; ++k) out[k] = all[k];
        })";
    Program program = Program::from_text(device_, "constants.cu", text, {.log_warnings = false});
    DeviceMemory<int> calls = to_device(stream_, std::vector<int>{0});
    DeviceMemory<Wide> to(device_, 22);
    program.kernel<void(int, int*, Wide*)>("constants")
        .launch(stream_, {.grid = {1}, .block = {1}}, kMin, calls, to);
    // NVRTC 13.0 returns 0 when a negative number is shifted right by a constant that is too large.
    const Wide sign = device_.kind() == BackendKind::cpu ? -1 : 0;
    EXPECT_EQ(to_vector(stream_, to),
              (std::vector<Wide>{0,    0, sign, 0, 0,    sign, 0, 0,    0, 0,        0,
                                 sign, 0, 0,    0, sign, kMin, 0, kMin, 0, kMinWide, 0}));
    EXPECT_EQ(to_vector(stream_, calls)[0], 2);
}

INSTANTIATE_TEST_SUITE_P(Backends, IntegerCorners, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
