// SPDX-License-Identifier: MIT
// Algorithms in debug mode, in which each pool block is a separate allocation. The tests check that
// no kernel accesses memory outside the arrays and scratch buffers that it was given. On a GPU,
// compute-sanitizer checks the same.
#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/merge.hpp>
#include <glint/algorithms/random.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/reduce_by_key.hpp>
#include <glint/algorithms/reduction_code.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/search.hpp>
#include <glint/algorithms/segmented.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/sets.hpp>
#include <glint/algorithms/shuffle.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/elementwise.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/scatter.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

// Must be set before any device creates a pool.
const bool kIsDebugMode = setenv("GLINT_DEBUG", "1", 1) == 0;

class MemoryBounds : public test::OnEachBackend {
protected:
    // In every algorithm, these sizes range from one block to several tiles.
    static constexpr int kSizes[] = {1, 77, 1025, 33'001};

    Array<int> numbers(int size) {
        std::vector<int> values;
        for (int i = 0; i < size; ++i) values.push_back(static_cast<int>(i * 7919LL % 1009) - 300);
        return Array<int>(stream_, values);
    }
    template <class Check>
    void for_each_size(const Check& check) {
        for (const int size : kSizes) {
            SCOPED_TRACE(size);
            const Array<int> x = numbers(size);
            check(x, x.to_vector());
            stream_.synchronize();
        }
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(MemoryBounds, DebugModeDetectsOverruns) {
    ASSERT_TRUE(kIsDebugMode);
    if (device_.kind() != BackendKind::cpu) return;  // an overrun makes a GPU unusable
    const Elementwise beyond(device_, "raw int* x", "x[i] = 1");
    Array<int> x(stream_, 5);
    beyond.over(slice(0, 5), x);
    stream_.synchronize();
    try {
        beyond.over(slice(0, 6), x);
        stream_.synchronize();
        ADD_FAILURE() << "it is not found";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::launch);
        EXPECT_NE(error.reason().find("4 bytes past the end of the buffer of 20 B"),
                  std::string::npos)
            << error.reason();
    }
}

TEST_P(MemoryBounds, ScansStayInBounds) {
    for_each_size([&](const Array<int>& x, std::vector<int> values) {
        std::vector<int> expected(values.size());
        std::partial_sum(values.begin(), values.end(), expected.begin());
        EXPECT_EQ(cumulative_sum(x).to_vector(), expected);
        EXPECT_EQ(inclusive_scan(x, "a + b").to_vector(), expected);
        EXPECT_EQ(cumulative_sum(x, {.deterministic = true}).to_vector(), expected);
        const auto op = detail::any_operator<int>(detail::AddOp(), 0);
        if (values.size() < 2000) {
            const auto in_blocks = detail::scanned<int>(detail::erased(x.view()), op,
                                                        {.inclusive = true, .in_blocks = true}, {});
            EXPECT_EQ(in_blocks.to_vector(), expected);
        }
        cumulative_sum(x, by_key(x / 3));
        cumulative_sum(x, by_offsets(arange<int>(stream_, 0, int(x.size()) + 1, 7)));
        if (values.size() % 11 == 0)
            for (const std::ptrdiff_t axis : {0, 1})
                cumulative_sum(reshaped(x, {11, -1}), {.axis = axis});
    });
}

TEST_P(MemoryBounds, SelectionsStayInBounds) {
    for_each_size([&](const Array<int>& x, std::vector<int> values) {
        const auto is_kept = [](int value) { return value > 0; };
        auto kept = select(x, x > 0);
        EXPECT_EQ(kept.count(), std::size_t(std::ranges::count_if(values, is_kept)));
        std::ranges::stable_partition(values, is_kept);
        EXPECT_EQ(partition(x, x > 0).elements().to_vector(), values);
        unique_by_key(x / 100, x);
        run_length_encode(x / 100);
        nonzero(x);
    });
}

TEST_P(MemoryBounds, ReductionsStayInBounds) {
    const ReductionKernel<int> total({.arguments = "const int* x"});
    for_each_size([&](const Array<int>& x, const std::vector<int>& values) {
        const int expected = std::accumulate(values.begin(), values.end(), 0);
        EXPECT_EQ(sum(x).item(), expected);
        EXPECT_EQ(total(x).item(), expected);
        (void)argmax(x).item();
        (void)variance(x).item();
        (void)nanvar(cast<float>(x)).item();
        (void)average(x, x * x).item();
        const std::vector<std::ptrdiff_t> few{1, 11}, all{1, 7, 11};
        for (const std::ptrdiff_t columns : test::rounds(few, all))
            if (values.size() % std::size_t(columns) == 0) {
                const Array<float> matrix = cast<float>(reshaped(x, {-1, columns}));
                for (const std::ptrdiff_t axis_number : {0, 1}) {
                    const Array<float> means = mean(matrix, axis(axis_number));
                    const Array<float> weighted = average(matrix, abs(matrix), axis(axis_number));
                    const Array<float> spreads = nanstd(matrix, axis(axis_number));
                    const Array<float> centered = matrix - max(matrix, axis(axis_number), keepdims);
                }
            }
        segmented_max(x, arange<int>(stream_, 0, int(x.size()) + 1, 7));
        sum_by_key(x / 50, x);
    });
}

TEST_P(MemoryBounds, SortsStayInBounds) {
    for_each_size([&](const Array<int>& x, std::vector<int> values) {
        std::ranges::sort(values);
        EXPECT_EQ(sorted(x).to_vector(), values);
        EXPECT_EQ(sorted(x, "a < b").to_vector(), values);
        EXPECT_EQ(nth_smallest(x, x.size() / 2).item(), values[values.size() / 2]);
        (void)argsort(cast<std::int8_t>(x));
        (void)argsort(cast<double>(x), {.descending = true});
        (void)top_k(x, std::min<std::size_t>(x.size(), 9));
        Array<int> keys = x.copy();
        Array<double> with = cast<double>(x);
        sort_by_key(keys, with);
        sort_by_key(keys, with, "a > b");
        if (values.size() % 11 == 0) {
            (void)sorted(reshaped(x, {11, -1}));
            (void)sorted(reshaped(x, {-1, 11}), {.axis = 0});
            (void)top_k(reshaped(x, {-1, 11}), 3);
            (void)quantile(reshaped(x, {-1, 11}), {0.1, 0.5, 0.9}, axis(0));
            (void)median(reshaped(x, {11, -1}), axis(1));
        }
        EXPECT_TRUE(is_sorted(keys, {.descending = true}));
    });
}

TEST_P(MemoryBounds, SetOperationsStayInBounds) {
    for_each_size([&](const Array<int>& x, std::vector<int> values) {
        std::ranges::sort(values);
        values.erase(std::ranges::unique(values).begin(), values.end());
        EXPECT_EQ(unique_all(x).values.to_vector(), values);
        EXPECT_EQ(union1d(x, x(slice(0, 0))).elements().to_vector(), values);
        EXPECT_EQ(intersect1d(x, -x + 5 - (5 - 2 * x)).elements().to_vector(), values);
        (void)setdiff1d(x, x / 2);
        (void)Array(isin(x / 2, x(slice(0, 0))));
        (void)argwhere(x > 0);
    });
}

TEST_P(MemoryBounds, OtherAlgorithmsStayInBounds) {
    for_each_size([&](const Array<int>& x, std::vector<int> values) {
        const std::size_t size = values.size();
        std::ranges::sort(values);
        const Array<int> in_order(stream_, values);
        std::vector<int> twice;
        for (const int value : values) twice.insert(twice.end(), {value, value});
        EXPECT_EQ(merged(in_order, in_order).to_vector(), twice);
        EXPECT_EQ(Array(sum(histogram(x, 13, -301, 800))).item(), std::int64_t(size));
        EXPECT_EQ(Array(sum(bincount(x + 300, 1500))).item(), std::int64_t(size));
        if (size > 1) (void)histogram(x, in_order);
        (void)bincount(x + 300, 1500, cast<float>(x));
        (void)histogram(x, 20'000, -301, 800, x);
        (void)searchsorted(in_order, x);
        (void)interpolate(x, in_order, x);
        Array<int> y = x.copy();
        shuffle(y);
        put(y, permutation<int>(stream_, size), x);
        scatter_add(y, 1, arange<int>(stream_, size) - int(size));
        Array<std::int8_t> narrow = cast<std::int8_t>(x);
        scatter_max(narrow, 5, arange<int>(stream_, size));
        (void)Array(gathered(x, arange<int>(stream_, size)));
        (void)rolled(x, 3);
        (void)concatenated(0, x, x);
        (void)random<float>(stream_, size, {.seed = 1});
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, MemoryBounds, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
