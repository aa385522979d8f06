// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class ArrayArithmetic : public test::OnEachBackend {
protected:
    /// Multiples of 0.25, starting at 0.25.
    template <class T>
    std::vector<T> quarters(std::size_t count) const {
        std::vector<T> values(count);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = static_cast<T>(0.25 * static_cast<double>(i % 64 + 1));
        return values;
    }
    /// Compares `found` with `host(p, q)` for each pair. The host computes in double; results may
    /// differ by `ulps` of their type.
    template <class T>
    void expect(const char* name, const Array<T>& found, const std::vector<T>& a,
                const std::vector<T>& b, double (*host)(double, double), double ulps = 0) const {
        const double unit = sizeof(T) == 8 ? 0x1p-52 : 0x1p-23;
        const std::vector<T> values = found.to_vector();
        ASSERT_EQ(values.size(), a.size()) << name;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double expected = host(static_cast<double>(a[i]), static_cast<double>(b[i]));
            EXPECT_NEAR(static_cast<double>(values[i]), expected, ulps * unit * std::abs(expected))
                << name << " of " << a[i] << " and " << b[i];
        }
    }

    template <class T>
    void check_operators();
    template <class T>
    void check_powers();

    Device device_ = open();
    Stream stream_{device_};
};

template <class T>
void ArrayArithmetic::check_operators() {
    const std::vector<T> a = quarters<T>(1003);
    std::vector<T> b(a.rbegin(), a.rend());
    const std::vector<T> two(a.size(), T(2));
    const Array<T> x(stream_, a), y(stream_, b);
    expect<T>("+", x + y, a, b, [](double p, double q) { return p + q; });
    expect<T>("-", x - y, a, b, [](double p, double q) { return p - q; });
    expect<T>("*", x * y, a, b, [](double p, double q) { return p * q; });
    expect<T>("/", x / y, a, b, [](double p, double q) { return p / q; }, 1);
    expect<T>("x + 2", x + 2, a, two, [](double p, double q) { return p + q; });
    expect<T>("2 - x", 2 - x, a, two, [](double p, double q) { return q - p; });
    expect<T>("x * 2.0f", x * 2.0f, a, two, [](double p, double q) { return p * q; });
    expect<T>("2 / x", 2 / x, a, two, [](double p, double q) { return q / p; }, 1);
    expect<T>("x / 2", x / 2, a, two, [](double p, double q) { return p / q; });
    expect<T>("-x", -x, a, two, [](double p, double) { return -p; });
    expect<T>("+x", +x, a, two, [](double p, double) { return p; });
    expect<T>("2x + 3y", 2 * x + 3 * y, a, b, [](double p, double q) { return 2 * p + 3 * q; });
}

TEST_P(ArrayArithmetic, MatchesTheHostElementwise) {
    check_operators<float>();
    check_operators<double>();
}

TEST_P(ArrayArithmetic, ScalarsDoNotChangeTheElementType) {
    const Array<float> x(stream_, quarters<float>(3));
    static_assert(std::is_same_v<detail::ElementOf<decltype(2.0 * x)>, float>);
    static_assert(std::is_same_v<detail::ElementOf<decltype(x * 2.0)>, float>);
    static_assert(std::is_same_v<detail::ElementOf<decltype(1 - x)>, float>);
    static_assert(std::is_same_v<detail::ElementOf<decltype(pow(2.0, x))>, float>);
    EXPECT_EQ(Array<float>(2.0 * x).to_vector(), (std::vector<float>{0.5f, 1, 1.5f}));
}

