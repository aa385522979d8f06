// SPDX-License-Identifier: MIT
#include <glint/algorithms/sort.hpp>

#include <gtest/gtest.h>

#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

#include <algorithms/sort_cases.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::numbers;
using test::order_of;
using test::taken;

class Sort : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Sort, SortsArrays) {
    for (const std::size_t count : {1u, 2u, 31u, 33u, 256u, 1000u, 5000u, 100000u, 300000u}) {
        const auto in = numbers<float>(count);
        Array<float> x(stream_, in);
        sort(x);
        EXPECT_TRUE(test::same_bits(x.to_vector(), taken(in, order_of(in)))) << count;
    }
}

TEST_P(Sort, EmptyArraysStayEmpty) {
    Array<float> x(stream_, 0), rows(stream_, Shape{3, 0});
    sort(x);
    sort(rows);
    EXPECT_TRUE(sorted(x).empty());
    EXPECT_EQ(argsort(rows).shape(), (Shape{3, 0}));
}

TEST_P(Sort, SortsNaNsLastOfEitherSign) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    const Array<float> x(stream_, std::vector<float>{nan, 1, -inf, -nan, 0.0f, inf, -0.0f, -1});
    EXPECT_EQ(argsort(x).to_vector(), (std::vector<std::int64_t>{2, 7, 4, 6, 1, 5, 0, 3}));
    EXPECT_EQ(argsort(x, {.descending = true}).to_vector(),
              (std::vector<std::int64_t>{0, 3, 5, 1, 4, 6, 7, 2}));
    const auto found = sorted(x).to_vector();
    EXPECT_TRUE(!std::signbit(found[2]) && std::signbit(found[3])) << "zeros stay";
    EXPECT_TRUE(std::isnan(found[6]) && std::isnan(found[7]));
    EXPECT_FALSE(std::signbit(found[6]));
    EXPECT_TRUE(std::signbit(found[7])) << "the bits of NaNs stay";
}

TEST_P(Sort, SortsBools) {
    Array<bool> x(stream_, 100);
    x = cast<bool>(arange<int>(stream_, 100) % 3);
    const auto found = sorted(x).to_vector();
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(found[i], i >= 34) << i;
}

TEST_P(Sort, SortsExpressionsWithoutChangingTheirArrays) {
    const auto in = numbers<int>(3000);
    const Array<int> x(stream_, in);
    const auto negated = [](int a) { return static_cast<int>(0u - static_cast<unsigned>(a)); };
    const auto order = order_of(in, [&](int a, int b) { return negated(a) < negated(b); });
    std::vector<int> expected;
    for (const int value : taken(in, order)) expected.push_back(negated(value));
    EXPECT_EQ(sorted(-x).to_vector(), expected);
    EXPECT_EQ(argsort(-x).to_vector(), order);
    EXPECT_EQ(x.to_vector(), in);
}

TEST_P(Sort, SortsViewsInPlace) {
    const auto in = numbers<int>(4000);
    Array<int> x(stream_, in);
    sort(x(slice(100, 4000, 3)));
    sort(x(slice(0, 100)), {.descending = true});
    auto expected = in;
    std::vector<int> every_third;
    for (std::size_t i = 100; i < 4000; i += 3) every_third.push_back(in[i]);
    std::ranges::sort(every_third);
    for (std::size_t i = 100; i < 4000; i += 3) expected[i] = every_third[(i - 100) / 3];
    std::sort(expected.begin(), expected.begin() + 100, std::greater<>());
    EXPECT_EQ(x.to_vector(), expected);
}

TEST_P(Sort, StartsAtAnyElement) {
    const auto in = numbers<unsigned char>(70001);
    for (const std::size_t first : {1u, 3u, 15u}) {
        const Array<unsigned char> x(stream_, in);
        const auto part = x(slice(static_cast<std::ptrdiff_t>(first), std::nullopt));
        std::vector<unsigned char> expected(in.begin() + static_cast<std::ptrdiff_t>(first),
                                            in.end());
        std::ranges::sort(expected);
        EXPECT_EQ(sorted(part).to_vector(), expected) << first;
    }
}

