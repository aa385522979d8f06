// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

/// A function on the device and in double on the host. The results may differ by `ulps` units in
/// the last place of the result, or of `scale` if that is larger (near zeros of the function). For
/// half and bfloat16, a unit is that of float, because the function is computed in float and
/// rounded once.
template <class Device, class Host>
struct Pair {
    const char* name;
    Device device;
    Host host;
    double ulps = 4;
    double scale = 0;
};
template <class Device, class Host>
Pair(const char*, Device, Host, double, double) -> Pair<Device, Host>;
template <class Device, class Host>
Pair(const char*, Device, Host, double) -> Pair<Device, Host>;
template <class Device, class Host>
Pair(const char*, Device, Host) -> Pair<Device, Host>;

/// Row k is function k of x, so that one kernel computes all functions.
template <class Row, class First, class... Rest>
auto table(const Row& row, int number, const auto& x, const First& first, const Rest&... rest) {
    if constexpr (sizeof...(Rest) == 0)
        return first.device(x);
    else
        return where(row == number, first.device(x), table(row, number + 1, x, rest...));
}

/// True if functions of T are computed in float and then rounded.
template <class T>
constexpr bool kIsNarrow = sizeof(T) == 2;

/// Half a unit in the last place of a T of this magnitude.
template <class T>
double rounding(double size) {
    constexpr bool is_half = std::is_same_v<T, half>;
    const int exponent = size == 0 ? -200 : std::ilogb(size);
    return std::ldexp(1.0, std::max(exponent, is_half ? -14 : -126) - (is_half ? 11 : 8));
}

template <class T>
double tolerance(double expected, double ulps, double scale) {
    const double unit = sizeof(T) == 8 ? 0x1p-52 : 0x1p-23;
    const double of_function = ulps * unit * std::max(std::abs(expected), scale);
    return kIsNarrow<T> && ulps > 0 ? of_function + rounding<T>(std::abs(expected)) : of_function;
}

/// The second argument of binary functions, which every type represents exactly.
constexpr double kOther = 1.375;
constexpr long double kHostOther = kOther;

long double normal_share(long double x) {
    return 0.5L * std::erfc(-x / std::numbers::sqrt2_v<long double>);
}

/// The argument from -7 to 7 at which an increasing function equals y.
long double inverse(long double y, long double (*function)(long double)) {
    long double low = -7, high = 7;
    for (int i = 0; i < 80; ++i) {
        const long double middle = (low + high) / 2;
        (function(middle) < y ? low : high) = middle;
    }
    return low;
}

class Functions : public test::OnEachBackend {
protected:
    template <class T, class... Pairs>
    void expect(double first, double last, const Pairs&... pairs) {
        constexpr std::size_t kCount = 67;
        const Array<T> x = cast<T>(linspace<double>(stream_, first, last, kCount));
        const Array<int> number = arange<int>(stream_, sizeof...(Pairs));
        const Array<T> y = table(number(slice(), newaxis), 0, x, pairs...);
        const auto in = x.to_vector(), out = y.to_vector();
        std::size_t row = 0;
        (compare<T>(pairs, in, std::span(out).subspan(kCount * row++, kCount)), ...);
    }

    Device device_ = open();
    Stream stream_{device_};

private:
    template <class T, class Pair>
    static void compare(const Pair& pair, const std::vector<T>& in, std::span<const T> out) {
        for (std::size_t i = 0; i < in.size(); ++i) {
            const double x = static_cast<double>(in[i]);
            auto expected = static_cast<double>(pair.host(x));
            if (kIsNarrow<T> && pair.ulps == 0)
                expected = static_cast<double>(static_cast<T>(static_cast<float>(expected)));
            EXPECT_NEAR(static_cast<double>(out[i]), expected,
                        tolerance<T>(expected, pair.ulps, pair.scale))
                << pair.name << " of " << x;
        }
    }
};

#define GLINT_PAIR(name, ...)                                       \
    Pair {                                                          \
        #name, [](const auto& x) { return glint::name(x); },        \
            [](long double x) { return std::name(x); }, __VA_ARGS__ \
    }

// Tolerances are from CUDA's accuracy tables, rounded up.

TEST_P(Functions, OfAllRealNumbers) {
    const auto run = [&]<class T>(T) {
        expect<T>(-3.3, 3.3, GLINT_PAIR(exp), GLINT_PAIR(sin, 4, 0.1), GLINT_PAIR(cos, 4, 0.1),
                  GLINT_PAIR(tan, 6, 0.1), GLINT_PAIR(sinh), GLINT_PAIR(cosh), GLINT_PAIR(tanh),
                  GLINT_PAIR(atan), GLINT_PAIR(asinh), GLINT_PAIR(exp2), GLINT_PAIR(expm1));
        expect<T>(-3.3, 3.3, GLINT_PAIR(cbrt), GLINT_PAIR(erf), GLINT_PAIR(erfc, 8),
                  GLINT_PAIR(ceil), GLINT_PAIR(floor), GLINT_PAIR(trunc), GLINT_PAIR(round),
                  GLINT_PAIR(rint), GLINT_PAIR(fabs), GLINT_PAIR(abs));
    };
    run(double()), run(float()), run(half()), run(bfloat16());
}

