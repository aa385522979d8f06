// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <concepts>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include <support/backends.hpp>

namespace glint {
namespace {

using detail::Common;
using detail::Floating;
using detail::Scalar;

template <class A, class B, class Result>
constexpr bool gives = std::same_as<Common<A, B>, Result> && std::same_as<Common<B, A>, Result>;

// The table of common types.
static_assert(gives<bool, bool, bool> && gives<bool, std::int8_t, std::int8_t>);
static_assert(gives<std::int8_t, std::uint8_t, std::int16_t>);
static_assert(gives<std::int32_t, std::uint16_t, std::int32_t>);
static_assert(gives<std::uint32_t, std::int32_t, std::int64_t>);
static_assert(gives<std::uint64_t, std::int32_t, std::int64_t>);
static_assert(gives<float, std::int64_t, float> && gives<half, int, half>);
static_assert(gives<half, bfloat16, float> && gives<half, float, float>);
static_assert(gives<float, double, double> && gives<bfloat16, double, double>);
static_assert(gives<std::complex<float>, double, std::complex<double>>);
static_assert(gives<std::complex<float>, int, std::complex<float>>);
static_assert(gives<std::complex<float>, std::complex<double>, std::complex<double>>);
static_assert(std::same_as<Scalar<float, double>, float> &&
              std::same_as<Scalar<int, double>, double>);
static_assert(std::same_as<Scalar<std::int8_t, int>, std::int8_t>);
static_assert(std::same_as<Scalar<float, std::complex<double>>, std::complex<double>>);
static_assert(std::same_as<Floating<std::int16_t>, float> && std::same_as<Floating<int>, double>);

/// Result of the operation on unsigned integers, which wrap as C++ defines, converted to T.
template <class T>
T wrapped(auto operation, T a, T b) {
    using Wide = std::uint64_t;
    return static_cast<T>(operation(static_cast<Wide>(a), static_cast<Wide>(b)));
}

template <class T>
T quotient(T a, T b) {
    if (b == 0) return 0;
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
        return static_cast<T>(0 - static_cast<std::uint64_t>(a));
    return static_cast<T>(a / b);
}
template <class T>
T remainder_of(T a, T b) {
    if (b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1))) return 0;
    return static_cast<T>(a % b);
}
template <class T>
T left(T a, T b) {
    const bool fits = b >= 0 && static_cast<std::uint64_t>(b) < 8 * sizeof(T);
    return fits ? static_cast<T>(static_cast<std::uint64_t>(a) << b) : T(0);
}
template <class T>
T right(T a, T b) {
    const bool fits = b >= 0 && static_cast<std::uint64_t>(b) < 8 * sizeof(T);
    return fits ? static_cast<T>(a >> b) : static_cast<T>(a < 0 ? -1 : 0);
}
template <class T>
T power(T a, T b) {
    if (b < 0)
        return a == 1 ? T(1) : a == static_cast<T>(-1) ? static_cast<T>(b % 2 == 0 ? 1 : -1) : T(0);
    std::uint64_t result = 1, square = static_cast<std::uint64_t>(a);
    for (auto left = static_cast<std::uint64_t>(b); left > 0; left /= 2, square *= square)
        if (left % 2 == 1) result *= square;
    return static_cast<T>(result);
}

class IntegerOperators : public test::OnEachBackend {
protected:
    /// All pairs of the limits of T and of some values in between.
    template <class T>
    void check() {
        using Limits = std::numeric_limits<T>;
        const std::vector<T> values{Limits::min(),
                                    static_cast<T>(Limits::min() + 1),
                                    static_cast<T>(-3),
                                    static_cast<T>(-1),
                                    0,
                                    1,
                                    2,
                                    5,
                                    7,
                                    8,
                                    31,
                                    33,
                                    63,
                                    64,
                                    100,
                                    static_cast<T>(Limits::max() - 1),
                                    Limits::max()};
        const Array<T> x(stream_, values);
        const auto a = x(slice(), newaxis), b = x(newaxis, slice());
        check_results<T>(values, a, b);
        check_others<T>(values, a, b);
    }

    template <class T, class View>
    void check_results(const std::vector<T>& values, const View& a, const View& b) {
        const Array<int> numbers = arange<int>(stream_, 6);
        const auto n = numbers(slice(), newaxis, newaxis);
        const Array<T> all = where(
            n == 0, a + b,
            where(n == 1, a - b,
                  where(n == 2, a * b, where(n == 3, a / b, where(n == 4, a % b, pow(a, b))))));
        expect<T>(values, all,
                  {[](T p, T q) { return wrapped<T>(std::plus(), p, q); },
                   [](T p, T q) { return wrapped<T>(std::minus(), p, q); },
                   [](T p, T q) { return wrapped<T>(std::multiplies(), p, q); }, quotient<T>,
                   remainder_of<T>, power<T>});
    }