TEST_P(Sort, SortsValuesWithTheKeys) {
    struct alignas(4) Odd {
        unsigned char bytes[12];
    };
    for (const std::size_t count : {50u, 3000u, 70000u}) {
        const auto in = numbers<short>(count);
        const auto order = order_of(in);
        Array<short> keys(stream_, in);
        Array<Odd> values(stream_, count);
        std::vector<Odd> odd(count);
        for (std::size_t i = 0; i < count; ++i) std::memcpy(odd[i].bytes + 4, &i, sizeof(i));
        values.assign(odd);
        sort_by_key(keys, values);
        EXPECT_EQ(keys.to_vector(), taken(in, order)) << count;
        EXPECT_TRUE(test::same_bits(values.to_vector(), taken(odd, order))) << count;
    }
}

TEST_P(Sort, SortsLargeValuesWithTheKeys) {
    struct Large {
        double numbers[25];
    };
    const auto in = numbers<float>(3000);
    const auto order = order_of(in, true);
    std::vector<Large> large(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        for (double& number : large[i].numbers) number = static_cast<double>(i);
    Array<float> keys(stream_, in);
    Array<Large> values(stream_, large);
    sort_by_key(keys, values, {.descending = true});
    EXPECT_TRUE(test::same_bits(values.to_vector(), taken(large, order)));
}

TEST_P(Sort, SortsRowsAlongAnyAxis) {
    for (const Shape& shape : {Shape{7, 5, 3}, Shape{70, 3, 200}, Shape{3, 2, 70000}}) {
        const auto in = numbers<int>(shape.size());
        const Array<int> x(stream_, shape, in);
        for (const std::ptrdiff_t axis : {0, 1, 2}) {
            const auto expected = [&] {
                auto lines = in;
                const auto a = static_cast<std::size_t>(axis);
                const std::size_t length = shape[a];
                std::size_t apart = 1;
                for (std::size_t i = a + 1; i < 3; ++i) apart *= shape[i];
                for (std::size_t start = 0; start < lines.size(); ++start) {
                    if (start / apart % length != 0) continue;
                    std::vector<int> line;
                    for (std::size_t i = 0; i < length; ++i)
                        line.push_back(lines[start + i * apart]);
                    std::ranges::sort(line);
                    for (std::size_t i = 0; i < length; ++i) lines[start + i * apart] = line[i];
                }
                return lines;
            }();
            EXPECT_EQ(sorted(x, {.axis = axis}).to_vector(), expected)
                << to_string(shape) << " along " << axis;
        }
    }
}

TEST_P(Sort, ArgsortWorksAlongAnyAxis) {
    const Array<int> x(stream_, {2, 3}, std::vector<int>{5, 1, 3, 4, 2, 6});
    EXPECT_EQ(argsort(x).to_vector(), (std::vector<std::int64_t>{1, 2, 0, 1, 0, 2}));
    EXPECT_EQ(argsort(x, {.axis = 0}).to_vector(), (std::vector<std::int64_t>{1, 0, 0, 0, 1, 1}));
    EXPECT_EQ(argsort<std::uint32_t>(2 * x, {.axis = -2}).to_vector(),
              (std::vector<std::uint32_t>{1, 0, 0, 0, 1, 1}));
}

TEST_P(Sort, OrdersTheStreamsOfKeysAndValues) {
    Stream other(device_);
    const auto in = numbers<int>(50000);
    Array<int> keys(stream_, in), values(other, in);
    sort_by_key(keys, values(slice()));
    EXPECT_EQ(values.to_vector(), taken(in, order_of(in)));
}

TEST_P(Sort, RefusesInvalidOptions) {
    Array<float> x(stream_, Shape{2, 3}), y(stream_, Shape{3, 2});
    const std::string bits =
        "the range must not be empty, and must be within the bits 0 to 32 of the keys";
    expect_error(ErrorCode::invalid_argument, bits, [&] { sort(x, {.last_bit = 33}); });
    expect_error(ErrorCode::invalid_argument, bits,
                 [&] { sort(x, {.first_bit = 8, .last_bit = 8}); });
    expect_error(ErrorCode::invalid_argument, "the array has 2 dimensions",
                 [&] { sort(x, {.axis = 2}); });
    expect_error(ErrorCode::invalid_argument, "the values have shape (3, 2)",
                 [&] { sort_by_key(x, y); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Sort, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
