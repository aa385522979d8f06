// SPDX-License-Identifier: MIT
// Algorithms on arrays of two streams. The algorithms wait for work queued on both streams, and
// work queued later on either stream waits for the algorithms.
#include <glint/algorithms/fft.hpp>
#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/matmul.hpp>
#include <glint/algorithms/merge.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/search.hpp>
#include <glint/algorithms/segmented.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/sets.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/scatter.hpp>
#include <glint/array/sequence.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Values = std::vector<double>;
/// Reads an algorithm's result, after waiting for it.
using Reader = std::function<Values()>;

template <class T>
Values values_of(const std::vector<T>& values) {
    return Values(values.begin(), values.end());
}
template <class T>
Reader reader(Array<T> result) {
    const auto kept = std::make_shared<Array<T>>(std::move(result));
    return [kept] { return values_of(kept->to_vector()); };
}
template <class T>
Reader reader(Selection<T> result) {
    const auto kept = std::make_shared<Selection<T>>(std::move(result));
    return [kept] { return values_of(kept->elements().to_vector()); };
}

class StreamOrder : public test::OnEachBackend {
protected:
    /// An algorithm that queues its work on two arrays: `x` holds arbitrary numbers, and `y` holds
    /// nondecreasing numbers from 0 to kSize - 1.
    using Algorithm = std::function<Reader(Array<int>& x, Array<int>& y)>;

    static constexpr int kSize = 1500;

