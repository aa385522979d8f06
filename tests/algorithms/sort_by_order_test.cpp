// SPDX-License-Identifier: MIT
#include <glint/algorithms/sort.hpp>

#include <gtest/gtest.h>

#include <glint/array/operators.hpp>

#include <algorithms/sort_cases.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {

/// A user-defined struct; kernels include its source text.
struct Body {
    double mass;
    int group, number;
    bool operator==(const Body&) const = default;
};
template <>
struct CudaName<Body> {
    static constexpr std::string_view value = "Body";
    static constexpr std::string_view header = "struct Body { double mass; int group, number; };\n";
};

namespace {

using test::numbers;
using test::order_of;
using test::taken;

class SortByOrder : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

constexpr std::size_t kCounts[] = {1, 2, 31, 33, 255, 257, 2816, 2817, 5633, 100000};

TEST_P(SortByOrder, TakesLambdas) {
    for (const std::size_t count : kCounts) {
        const auto in = numbers<int>(count);
        Array<int> x(stream_, in);
        sort(x, [](auto a, auto b) { return a > b; });
        EXPECT_EQ(x.to_vector(), taken(in, order_of(in, true))) << count;
    }
}

TEST_P(SortByOrder, IsStable) {
    for (const std::size_t count : kCounts) {
        const auto in = numbers<unsigned>(count);
        const unsigned modulus = 13;
        const Array<unsigned> x(stream_, in);
        const auto places = argsort(x, [=](auto a, auto b) { return a % modulus < b % modulus; });
        const auto expected = order_of(in, [](unsigned a, unsigned b) { return a % 13 < b % 13; });
        EXPECT_EQ(places.to_vector(), expected) << count;
    }
}

TEST_P(SortByOrder, UsesNewCapturedValuesInEachCall) {
    const auto in = numbers<float>(1000);
    const Array<float> x(stream_, in);
    for (const float centre : {0.0f, 50.0f}) {
        const auto nearer = [=](auto a, auto b) { return abs(a - centre) < abs(b - centre); };
        const auto expected = order_of(
            in, [=](float a, float b) { return std::abs(a - centre) < std::abs(b - centre); });
        EXPECT_EQ(sorted(x, nearer).to_vector(), taken(in, expected)) << centre;
        EXPECT_EQ(argsort(x * 4.0f / 4.0f, nearer).to_vector(), expected) << centre;
    }
}

TEST_P(SortByOrder, TakesStructsAndOperatorText) {
    std::vector<Body> bodies;
    for (const int value : numbers<int>(20000))
        bodies.push_back({value % 100 * 0.5, value % 7, static_cast<int>(bodies.size())});
    const auto expected = taken(bodies, order_of(bodies, [](const Body& a, const Body& b) {
                                    return a.group != b.group ? a.group < b.group : a.mass < b.mass;
                                }));
    const char* const before = "a.group != b.group ? a.group < b.group : a.mass < b.mass";
    Array<Body> x(stream_, bodies), spread(stream_, Shape{bodies.size(), 2});
    spread(slice(), 1) = x;
    EXPECT_EQ(sorted(spread(slice(), 1), before).to_vector(), expected);
    sort(x, before);
    EXPECT_EQ(x.to_vector(), expected);
}

TEST_P(SortByOrder, SortsValuesOfAnyTypeWithTheKeys) {
    const auto in = numbers<int>(20000);
    std::vector<Body> bodies;
    for (const int value : in) bodies.push_back({1.5, value, static_cast<int>(bodies.size())});
    Array<int> keys(stream_, in);
    Array<Body> values(stream_, bodies);
    sort_by_key(keys, values, "a > b");
    EXPECT_EQ(keys.to_vector(), taken(in, order_of(in, true)));
    EXPECT_EQ(values.to_vector(), taken(bodies, order_of(in, true)));
}

TEST_P(SortByOrder, SortsRowsOfAnyLength) {
    for (const std::size_t length : {1u, 7u, 40u, 3000u, 9000u}) {
        const std::size_t lines = 40000 / length;
        auto in = numbers<short>(lines * length);
        const Array<short> x(stream_, {lines, length}, in);
        const auto found = sorted(x, [](auto a, auto b) { return b < a; }).to_vector();
        for (std::size_t line = 0; line < lines; ++line) {
            const auto first = in.begin() + static_cast<std::ptrdiff_t>(line * length);
            std::sort(first, first + static_cast<std::ptrdiff_t>(length), std::greater<>());
        }
        EXPECT_EQ(found, in) << "lines of " << length;
    }
    const Array<int> columns(stream_, {3, 2}, std::vector<int>{1, 6, 3, 4, 2, 5});
    EXPECT_EQ(sorted(columns, "a > b", {.axis = 0}).to_vector(),
              (std::vector<int>{3, 6, 2, 5, 1, 4}));
}

TEST_P(SortByOrder, SortsComplexNumbersAndEmptyArrays) {
    using C = std::complex<float>;
    const Array<C> x(stream_, std::vector<C>{{2, 1}, {1, 3}, {2, 0}, {1, -1}});
    const auto found = sorted(x, [](auto a, auto b) { return real(a) < real(b); }).to_vector();
    EXPECT_EQ(found, (std::vector<C>{{1, 3}, {1, -1}, {2, 1}, {2, 0}}));
    EXPECT_TRUE(sorted(Array<int>(stream_, 0), "a < b").empty());
}

INSTANTIATE_TEST_SUITE_P(Backends, SortByOrder, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