TEST_P(Functions, OfAllRealNumbersMissingInStd) {
    constexpr long double pi = std::numbers::pi_v<long double>;
    const auto run = [&]<class T>(T) {
        expect<T>(
            -2.6, 2.6,
            Pair{"exp10", [](const auto& x) { return exp10(x); },
                 [](long double x) { return std::pow(10.0L, x); }},
            Pair{"sinpi", [](const auto& x) { return sinpi(x); },
                 [](long double x) { return std::sin(pi * x); }, 4, 0.1},
            Pair{"cospi", [](const auto& x) { return cospi(x); },
                 [](long double x) { return std::cos(pi * x); }, 4, 0.1},
            Pair{"normcdf", [](const auto& x) { return normcdf(x); }, normal_share, 12},
            Pair{"radians", [](const auto& x) { return radians(x); },
                 [](long double x) { return x * pi / 180; }},
            Pair{"degrees", [](const auto& x) { return degrees(x); },
                 [](long double x) { return x * 180 / pi; }},
            Pair{"sign", [](const auto& x) { return sign(x); },
                 [](long double x) { return x > 0   ? 1.0L
                                            : x < 0 ? -1.0L
                                                    : 0.0L; }},
            Pair{"real", [](const auto& x) { return real(x) + imag(x) + arg(x) * T(0); },
                 [](long double x) { return x; }},
            Pair{"conj", [](const auto& x) { return conj(x); }, [](long double x) { return x; }},
            Pair{"negative", [](const auto& x) { return -x; }, [](long double x) { return -x; }},
            Pair{"clamp", [](const auto& x) { return clamp(x, -1, 2); },
                 [](long double x) { return std::clamp(x, -1.0L, 2.0L); }});
    };
    run(double()), run(float());
    if constexpr (test::kThorough) run(half()), run(bfloat16());
}

TEST_P(Functions, OfBoundedDomains) {
    const auto run = [&]<class T>(T) {
        expect<T>(-0.95, 0.95, GLINT_PAIR(asin), GLINT_PAIR(acos, 4, 0.1), GLINT_PAIR(atanh),
                  Pair{"erfinv", [](const auto& x) { return erfinv(x); },
                       [](long double y) { return inverse(y, std::erf); }, 8, 0.1});
        expect<T>(0.05, 1.95,
                  Pair{"erfcinv", [](const auto& x) { return erfcinv(x); },
                       [](long double y) { return inverse(1 - y, std::erf); }, 8, 0.1});
        expect<T>(0.05, 0.95,
                  Pair{"normcdfinv", [](const auto& x) { return normcdfinv(x); },
                       [](long double y) { return inverse(y, normal_share); }, 8, 0.1});
        expect<T>(0.06, 7.5, GLINT_PAIR(log, 4, 0.1), GLINT_PAIR(sqrt), GLINT_PAIR(log2, 4, 0.1),
                  GLINT_PAIR(log10, 4, 0.1), GLINT_PAIR(log1p), GLINT_PAIR(tgamma, 12),
                  GLINT_PAIR(lgamma, 12, 0.5),
                  Pair{"rsqrt", [](const auto& x) { return rsqrt(x); },
                       [](long double x) { return 1 / std::sqrt(x); }});
        expect<T>(1.06, 7.5, GLINT_PAIR(acosh, 6, 0.1),
                  Pair{"j0", [](const auto& x) { return j0(x); },
                       [](long double x) { return ::j0l(x); }, 12, 1},
                  Pair{"j1", [](const auto& x) { return j1(x); },
                       [](long double x) { return ::j1l(x); }, 12, 1},
                  Pair{"y0", [](const auto& x) { return y0(x); },
                       [](long double x) { return ::y0l(x); }, 12, 1},
                  Pair{"y1", [](const auto& x) { return y1(x); },
                       [](long double x) { return ::y1l(x); }, 12, 1});
    };
    run(double()), run(float());
    if constexpr (test::kThorough) run(half()), run(bfloat16());
}

