// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include <support/backends.hpp>

namespace glint {
namespace {

class ComplexFunctions : public test::OnEachBackend {
protected:
    /// Compares with std::complex<double> to within `tolerance` times the absolute value.
    template <class T>
    void expect(const char* name, const auto& device, const auto& host, double tolerance) {
        using Number = std::complex<T>;
        std::vector<Number> values;
        for (const float re : {-2.5f, -0.75f, 0.25f, 1.5f})
            for (const float im : {-1.25f, -0.5f, 0.375f, 2.0f}) values.emplace_back(re, im);
        const Array<Number> x(stream_, values);
        const auto results = Array(device(x)).to_vector();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::complex<double> expected = host(std::complex<double>(values[i]));
            EXPECT_LE(std::abs(std::complex<double>(results[i]) - expected),
                      tolerance * std::max(1.0, std::abs(expected)))
                << name << " of " << values[i] << " is " << results[i] << ", not " << expected;
        }
    }

    template <class T>
    void expect_all(double tolerance);

    Device device_ = open();
    Stream stream_{device_};
};

#define GLINT_COMPLEX_PAIR(name)                             \
    expect<T>(                                               \
        #name, [](const auto& z) { return glint::name(z); }, \
        [](const auto& z) { return std::name(z); }, tolerance)

template <class T>
void ComplexFunctions::expect_all(double tolerance) {
    GLINT_COMPLEX_PAIR(exp);
    GLINT_COMPLEX_PAIR(log);
    GLINT_COMPLEX_PAIR(sqrt);
    GLINT_COMPLEX_PAIR(sin);
    GLINT_COMPLEX_PAIR(cos);
    GLINT_COMPLEX_PAIR(tan);
    GLINT_COMPLEX_PAIR(sinh);
    GLINT_COMPLEX_PAIR(cosh);
    GLINT_COMPLEX_PAIR(tanh);
    GLINT_COMPLEX_PAIR(asin);
    GLINT_COMPLEX_PAIR(acos);
    GLINT_COMPLEX_PAIR(atan);
    GLINT_COMPLEX_PAIR(asinh);
    GLINT_COMPLEX_PAIR(acosh);
    GLINT_COMPLEX_PAIR(atanh);
    GLINT_COMPLEX_PAIR(log10);
    GLINT_COMPLEX_PAIR(conj);
    GLINT_COMPLEX_PAIR(abs);
    GLINT_COMPLEX_PAIR(arg);
    GLINT_COMPLEX_PAIR(real);
    GLINT_COMPLEX_PAIR(imag);
    using Number = std::complex<double>;
    expect<T>(
        "arithmetic", [](const auto& z) { return (z * z - z / 2 + 3.0f) / (-z); },
        [](Number z) { return (z * z - z / 2.0 + 3.0) / -z; }, tolerance);
    expect<T>(
        "power", [](const auto& z) { return pow(z, 1.5); },
        [](Number z) { return std::pow(z, 1.5); }, tolerance);
    // Mixes real functions and complex operands.
    expect<T>(
        "mixed", [](const auto& z) { return z * exp(real(z)) + fma(imag(z), 2, 1); },
        [](Number z) { return z * std::exp(z.real()) + 2 * z.imag() + 1.0; }, tolerance);
}

TEST_P(ComplexFunctions, MatchTheHost) {
    expect_all<float>(4e-6);
    expect_all<double>(1e-14);
}

TEST_P(ComplexFunctions, CompareConvertAndCombine) {
    using Number = std::complex<float>;
    const Array<Number> z(stream_, std::vector<Number>{{1, 2}, {0, 0}, {1, 0}});
    EXPECT_EQ(Array(z == 1).to_vector(), (std::vector<bool>{false, false, true}));
    EXPECT_EQ(Array(z != z).to_vector(), (std::vector<bool>{false, false, false}));
    EXPECT_EQ(Array(!z).to_vector(), (std::vector<bool>{false, true, false}));
    EXPECT_EQ(Array(cast<std::complex<double>>(z)).to_vector()[0], std::complex<double>(1, 2));
    EXPECT_EQ(Array(z + arange<int>(stream_, 3)).to_vector()[2], Number(3, 0));
    EXPECT_EQ(Array(cast<half>(real(z)) * z).to_vector()[0], Number(1, 2));
    EXPECT_EQ(Array(where(real(z) > 0, z, Number(0, 5))).to_vector()[1], Number(0, 5));
    EXPECT_EQ(Array(complex(arange<int>(stream_, 2), 1)).to_vector()[1], Number(1, 1));
}

class SpecialValues : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(SpecialValues, MinimumAndMaximumHandleNaN) {
    const float nan = NAN, inf = std::numeric_limits<float>::infinity();
    const Array<float> a(stream_, std::vector<float>{nan, 1, nan, -inf, 0});
    const Array<float> b(stream_, std::vector<float>{2, nan, nan, inf, -0.0f});
    const auto expect = [](const auto& values, const std::vector<double>& expected) {
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_TRUE(values[i] == expected[i] ||
                        (std::isnan(values[i]) && std::isnan(expected[i])))
                << i << ": " << values[i];
    };
    expect(Array(minimum(a, b)).to_vector(), {NAN, NAN, NAN, -inf, 0});
    expect(Array(maximum(a, b)).to_vector(), {NAN, NAN, NAN, inf, 0});
    expect(Array(fmin(a, b)).to_vector(), {2, 1, NAN, -inf, 0});
    expect(Array(fmax(a, b)).to_vector(), {2, 1, NAN, inf, 0});
    expect(Array(sign(a)).to_vector(), {NAN, 1, NAN, -1, 0});
    expect(Array(arg(b)).to_vector(), {0, NAN, NAN, 0, std::numbers::pi_v<float>});
    EXPECT_EQ(Array(isnan(a)).to_vector(), (std::vector<bool>{true, false, true, false, false}));
    EXPECT_EQ(Array(isinf(b)).to_vector(), (std::vector<bool>{false, false, false, true, false}));
    EXPECT_EQ(Array(isfinite(a)).to_vector(), (std::vector<bool>{false, true, false, false, true}));
    EXPECT_EQ(Array(signbit(b)).to_vector()[4], true);
    EXPECT_EQ(Array(isfinite(cast<int>(b))).to_vector()[0], true);
    EXPECT_EQ(Array(a == a).to_vector(), (std::vector<bool>{false, true, false, true, true}));
    EXPECT_EQ(Array(frexp(a).second).to_vector(), (std::vector<int>{0, 1, 0, 0, 0}));
    expect(Array(modf(b).first).to_vector(), {0, NAN, NAN, 0, 0});
}

TEST_P(SpecialValues, FloatToIntegerConversionSaturates) {
    const Array<double> x(stream_, std::vector<double>{NAN, 1e300, -1e300, 300.7, -300.7, -0.9});
    const auto int_max = std::numeric_limits<int>::max(), int_min = std::numeric_limits<int>::min();
    EXPECT_EQ(Array(cast<int>(x)).to_vector(),
              (std::vector<int>{0, int_max, int_min, 300, -300, 0}));
    EXPECT_EQ(Array(cast<std::int8_t>(x)).to_vector(),
              (std::vector<std::int8_t>{0, 127, -128, 127, -128, 0}));
    EXPECT_EQ(Array(cast<std::uint16_t>(x)).to_vector(),
              (std::vector<std::uint16_t>{0, 65535, 0, 300, 0, 0}));
    EXPECT_EQ(Array(cast<std::int64_t>(x)).to_vector()[1],
              std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(Array(cast<std::uint64_t>(cast<float>(x))).to_vector()[1], ~0ull);
    EXPECT_EQ(Array(cast<bool>(x)).to_vector(), std::vector<bool>(6, true));
    EXPECT_EQ(Array(cast<std::uint8_t>(cast<int>(x))).to_vector()[3], 44);
}

TEST_P(SpecialValues, HalvesRoundToNearestEven) {
    const Array<float> x(stream_, std::vector<float>{65504, 65520, 1e-8f, 2049, 2051});
    const auto halves = Array(cast<half>(x)).to_vector();
    EXPECT_EQ(static_cast<float>(halves[0]), 65504.0f);
    EXPECT_TRUE(std::isinf(static_cast<float>(halves[1])));
    EXPECT_EQ(static_cast<float>(halves[2]), 0.0f);
    EXPECT_EQ(static_cast<float>(halves[3]), 2048.0f);
    EXPECT_EQ(static_cast<float>(halves[4]), 2052.0f);
    const Array<float> y(stream_, std::vector<float>{257, 259, -0.0f});
    const auto bfloats = Array(cast<bfloat16>(y)).to_vector();
    EXPECT_EQ(static_cast<float>(bfloats[0]), 256.0f);
    EXPECT_EQ(static_cast<float>(bfloats[1]), 260.0f);
    EXPECT_TRUE(std::signbit(static_cast<float>(bfloats[2])));
}

template <class T>
float next(T from, float towards) {
    const auto bits = std::bit_cast<std::uint16_t>(from);
    const float value = static_cast<float>(from);
    if (value == towards) return towards;
    if (value == 0)
        return static_cast<float>(std::bit_cast<T>(std::uint16_t(towards > 0 ? 1 : 0x8001)));
    const bool is_away = (towards > value) == (value > 0);
    return static_cast<float>(
        std::bit_cast<T>(static_cast<std::uint16_t>(bits + (is_away ? 1 : -1))));
}

TEST_P(SpecialValues, NextafterWorksInEachType) {
    const float none = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
    const auto check = [&]<class T>(T) {
        std::vector<T> from;
        for (const float value :
             {0.0f, -0.0f, 1.0f, -1.0f, 1.5f, -2048.0f, 6e-8f, -6e-8f, 60000.0f})
            from.push_back(T(value));
        const Array<T> x(stream_, std::span<const T>(from));
        for (const float towards : {2.0f, -2.0f, 0.0f, infinity, -infinity}) {
            const auto found = Array(nextafter(x, T(towards))).to_vector();
            for (std::size_t i = 0; i < from.size(); ++i)
                EXPECT_EQ(float(found[i]), next(from[i], towards))
                    << CudaName<T>::value << " " << float(from[i]) << " " << towards;
        }
        EXPECT_TRUE(std::isnan(float(Array(nextafter(x, T(none)))(2).item())));
        EXPECT_TRUE(std::isnan(float(Array(nextafter(x * T(none), x))(2).item())));
    };
    check(half());
    check(bfloat16());
    EXPECT_EQ(float(Array(nextafter(full<half>(stream_, {1}, half(1.0f)), 2)).item()),
              1.0f + 0x1p-10f);
    EXPECT_EQ(float(Array(nextafter(full<bfloat16>(stream_, {1}, bfloat16(1.0f)), 0)).item()),
              1.0f - 0x1p-8f);
    const Array<half> low = full<half>(stream_, {1}, half(1.0f));
    EXPECT_EQ(Array(nextafter(low, cast<float>(low) * 2.0f)).item(), std::nextafter(1.0f, 2.0f));
}

TEST_P(SpecialValues, RealFunctionsMatchTheMathLibrary) {
    const Array<float> x(stream_, std::vector<float>{1, 2});
    EXPECT_EQ(Array(nextafter(x, 10)).to_vector()[0], std::nextafter(1.0f, 10.0f));
    EXPECT_TRUE(std::isnan(Array(sqrt(-x)).to_vector()[0]));
    EXPECT_EQ(Array(log(x - 1)).to_vector()[0], -std::numeric_limits<float>::infinity());
    EXPECT_EQ(Array(x / (x - x)).to_vector()[1], std::numeric_limits<float>::infinity());
    EXPECT_EQ(Array(sqrt(arange<int>(stream_, 17))).to_vector()[16], 4.0);
    EXPECT_EQ(Array(sqrt(cast<std::int8_t>(arange<int>(stream_, 17)))).to_vector()[9], 3.0f);
    EXPECT_EQ(Array(abs(cast<std::int8_t>(arange<int>(stream_, 200)))).to_vector()[128], -128);
    EXPECT_EQ(Array(arange<int>(stream_, 3) == 1.5).to_vector(), std::vector<bool>(3, false));
}

INSTANTIATE_TEST_SUITE_P(Backends, ComplexFunctions, test::each_backend(), test::name);
INSTANTIATE_TEST_SUITE_P(Backends, SpecialValues, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