template <class T>
void ArrayArithmetic::check_powers() {
    const std::vector<T> a = quarters<T>(200);
    const std::vector<T> b(a.rbegin(), a.rend()), two(a.size(), T(2));
    const Array<T> x(stream_, a), y(stream_, b);
    const auto power = [](double p, double q) { return std::pow(p, q); };
    expect<T>("x^y", pow(x, y / 8), a, b, [](double p, double q) { return std::pow(p, q / 8); }, 8);
    expect<T>("x^2", pow(x, 2), a, two, power, 8);
    expect<T>("2^x", pow(2, x), two, a, power, 8);
    Array<T> z = x.copy();
    z = pow(z, z);
    std::vector<T> small(a.begin(), a.begin() + 8);
    expect<T>("z = z^z", z(slice(0, 8)), small, small, power, 8);
    z(slice(0, 8)) = pow(x(slice(0, 8)), 0.5);
    expect<T>(
        "z = x^0.5", z(slice(0, 8)), small, small, [](double p, double) { return std::sqrt(p); },
        8);
}

TEST_P(ArrayArithmetic, ComputesPowers) {
    check_powers<float>();
    check_powers<double>();
}

TEST_P(ArrayArithmetic, UpdatesFloatingPointArraysInPlace) {
    const std::vector<double> a = quarters<double>(100);
    Array<double> x(stream_, a);
    const Array<double> y(stream_, a);
    double* const before = x.data();
    x += y;
    x += 1;
    x *= 4.0f;
    x -= y;
    x /= 2;
    (x -= 0.5) *= y;
    EXPECT_EQ(x.data(), before);
    expect<double>(
        "in place", x, a, a, [](double p, double) { return ((8 * p + 4 - p) / 2 - 0.5) * p; }, 2);
}