TEST_P(Functions, OfTwoArguments) {
    const auto run = [&]<class T>(T) {
        const auto pair = [](const char* name, auto device, auto host, double ulps) {
            return Pair{name, device, host, ulps, 0.0};
        };
        expect<T>(-4.9, 4.9,
                  pair(
                      "atan2", [](const auto& x) { return atan2(x, kOther); },
                      [](long double x) { return std::atan2(x, kHostOther); }, 4),
                  pair(
                      "hypot", [](const auto& x) { return hypot(x, kOther); },
                      [](long double x) { return std::hypot(x, kHostOther); }, 4),
                  pair(
                      "fmod", [](const auto& x) { return fmod(x, kOther); },
                      [](long double x) { return std::fmod(x, kHostOther); }, 0),
                  pair(
                      "remainder", [](const auto& x) { return remainder(x, kOther); },
                      [](long double x) { return std::remainder(x, kHostOther); }, 0),
                  pair(
                      "fdim", [](const auto& x) { return fdim(x, kOther); },
                      [](long double x) { return std::fdim(x, kHostOther); }, 1),
                  pair(
                      "copysign", [](const auto& x) { return copysign(kOther, x); },
                      [](long double x) { return std::copysign(kHostOther, x); }, 0),
                  pair(
                      "minimum", [](const auto& x) { return minimum(x, kOther); },
                      [](long double x) { return std::fmin(x, kHostOther); }, 0),
                  pair(
                      "maximum", [](const auto& x) { return maximum(x, kOther); },
                      [](long double x) { return std::fmax(x, kHostOther); }, 0),
                  pair(
                      "fmin", [](const auto& x) { return fmin(x, kOther); },
                      [](long double x) { return std::fmin(x, kHostOther); }, 0),
                  pair(
                      "fmax", [](const auto& x) { return fmax(x, kOther); },
                      [](long double x) { return std::fmax(x, kHostOther); }, 0),
                  pair(
                      "pow", [](const auto& x) { return pow(abs(x), kOther); },
                      [](long double x) { return std::pow(std::abs(x), kHostOther); }, 8));
        expect<T>(-4.9, 4.9,
                  Pair{"fma", [](const auto& x) { return fma(x, x, kOther); },
                       [](long double x) { return std::fma(x, x, kHostOther); }, 1},
                  Pair{"ldexp", [](const auto& x) { return ldexp(x, 3); },
                       [](long double x) { return x * 8; }, 0},
                  Pair{"if_positive", [](const auto& x) { return if_positive(x, x, kOther); },
                       [](long double x) { return x > 0 ? x : kHostOther; }, 0},
                  Pair{"modf", [](const auto& x) { return modf(x).first; },
                       [](long double x) { return x - std::trunc(x); }, 0},
                  Pair{"modf whole", [](const auto& x) { return modf(x).second; },
                       [](long double x) { return std::trunc(x); }, 0},
                  Pair{"frexp", [](const auto& x) { return frexp(x).first; },
                       [](long double x) {
                           int e;
                           return std::frexp(x, &e);
                       },
                       0},
                  Pair{"frexp exponent", [](const auto& x) { return cast<T>(frexp(x).second); },
                       [](long double x) {
                           int e;
                           std::frexp(x, &e);
                           return static_cast<long double>(e);
                       },
                       0});
    };
    run(double()), run(float());
    if constexpr (test::kThorough) run(half()), run(bfloat16());
}

TEST_P(Functions, OfTheRestOfTheMathLibrary) {
    const auto run = [&]<class T>(T) {
        expect<T>(0.06, 7.5,
                  Pair{"erfcx", [](const auto& x) { return erfcx(x); },
                       [](long double x) { return std::exp(x * x) * std::erfc(x); }, 8},
                  Pair{"rcbrt", [](const auto& x) { return rcbrt(x); },
                       [](long double x) { return 1 / std::cbrt(x); }},
                  Pair{"cyl_bessel_i0", [](const auto& x) { return cyl_bessel_i0(x); },
                       [](long double x) { return std::cyl_bessel_i(0.0L, x); }, 8},
                  Pair{"cyl_bessel_i1", [](const auto& x) { return cyl_bessel_i1(x); },
                       [](long double x) { return std::cyl_bessel_i(1.0L, x); }, 8},
                  Pair{"jn", [](const auto& x) { return jn(3, x); },
                       [](long double x) { return ::jnl(3, x); }, 64, 1});
        expect<T>(1.06, 8.5,
                  Pair{"yn", [](const auto& x) { return yn(2, x); },
                       [](long double x) { return ::ynl(2, x); }, 64, 1});
        expect<T>(
            -4.75, 4.9, GLINT_PAIR(logb), GLINT_PAIR(nearbyint),
            Pair{"rhypot", [](const auto& x) { return rhypot(x, kOther); },
                 [](long double x) { return 1 / std::hypot(x, kHostOther); }},
            Pair{"norm3d", [](const auto& x) { return norm3d(x, kOther, 2.0); },
                 [](long double x) { return std::hypot(x, kHostOther, 2.0L); }},
            Pair{"rnorm3d", [](const auto& x) { return rnorm3d(x, kOther, 2.0); },
                 [](long double x) { return 1 / std::hypot(x, kHostOther, 2.0L); }},
            Pair{"norm4d", [](const auto& x) { return norm4d(x, kOther, 2.0, x); },
                 [](long double x) { return std::hypot(x, kHostOther, std::hypot(x, 2.0L)); }},
            Pair{"rnorm4d", [](const auto& x) { return rnorm4d(x, kOther, 2.0, x); },
                 [](long double x) { return 1 / std::hypot(x, kHostOther, std::hypot(x, 2.0L)); }},
            Pair{"scalbn", [](const auto& x) { return scalbn(x, -2) + scalbln(x, 1); },
                 [](long double x) { return x * 2.25L; }, 1},
            Pair{"sincos, first", [](const auto& x) { return sincos(x).first; },
                 [](long double x) { return std::sin(x); }, 8, 1},
            Pair{"sincos, second", [](const auto& x) { return sincos(x).second; },
                 [](long double x) { return std::cos(x); }, 8, 1},
            Pair{"remquo", [](const auto& x) { return remquo(x, kOther).first; },
                 [](long double x) { return std::remainder(x, kHostOther); }, 0});
    };
    run(double()), run(float());
    if constexpr (test::kThorough) run(half()), run(bfloat16());
}

