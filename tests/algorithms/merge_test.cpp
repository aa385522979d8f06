// SPDX-License-Identifier: MIT
#include <glint/algorithms/merge.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>

#include <algorithms/on_values.hpp>

namespace glint {
namespace {

class Merge : public test::OnValues {
protected:
    std::vector<int> some_sorted(std::size_t count, unsigned below) {
        std::vector<int> values = some(count, below);
        std::sort(values.begin(), values.end());
        return values;
    }
};

TEST_P(Merge, KeepsTheOrderOfEqualKeys) {
    for (const auto& [m, n] :
         {std::pair{0, 0}, {0, 3}, {5, 0}, {1, 1}, {1000, 33}, {20000, 30001}}) {
        const auto a = some_sorted(static_cast<std::size_t>(m), 500);
        const auto b = some_sorted(static_cast<std::size_t>(n), 500);
        std::vector<int> expected;
        std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
        EXPECT_EQ(merged(on_device(a), on_device(b)).to_vector(), expected) << m << ' ' << n;
    }
    const auto both = merged_by_key(
        on_device(std::vector<float>{1, 2, 2}), on_device(std::vector<int>{1, 2, 3}),
        on_device(std::vector<float>{2, 2, NAN}), on_device(std::vector<int>{4, 5, 6}));
    EXPECT_EQ(both.values.to_vector(), (std::vector<int>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(both.keys.to_vector()[4], 2.0f);
}

TEST_P(Merge, TakesExpressionsAndViews) {
    const Array<int> x = arange<int>(stream_, 10);
    EXPECT_EQ(merged(x(slice(0, 6, 2)), 2 * x(slice(0, 3)) + 1).to_vector(),
              (std::vector<int>{0, 1, 2, 3, 4, 5}));
    EXPECT_THROW(merged_by_key(x, x, x, x(slice(0, 3))), Error);
}

// Runs the GPU algorithm on CPU threads that wait for each other.
TEST_P(Merge, BlockAlgorithmGivesTheSameResult) {
    const auto a = some_sorted(4000, 500), b = some_sorted(3001, 300);
    const auto da = on_device(a), db = on_device(b);
    Array<int> keys(stream_, a.size() + b.size()), values(stream_, keys.shape());
    detail::MergeTask task{.key = detail::kElementType<int>, .value = detail::kElementType<int>};
    for (const std::size_t i : {0, 1}) {
        task.add(i, detail::node_of(i == 0 ? da : db));
        task.add_values(i, detail::node_of(i == 0 ? da : db));
    }
    task.in_blocks = true;
    detail::merge(stream_, task, keys.data(), values.data());
    std::vector<int> expected;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    EXPECT_EQ(keys.to_vector(), expected);
    EXPECT_EQ(values.to_vector(), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, Merge, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
