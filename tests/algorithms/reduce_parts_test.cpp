// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduce.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/gather.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <algorithms/on_values.hpp>

namespace glint {
namespace {

/// Reductions of parts of arrays, of mixed types, and into existing arrays.
class ReduceParts : public test::OnValues {
protected:
    /// Multiples of 1/16 from -32 to 32, whose sums are exact.
    template <class T>
    std::vector<T> sixteenths(std::size_t count) {
        std::vector<T> values(count);
        for (T& value : values)
            value = static_cast<T>(static_cast<int>(random_() % 1024) - 512) / T(16);
        return values;
    }
};

TEST_P(ReduceParts, ReducesGatheredElements) {
    for (const std::size_t size : {1u, 100u, 70'001u}) {
        const auto values = sixteenths<double>(size);
        const auto places = some<int>(size / 2 + 3, static_cast<unsigned>(size));
        const Array<double> x = on_device(values);
        const Array<int> at = on_device(places);
        std::vector<double> taken;
        double squares = 0;
        for (const int place : places) {
            taken.push_back(values[static_cast<std::size_t>(place)]);
            squares += taken.back() * taken.back();
        }
        EXPECT_EQ(sum(gathered(x, at)).item(), std::accumulate(taken.begin(), taken.end(), 0.0));
        EXPECT_EQ(min(gathered(x, at)).item(), *std::ranges::min_element(taken));
        EXPECT_EQ(max(gathered(x, at)).item(), *std::ranges::max_element(taken));
        EXPECT_EQ(dot(gathered(x, at), gathered(x, at)).item(), squares);
        EXPECT_EQ(argmax(gathered(x, at)).item(), std::ranges::max_element(taken) - taken.begin());
    }
}

TEST_P(ReduceParts, DotTakesAnyTypesAndStrides) {
    const auto p = sixteenths<double>(1201);
    const auto q = some<int>(1201, 50);
    const Array<double> x = on_device(p);
    const Array<int> y = on_device(q);
    double expected = 0, backwards = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        expected += p[i] * q[i];
        backwards += p[i] * q[p.size() - 1 - i];
    }
    static_assert(std::is_same_v<decltype(dot(x, y).item()), double>);
    EXPECT_EQ(dot(x, y).item(), expected);
    EXPECT_EQ(dot(y, x).item(), expected);
    EXPECT_EQ(dot(x, reversed(y)).item(), backwards);
    EXPECT_EQ(dot(cast<float>(x), y).item(), static_cast<float>(expected));
    EXPECT_EQ(dot(y, y).item(), std::inner_product(q.begin(), q.end(), q.begin(), std::int64_t()));
    EXPECT_EQ(dot(Array<double>(stream_, 0), Array<double>(stream_, 0)).item(), 0.0);
    EXPECT_THROW((void)dot(x, y(slice(0, 7))).item(), Error);
}

TEST_P(ReduceParts, WritesToExistingArrays) {
    const Array<float> x = reshaped(on_device(sixteenths<float>(600)), {20, 30});
    const auto values = x.to_vector();
    Array<float> results = full<float>(stream_, {2, 20}, -1000.0f);
    const float* const before = results.data();
    results(0) = max(x, axis(1));
    results(1, slice(0, 20, 2)) = sum(x(slice(0, 20, 2)), axis(1));
    EXPECT_EQ(results.data(), before);
    const auto found = results.to_vector();
    for (std::size_t i = 0; i < 20; ++i) {
        const auto row = std::span(values).subspan(30 * i, 30);
        EXPECT_EQ(found[i], *std::ranges::max_element(row));
        EXPECT_EQ(found[20 + i],
                  i % 2 == 0 ? std::accumulate(row.begin(), row.end(), 0.0f) : -1000.0f);
    }
}

TEST_P(ReduceParts, AnyAndAllTestConditions) {
    for (const std::size_t size : {1u, 33u, 5000u}) {
        Array<int> x = zeros<int>(stream_, {size});
        EXPECT_FALSE(any(x).item());
        EXPECT_FALSE(all(x).item());
        x(static_cast<std::ptrdiff_t>(size) - 1) = -7;
        EXPECT_TRUE(any(x).item());
        EXPECT_EQ(all(x).item(), size == 1);
        x = 1;
        EXPECT_TRUE(all(x).item());
    }
    const Array<float> none = full<float>(stream_, {3}, std::numeric_limits<float>::quiet_NaN());
    EXPECT_TRUE(any(none).item());  // NaN is not equal to 0
    EXPECT_TRUE(all(none).item());
    const Array<bool> flags = array_of<int>(stream_, {{1, 0}, {1, 1}}) == 1;
    EXPECT_EQ(Array(all(flags, axis(0))).to_vector(), (std::vector<bool>{true, false}));
    EXPECT_EQ(Array(any(flags, axis(1))).to_vector(), (std::vector<bool>{true, true}));
}

TEST_P(ReduceParts, NaNsGiveNaN) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values = sixteenths<double>(4000);
    values[2345] = nan;
    const Array<double> x = reshaped(on_device(values), {40, 100});
    EXPECT_TRUE(std::isnan(sum(x).item()));
    EXPECT_TRUE(std::isnan(max(x).item()));
    EXPECT_TRUE(std::isnan(min(x).item()));
    EXPECT_TRUE(std::isnan(mean(x).item()));
    EXPECT_EQ(argmin(x).item(), 2345);
    const auto rows = Array(max(x, axis(1))).to_vector();
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(std::isnan(rows[i]), i == 23) << i;
    values[2345] = -100;
    EXPECT_EQ(nansum(x).item() - 100, std::accumulate(values.begin(), values.end(), 0.0));
    const Array<double> only = full<double>(stream_, {3}, nan);
    EXPECT_EQ(nanmin(only).item(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(nanmax(only).item(), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(nanmean(only).item()));
    EXPECT_EQ(nansum(only).item(), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Backends, ReduceParts, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