    template <class T, class View>
    void check_others(const std::vector<T>& values, const View& a, const View& b) {
        const Array<int> numbers = arange<int>(stream_, 8);
        const auto n = numbers(slice(), newaxis, newaxis);
        const Array<T> all =
            where(n == 0, a & b,
                  where(n == 1, a | b,
                        where(n == 2, a ^ b,
                              where(n == 3, a << b,
                                    where(n == 4, a >> b,
                                          where(n == 5, minimum(a, b),
                                                where(n == 6, fmax(a, b), -abs(a) + ~b)))))));
        expect<T>(values, all,
                  {[](T p, T q) { return static_cast<T>(p & q); },
                   [](T p, T q) { return static_cast<T>(p | q); },
                   [](T p, T q) { return static_cast<T>(p ^ q); }, left<T>, right<T>,
                   [](T p, T q) { return std::min(p, q); }, [](T p, T q) { return std::max(p, q); },
                   [](T p, T q) {
                       const auto size = static_cast<std::uint64_t>(p);
                       const std::uint64_t negative = p < 0 ? size : 0 - size;
                       return static_cast<T>(negative + ~static_cast<std::uint64_t>(q));
                   }});
    }

    template <class T>
    void expect(const std::vector<T>& values, const Array<T>& all,
                std::initializer_list<T (*)(T, T)> references) {
        const std::vector<T> results = all.to_vector();
        std::size_t i = 0;
        for (const auto& reference : references)
            for (const T p : values)
                for (const T q : values)
                    EXPECT_EQ(results[i++], reference(p, q))
                        << detail::kElementType<T>.name << " result "
                        << (i - 1) / (values.size() * values.size()) << " of " << +p << " and "
                        << +q;
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(IntegerOperators, AreDefinedForAllValues) {
    check<std::int8_t>();
    check<std::uint8_t>();
    check<std::int16_t>();
    check<std::uint16_t>();
    check<std::int32_t>();
    check<std::uint32_t>();
    check<std::int64_t>();
    check<std::uint64_t>();
}

TEST_P(IntegerOperators, ConvertToTheCommonType) {
    const Array<std::int8_t> small(stream_, std::vector<std::int8_t>{-128, -1, 127});
    const Array<std::uint8_t> bytes(stream_, std::vector<std::uint8_t>{255, 1, 2});
    EXPECT_EQ(Array(small + bytes).to_vector(), (std::vector<std::int16_t>{127, 0, 129}));
    EXPECT_EQ(Array(small + 1).to_vector(), (std::vector<std::int8_t>{-127, 0, -128}));
    EXPECT_EQ(Array(small * 0.5).to_vector(), (std::vector<double>{-64, -0.5, 63.5}));
    EXPECT_EQ(Array(small < bytes).to_vector(), (std::vector<bool>{true, true, false}));
}

TEST_P(IntegerOperators, SupportBools) {
    const Array<bool> p = arange<int>(stream_, 4) % 2 == 1, q = arange<int>(stream_, 4) >= 2;
    EXPECT_EQ(Array(p + q).to_vector(), (std::vector<int>{0, 1, 1, 2}));
    EXPECT_EQ(Array(p && q).to_vector(), (std::vector<bool>{false, false, false, true}));
    EXPECT_EQ(Array(logical_or(p, q)).to_vector(), (std::vector<bool>{false, true, true, true}));
    EXPECT_EQ(Array(logical_and(p, 3.5f)).to_vector(),
              (std::vector<bool>{false, true, false, true}));
    EXPECT_EQ(Array(p ^ q).to_vector(), (std::vector<bool>{false, true, true, false}));
    EXPECT_EQ(Array(~p).to_vector(), (std::vector<bool>{true, false, true, false}));
    EXPECT_EQ(Array(logical_not(p)).to_vector(), Array(!p).to_vector());
    EXPECT_EQ(Array(-p).to_vector(), (std::vector<int>{0, -1, 0, -1}));
}

TEST_P(IntegerOperators, UpdateArraysInPlace) {
    Array<int> x = arange<int>(stream_, 5);
    x += 10;
    x *= x;
    x -= arange<int>(stream_, 5);
    x /= 2;
    x %= 50;
    EXPECT_EQ(x.to_vector(), (std::vector<int>{0, 10, 21, 33, 46}));
    x <<= 1;
    x |= 1;
    x &= 0x1f;
    x ^= 0x10;
    x >>= 1;
    EXPECT_EQ(x.to_vector(), (std::vector<int>{8, 2, 13, 9, 6}));
}

INSTANTIATE_TEST_SUITE_P(Backends, IntegerOperators, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