    void expect_ordered(const char* name, const Algorithm& algorithm) {
        SCOPED_TRACE(name);
        const auto numbers = [](auto&& number) {
            std::vector<int> all;
            for (int i = 0; i < kSize; ++i) all.push_back(number(i));
            return all;
        };
        const std::vector<int> x_values = numbers([](int i) { return i * 7919 % 1009 - 300; });
        const std::vector<int> y_values = numbers([](int i) { return i - i % 5; });
        Array<int> x(first_, x_values), y(second_, y_values);
        const Values expected = algorithm(x, y)();
        expect_waits_for_first(x, y, algorithm, expected);
        x.assign(x_values);
        y.assign(y_values);
        expect_waits_for_second(x, y, algorithm, expected);
    }

private:
    void expect_waits_for_first(Array<int>& x, Array<int>& y, const Algorithm& algorithm,
                                const Values& expected) {
        const Array<int> saved = x.copy();
        x = -7;
        test::Gate gate(first_);
        x = saved.view();
        const Reader result = algorithm(x, y);
        y = 0;  // must wait, too
        let_run(second_);
        gate.open();
        EXPECT_EQ(result(), expected) << "held up on the first stream";
    }
    void expect_waits_for_second(Array<int>& x, Array<int>& y, const Algorithm& algorithm,
                                 const Values& expected) {
        const Array<int> saved = y.copy();
        y = 0;
        test::Gate gate(second_);
        y = saved.view();
        const Reader result = algorithm(x, y);
        x = -7;
        let_run(first_);
        gate.open();
        EXPECT_EQ(result(), expected) << "held up on the second stream";
    }
    // Waits, so that work that must not run yet would have time to run if nothing held it back.
    static void let_run(Stream& stream) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
        while (!stream.is_done() && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    Device device_ = open();

protected:
    Stream first_{device_}, second_{device_};
};

TEST_P(StreamOrder, OfSelections) {
    expect_ordered("select", [](auto& x, auto& y) { return reader(select(x, y % 3 == 0)); });
    expect_ordered("unique_by_key", [](auto& x, auto& y) {
        auto kept = std::make_shared<KeyedSelection<int, int>>(unique_by_key(y, x));
        return [kept] { return values_of(kept->values().to_vector()); };
    });
    expect_ordered("partition", [](auto& x, auto& y) {
        auto parts = std::make_shared<Partitioned<int>>(partition(x, y % 2 == 0));
        return [parts] { return values_of(parts->elements().to_vector()); };
    });
    expect_ordered("nonzero", [](auto& x, auto& y) { return reader(nonzero(x % 3 + y % 2)); });
}

TEST_P(StreamOrder, OfScans) {
    expect_ordered("cumulative_sum",
                   [](auto& x, auto& y) { return reader(cumulative_sum(x + y)); });
    expect_ordered("by keys",
                   [](auto& x, auto& y) { return reader(cumulative_sum(x, by_key(y))); });
    expect_ordered("by offsets",
                   [](auto& x, auto& y) { return reader(cumulative_sum(x, by_offsets(y))); });
    expect_ordered("down columns", [](auto& x, auto& y) {
        return reader(cumulative_sum(reshaped(x, {-1, 50}) * reshaped(y, {-1, 50}), {.axis = 0}));
    });
}

TEST_P(StreamOrder, OfReductions) {
    expect_ordered("sum", [](auto& x, auto& y) { return reader(Array(sum(x * y))); });
    expect_ordered("of rows", [](auto& x, auto& y) {
        return reader(Array(max(reshaped(x, {-1, 10}) - reshaped(y, {-1, 10}), axis(1))));
    });
    expect_ordered("weighted", [](auto& x, auto& y) {
        return reader(Array(average(reshaped(x, {-1, 10}), 1 + reshaped(y, {-1, 10}), axis(1))));
    });
    expect_ordered("nanvar", [](auto& x, auto& y) { return reader(Array(nanvar(x + y))); });
    expect_ordered("of segments", [](auto& x, auto& y) { return reader(segmented_sum(x, y)); });
    expect_ordered("of an expression's segments", [](auto& x, auto& y) {
        return reader(segmented_sum(x + y, arange<int>(x.stream(), 0, kSize + 1, 10)));
    });
    expect_ordered("in lines", [](auto& x, auto& y) {
        return reader(Array(reshaped(x, {-1, 10}) - max(reshaped(y, {-1, 10}), axis(1), keepdims)));
    });
}

TEST_P(StreamOrder, OfSortsAndSearches) {
    expect_ordered("sort_by_key", [](auto& x, auto& y) {
        Array<int> keys = x.copy(), values = y.copy();
        sort_by_key(keys, values);
        return reader(std::move(values));
    });
    expect_ordered("sorted", [](auto& x, auto& y) { return reader(sorted(x - y)); });
    expect_ordered("sorted by an order", [](auto& x, auto& y) {
        return reader(sorted(x - y, [](auto a, auto b) { return a > b; }));
    });
    expect_ordered("argsort", [](auto& x, auto& y) { return reader(argsort(x * y)); });
    expect_ordered("top_k", [](auto& x, auto& y) { return reader(top_k(x + y, 20).values); });
    expect_ordered("nth_smallest", [](auto& x, auto& y) { return reader(nth_smallest(x + y, 9)); });
    expect_ordered("quantile", [](auto& x, auto& y) {
        return reader(quantile(reshaped(x, {-1, 10}) - reshaped(y, {-1, 10}), {0.1, 0.5}, axis(0)));
    });
    expect_ordered("searchsorted", [](auto& x, auto& y) { return reader(searchsorted(y, x)); });
    expect_ordered("interpolate",
                   [](auto& x, auto& y) { return reader(interpolate(cast<double>(x), y, y)); });
    expect_ordered("merged", [](auto& x, auto& y) { return reader(merged(sorted(x), y)); });
}

TEST_P(StreamOrder, OfHistograms) {
    expect_ordered("histogram",
                   [](auto& x, auto& y) { return reader(histogram(x, y(slice(0, kSize, 100)))); });
    expect_ordered("of an expression",
                   [](auto& x, auto& y) { return reader(histogram(x - y, 30, -1000, 1000)); });
    expect_ordered("bincount", [](auto& x, auto& y) { return reader(bincount(x + y, 900)); });
    expect_ordered("weighted", [](auto& x, auto& y) { return reader(bincount(y, 900, x)); });
}

TEST_P(StreamOrder, OfSets) {
    expect_ordered("isin", [](auto& x, auto& y) { return reader(Array(isin(x, y))); });
    expect_ordered("intersect1d", [](auto& x, auto& y) { return reader(intersect1d(x, y)); });
    expect_ordered("setdiff1d", [](auto& x, auto& y) { return reader(setdiff1d(x, y)); });
    expect_ordered("union1d", [](auto& x, auto& y) { return reader(union1d(x, y)); });
    expect_ordered("unique_values", [](auto& x, auto& y) { return reader(unique_values(x + y)); });
}

TEST_P(StreamOrder, OfIndexing) {
    expect_ordered("gathered", [](auto& x, auto& y) { return reader(Array(gathered(x, y))); });
    expect_ordered("take_along_axis",
                   [](auto& x, auto& y) { return reader(Array(take_along_axis(x, y))); });
    expect_ordered("concatenated", [](auto& x, auto& y) {
        return reader(concatenated(0, std::vector{x.view(), y.view()}));
    });
    expect_ordered("scatter_add", [](auto& x, auto& y) {
        Array<int> to = 2 * x;
        scatter_add(to, y + 1, y);
        return reader(std::move(to));
    });
    expect_ordered("put", [](auto& x, auto& y) {
        Array<int> to = zeros<int>(x.stream(), {kSize});
        put(to, y, 5);
        return reader(Array(to + x));
    });
}

TEST_P(StreamOrder, OfProducts) {
    expect_ordered("matmul", [](auto& x, auto& y) {
        const Array<double> a = cast<double>(reshaped(x, {30, -1}));
        return reader(matmul(a, cast<double>(reshaped(y, {-1, 30}))));
    });
    expect_ordered("fft", [](auto& x, auto& y) {
        return reader(Array(abs(fft(cast<float>(x) + cast<float>(y)))));
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, StreamOrder, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