TEST_P(ArrayArithmetic, InPlaceOperationsKeepTheShape) {
    Array<float> x(stream_, {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    x += array_of<float>(stream_, {10, 20, 30});
    EXPECT_EQ(x.to_vector(), (std::vector<float>{11, 22, 33, 14, 25, 36}));
    Array<float> row = array_of<float>(stream_, {1, 2, 3});
    test::expect_error(ErrorCode::invalid_argument, "the destination has shape (3)",
                       [&] { row += x; });
    EXPECT_EQ(row.to_vector(), (std::vector<float>{1, 2, 3}));
}

TEST_P(ArrayArithmetic, ComparesArraysAndNumbers) {
    const Array<int> p = array_of<int>(stream_, {1, 2, 3, 4}),
                     q = array_of<int>(stream_, {4, 2, 1, 4});
    using Flags = std::vector<bool>;
    EXPECT_EQ(Array(p > q).to_vector(), (Flags{false, false, true, false}));
    EXPECT_EQ(Array(p >= q).to_vector(), (Flags{false, true, true, true}));
    EXPECT_EQ(Array(p < q).to_vector(), (Flags{true, false, false, false}));
    EXPECT_EQ(Array(p <= q).to_vector(), (Flags{true, true, false, true}));
    EXPECT_EQ(Array(p == q).to_vector(), (Flags{false, true, false, true}));
    EXPECT_EQ(Array(p != q).to_vector(), (Flags{true, false, true, false}));
    EXPECT_EQ(Array(p > 2).to_vector(), (Flags{false, false, true, true}));
    EXPECT_EQ(Array(2 >= p).to_vector(), (Flags{true, true, false, false}));
    EXPECT_EQ(Array(p == 2.5).to_vector(), Flags(4, false));
    EXPECT_EQ(Array(p < 2.5).to_vector(), (Flags{true, true, false, false}));
}

TEST_P(ArrayArithmetic, ComparesSignedWithUnsignedByValue) {
    const Array<std::int32_t> p = array_of<std::int32_t>(stream_, {-1, 1});
    const Array<std::uint32_t> q = array_of<std::uint32_t>(stream_, {1u, 1u});
    EXPECT_EQ(Array(p < q).to_vector(), (std::vector<bool>{true, false}));
    EXPECT_EQ(Array(maximum(p, q)).to_vector(), (std::vector<std::int64_t>{1, 1}));
}

TEST_P(ArrayArithmetic, PropagatesNonFiniteValues) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Array<double> x = array_of<double>(stream_, {1, nan, 3, nan});
    const Array<double> y = array_of<double>(stream_, {nan, 2, 3, nan});
    for (const Array<double>& z : {Array<double>(x + y), Array<double>(x * y - 1.0),
                                   Array<double>(x / y), Array<double>(sqrt(x) + 0.0 * y)}) {
        const auto values = z.to_vector();
        EXPECT_TRUE(std::isnan(values[0]) && std::isnan(values[1]) && std::isnan(values[3]));
        EXPECT_FALSE(std::isnan(values[2]));
    }
    EXPECT_EQ(Array(where(isnan(x), 0.0, x)).to_vector(), (std::vector<double>{1, 0, 3, 0}));
}

TEST_P(ArrayArithmetic, ComputesMinimumAndMaximumWithAScalar) {
    const Array<float> x = array_of<float>(stream_, {-2, 0, 5});
    EXPECT_EQ(Array(minimum(x, 1)).to_vector(), (std::vector<float>{-2, 0, 1}));
    EXPECT_EQ(Array(maximum(1, x)).to_vector(), (std::vector<float>{1, 1, 5}));
    const Array<int> i = array_of<int>(stream_, {-2, 0, 5});
    EXPECT_EQ(Array(maximum(i, 0)).to_vector(), (std::vector<int>{0, 0, 5}));
    EXPECT_EQ(Array(minimum(i, 0.5)).to_vector(), (std::vector<double>{-2, 0, 0.5}));
}

TEST_P(ArrayArithmetic, SelectsByCondition) {
    const Array<int> c = array_of<int>(stream_, {1, 0, -1, 0});
    const Array<float> a = array_of<float>(stream_, {1, 2, 3, 4}), b = -a;
    EXPECT_EQ(Array(where(c, a, b)).to_vector(), (std::vector<float>{1, -2, 3, -4}));
    EXPECT_EQ(Array(where(c, a, 0)).to_vector(), (std::vector<float>{1, 0, 3, 0}));
    EXPECT_EQ(Array(where(c == 0, 7, b)).to_vector(), (std::vector<float>{-1, 7, -3, 7}));
    EXPECT_EQ(Array(if_positive(c, a, b)).to_vector(), (std::vector<float>{1, -2, -3, -4}));
    EXPECT_EQ(Array(if_positive(b + 3, a, b)).to_vector(), (std::vector<float>{1, 2, -3, -4}));
}

TEST_P(ArrayArithmetic, TakesSecondArgumentsFromArrays) {
    const std::vector<float> a = quarters<float>(64);
    const Array<float> x = Array<float>(stream_, a) * 4 - 30, y = Array<float>(stream_, a) + 1;
    const Array<int> n = arange<int>(stream_, 64) % 21 - 10;
    const auto p = x.to_vector(), q = y.to_vector(), rest = Array(fmod(x, y)).to_vector(),
               scaled = Array(ldexp(x, n)).to_vector();
    const auto [fraction, whole] = modf(x / 3);
    const auto [mantissa, exponent] = frexp(y);
    const auto parts = Array(fraction + whole).to_vector(), thirds = Array(x / 3).to_vector();
    const auto again = Array(ldexp(mantissa, exponent)).to_vector();
    const auto mantissas = Array(mantissa).to_vector();
    for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_EQ(rest[i], std::fmod(p[i], q[i])) << p[i] << " " << q[i];
        EXPECT_EQ(scaled[i], std::ldexp(p[i], static_cast<int>(i) % 21 - 10));
        EXPECT_EQ(parts[i], thirds[i]);
        EXPECT_EQ(again[i], q[i]);
        EXPECT_TRUE(mantissas[i] >= 0.5f && mantissas[i] < 1.0f);
    }
}