// Rounding a float result occasionally gives the wrong 16-bit neighbor, at most once in a thousand
// times. If results were computed in 16 bits, every second one would differ.
TEST_P(Functions, ComputeSixteenBitTypesInFloat) {
    const auto run = [&]<class T>(T) {
        const auto expect_equal = [](const Array<T>& found, const Array<T>& expected) {
            const auto differ = Array<int>(cast<int>(found != expected)).to_vector();
            EXPECT_LE(std::accumulate(differ.begin(), differ.end(), 0), 4);
        };
        const Array<T> x = cast<T>(linspace<double>(stream_, 0.07, 3.9, 997));
        const Array<double> wide = cast<double>(x);
        expect_equal(rcbrt(x), cast<T>(1.0 / cbrt(wide)));
        expect_equal(exp(x), cast<T>(exp(wide)));
        expect_equal(hypot(x, kOther), cast<T>(hypot(wide, kOther)));
        expect_equal(fma(x, x, kOther), cast<T>(fma(wide, wide, kOther)));
        expect_equal(pow(x, kOther), cast<T>(pow(wide, kOther)));
        expect_equal(norm3d(x, kOther, 2.0), cast<T>(norm3d(wide, kOther, 2.0)));
        expect_equal(sin(x), cast<T>(sin(wide)));
    };
    run(half()), run(bfloat16());
}

TEST_P(Functions, ThatGiveIntegers) {
    const std::vector<double> numbers{2.5, -2.5, 3.5, 0.3, -7.75, 1e15 + 0.5};
    const Array<double> x(stream_, numbers);
    const Array<float> f = cast<float>(x);
    using Longs = std::vector<std::int64_t>;
    EXPECT_EQ(Array(lrint(x)).to_vector(), (Longs{2, -2, 4, 0, -8, 1'000'000'000'000'000}));
    EXPECT_EQ(Array(llrint(x)).to_vector(), Array(lrint(x)).to_vector());
    EXPECT_EQ(Array(lround(x)).to_vector(), (Longs{3, -3, 4, 0, -8, 1'000'000'000'000'001}));
    EXPECT_EQ(Array(llround(f(slice(0, 5)))).to_vector(), (Longs{3, -3, 4, 0, -8}));
    EXPECT_EQ(Array(ilogb(x)).to_vector(), (std::vector<int>{1, 1, 1, -2, 2, 49}));
    EXPECT_EQ(Array(ilogb(f)).to_vector(), (std::vector<int>{1, 1, 1, -2, 2, 49}));
    const auto quotients = Array(remquo(x(slice(0, 5)), 0.5).second).to_vector();
    const int expected[] = {5, -5, 7, 1, -16};  // at least the last three bits must match
    for (std::size_t i = 0; i < quotients.size(); ++i) {
        EXPECT_EQ(std::abs(quotients[i]) % 8, std::abs(expected[i]) % 8) << i;
        EXPECT_LE(quotients[i] * expected[i], std::abs(quotients[i] * expected[i])) << i;
    }
    const auto at_zero =
        Array(jn(array_of<int>(stream_, {0, 1}), array_of<double>(stream_, {0, 0}))).to_vector();
    EXPECT_NEAR(at_zero[0], 1, 1e-15);
    EXPECT_NEAR(at_zero[1], 0, 1e-15);
    const auto [sine, cosine] = sincospi(x(slice(0, 3)));
    EXPECT_EQ(Array(sine - cosine).to_vector(), (std::vector<double>{1, -1, -1}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Functions, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