TEST_P(ArrayArithmetic, WritesFunctionsToExistingArraysOnTheirStream) {
    Stream other(device_);
    const Array<double> x = linspace<double>(stream_, 0, 1, 1001);
    Array<double> y(other, 1001);
    const double* const before = y.data();
    y = sin(x);
    EXPECT_EQ(y.data(), before);
    EXPECT_TRUE(y.stream().share() == other.share());
    y(slice(0, 10)) = -1.0;
    y(slice(5, 8)) = cos(x(slice(5, 8)));
    const auto values = y.to_vector();
    EXPECT_EQ(values[4], -1.0);
    EXPECT_NEAR(values[5], std::cos(0.005), 1e-15);
    EXPECT_EQ(values[8], -1.0);
    EXPECT_NEAR(values[700], std::sin(0.7), 1e-15);
}

TEST_P(ArrayArithmetic, EmptyArraysStayEmpty) {
    const Array<float> none(stream_, Shape{0, 3}), row = array_of<float>(stream_, {1, 2, 3});
    const Array<float> sum = none + row;
    EXPECT_EQ(sum.shape(), Shape({0, 3}));
    Array<float> y(stream_, Shape{0, 3});
    y += 1;
    y = sin(y) * row;
    EXPECT_TRUE(y.to_vector().empty());
    test::expect_error(ErrorCode::invalid_argument, "extents 0 and 2 differ, and neither is 1",
                       [&] { y = Array<float>(stream_, 0) + Array<float>(stream_, 2); });
}

class MixedTypes : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> numbers(std::vector<double> values) {
        std::vector<T> of_type;
        for (const double value : values)
            of_type.push_back(static_cast<T>(static_cast<float>(value)));
        return Array<T>(stream_, of_type);
    }

    /// Computes all results in one kernel: row k is result k in double, which represents all of
    /// them exactly.
    template <class A, class B>
    void check() {
        const std::vector<double> p{0, 1, 3, 5, 100}, q{2, 1, 3, 4, 50};
        const Array<A> a = numbers<A>(p);
        const Array<B> b = numbers<B>(q);
        const Array<int> rows = arange<int>(stream_, 4);
        const auto row = rows(slice(), newaxis);
        using T = detail::ElementOf<decltype(a + b)>;
        static_assert(std::is_same_v<T, detail::Common<A, B>>);
        static_assert(std::is_same_v<T, detail::ElementOf<decltype(b * a)>>);
        const Array<double> found =
            where(row == 0, cast<double>(a + b),
                  where(row == 1, cast<double>(b * a),
                        where(row == 2, cast<double>(a - cast<A>(b)), cast<double>(a < b))));
        const auto values = found.to_vector();
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto what = std::string(detail::kElementType<A>.name) + " and " +
                              std::string(detail::kElementType<B>.name);
            const auto rounded = [](double value) {
                return static_cast<double>(static_cast<T>(static_cast<Wide<T>>(value)));
            };
            const double difference = p[i] - q[i];
            EXPECT_EQ(values[i], rounded(p[i] + q[i])) << what;
            EXPECT_EQ(values[5 + i], rounded(p[i] * q[i])) << what;
            EXPECT_EQ(values[15 + i], p[i] < q[i]) << what;
            if (difference < 0 && std::is_unsigned_v<A>) continue;
            EXPECT_EQ(values[10 + i], difference) << what;
        }
    }
    /// An intermediate type that rounds or wraps like T.
    template <class T>
    using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, float>;

    template <class A, class... Others>
    void check_with() {
        (check<A, Others>(), ...);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(MixedTypes, ConvertToTheCommonType) {
    check_with<std::int8_t, std::uint8_t, std::int32_t, std::uint32_t, std::int64_t, half, float>();
    check_with<std::uint8_t, std::int16_t, std::uint64_t, double>();
    check_with<std::int16_t, std::uint16_t, std::int64_t, bfloat16>();
    check_with<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, half, float, double>();
    check_with<std::uint64_t, std::int64_t, float, double>();
    check_with<half, bfloat16, float, double>();
}

INSTANTIATE_TEST_SUITE_P(Backends, ArrayArithmetic, test::each_backend(), test::name);
INSTANTIATE_TEST_SUITE_P(Backends, MixedTypes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
