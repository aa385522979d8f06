// SPDX-License-Identifier: MIT
// Algorithms on empty arrays: they return an empty result, return what their contract says, or
// throw an error that names the reason.
#include <glint/algorithms/fft.hpp>
#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/map.hpp>
#include <glint/algorithms/matmul.hpp>
#include <glint/algorithms/merge.hpp>
#include <glint/algorithms/random.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/reduce_by_key.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/search.hpp>
#include <glint/algorithms/segmented.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/shuffle.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/npy.hpp>
#include <glint/array/print.hpp>
#include <glint/array/scatter.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Long = std::int64_t;

class EmptyArrays : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
    const Array<float> none_{stream_, 0};
    const Array<float> few_ = array_of<float>(stream_, {3, 1, 2});
    const Array<float> rows_{stream_, Shape{0, 3}};   // no rows
    const Array<float> lines_{stream_, Shape{3, 0}};  // three rows of length 0
};

TEST_P(EmptyArrays, MapToEmptyArrays) {
    EXPECT_TRUE(Array(map([](auto x) { return x * x; }, none_)).empty());
    EXPECT_EQ(Array<float>(rows_ + few_).shape(), Shape({0, 3}));
    EXPECT_EQ(transposed(rows_).shape(), Shape({3, 0}));
    EXPECT_EQ(reshaped(rows_, {3, 0, 7}).shape(), Shape({3, 0, 7}));
    EXPECT_EQ(reversed(rows_).shape(), Shape({0, 3}));
    EXPECT_EQ(broadcast_to(none_(newaxis, slice()), {5, 0}).shape(), Shape({5, 0}));
    EXPECT_EQ(fmt::format("{}", none_), "[]");
}

TEST_P(EmptyArrays, SumToTheNeutralElement) {
    EXPECT_EQ(sum(rows_).item(), 0.0f);
    EXPECT_EQ(Array(sum(rows_, axis(0))).to_vector(), (std::vector<float>{0, 0, 0}));
    EXPECT_EQ(Array(product(lines_, axis(1))).to_vector(), (std::vector<float>{1, 1, 1}));
    EXPECT_TRUE(Array(sum(rows_, axis(1))).empty());
    EXPECT_EQ(count_nonzero(none_).item(), 0);
    EXPECT_EQ(norm(none_).item(), 0.0f);
    EXPECT_TRUE(std::isnan(standard_deviation(none_).item()));
    EXPECT_EQ(reduce(none_, [](auto a, auto b) { return maximum(a, b); }, -7.0f).item(), -7.0f);
}

TEST_P(EmptyArrays, HaveNoMinimumOrMaximum) {
    const auto refuses = [](const std::string& name, const auto& action) {
        try {
            action();
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(error.reason(),
                      "the array is empty, but this reduction needs at least one element");
            EXPECT_EQ(error.operation(), name);
        }
    };
    refuses("compute min of an array of shape (0)", [&] { (void)min(none_).item(); });
    refuses("compute max of an array of shape (3, 0)",
            [&] { Array<float> m = max(lines_, axis(1)); });
    refuses("compute argmin of an array of shape (0, 3)",
            [&] { Array<Long> m = argmin(rows_, axis(0)); });
    refuses("compute argmax of an array of shape (0)", [&] { (void)argmax(none_).item(); });
    EXPECT_TRUE(Array(max(rows_, axis(1))).empty());  // there are no lines
    expect_error(ErrorCode::invalid_argument, "the array is empty", [&] { median(none_); });
    expect_error(ErrorCode::invalid_argument, "there are only 0 elements to choose from",
                 [&] { top_k(none_, 1); });
    expect_error(ErrorCode::invalid_argument, "there are only 0 elements to choose from",
                 [&] { nth_smallest(lines_, 0); });
}

TEST_P(EmptyArrays, ScanAndSortToEmptyArrays) {
    EXPECT_TRUE(cumulative_sum(none_).empty());
    EXPECT_EQ(cumulative_sum(rows_, {.axis = 0}).shape(), Shape({0, 3}));
    EXPECT_EQ(cumulative_maximum(lines_, {.axis = 0}).shape(), Shape({3, 0}));
    EXPECT_EQ(exclusive_scan(rows_, "a + b", 0).shape(), Shape(0));
    EXPECT_EQ(sorted(rows_).shape(), Shape({0, 3}));
    EXPECT_EQ(argsort(lines_).shape(), Shape({3, 0}));
    EXPECT_EQ(sorted(rows_, {.axis = 0}).shape(), Shape({0, 3}));
    EXPECT_TRUE(sorted(none_, [](auto a, auto b) { return a < b; }).empty());
    EXPECT_TRUE(is_sorted(none_));
    EXPECT_TRUE(merged(none_, none_).empty());
    EXPECT_EQ(merged(none_, sorted(few_)).to_vector(), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(merged(sorted(few_), none_).to_vector(), (std::vector<float>{1, 2, 3}));
}

TEST_P(EmptyArrays, SelectToEmptyArrays) {
    EXPECT_EQ(select(none_, none_ > 0).count(), 0u);
    EXPECT_TRUE(select(few_, few_ > 5).elements().empty());
    EXPECT_EQ(nonzero(rows_).count(), 0u);
    EXPECT_EQ(unique(none_).count(), 0u);
    EXPECT_EQ(run_length_encode(none_).count(), 0u);
    EXPECT_EQ(partition(none_, none_ > 0).first_count(), 0u);
    EXPECT_EQ(partition(few_, few_ > 5).second_count(), 3u);
    EXPECT_EQ(histogram(none_, 3, 0, 1).to_vector(), (std::vector<Long>{0, 0, 0}));
    EXPECT_EQ(bincount(cast<int>(none_), 2).to_vector(), (std::vector<Long>{0, 0}));
    EXPECT_TRUE(bincount(cast<int>(few_), 0).empty());
}

TEST_P(EmptyArrays, CanBeSearchedAndIndexed) {
    EXPECT_EQ(searchsorted(none_, few_).to_vector(), (std::vector<Long>{0, 0, 0}));
    EXPECT_TRUE(searchsorted(sorted(few_), none_).empty());
    EXPECT_TRUE(interpolate(none_, few_, few_).empty());
    expect_error(ErrorCode::invalid_argument,
                 "the numbers of positions and values must be equal and positive, not 0 positions "
                 "and 0 values",
                 [&] { interpolate(few_, none_, none_); });
    EXPECT_TRUE(Array(gathered(few_, cast<int>(none_))).empty());
    EXPECT_EQ(Array(take(rows_, cast<int>(few_), 1)).shape(), Shape({0, 3}));
    Array<float> x = few_.copy();
    put(x, cast<int>(none_), 9);
    EXPECT_EQ(x.to_vector(), few_.to_vector());
    EXPECT_EQ(concatenated(0, few_, none_, few_).size(), 6u);
    EXPECT_EQ(stacked(0, none_, none_).shape(), Shape({2, 0}));
    EXPECT_EQ(padded(none_, {{1, 2}}, 4).to_vector(), (std::vector<float>{4, 4, 4}));
    EXPECT_EQ(shape_of(difference(few_(slice(0, 1)))), Shape(0));
}

TEST_P(EmptyArrays, ReduceBySegmentsAndKeys) {
    const Array<int> offsets = array_of<int>(stream_, {0, 0, 3, 3});
    EXPECT_EQ(segmented_sum(few_, offsets).to_vector(), (std::vector<float>{0, 6, 0}));
    EXPECT_EQ(segmented_sum(none_, array_of<int>(stream_, {0, 0})).to_vector(),
              (std::vector<float>{0}));
    EXPECT_EQ(segmented_min(few_, offsets).to_vector()[0], std::numeric_limits<float>::infinity());
    EXPECT_TRUE(sum_by_key(cast<int>(none_), none_).keys.empty());
}

TEST_P(EmptyArrays, SupportRandomShuffleAndFft) {
    EXPECT_TRUE(Array<float>(random<float>(stream_, Shape({4, 0}))).empty());
    EXPECT_TRUE(Array<float>(normal<float>(stream_, 0)).empty());
    Array<float> x(stream_, 0);
    shuffle(x);
    EXPECT_TRUE(Array(permutation(stream_, 0)).empty());
    EXPECT_TRUE(choice(few_, 0).empty());
    const Array<float> product = matmul(lines_, rows_);  // 3 x 0 by 0 x 3
    EXPECT_EQ(product.to_vector(), std::vector<float>(9, 0.0f));
    EXPECT_EQ(matmul(rows_, lines_).shape(), Shape({0, 0}));
}

TEST_P(EmptyArrays, AreSavedInFiles) {
    const test::TemporaryFolder scratch;
    save_npy(scratch.path() / "none.npy", rows_);
    EXPECT_EQ(load_npy<float>(stream_, scratch.path() / "none.npy").shape(), Shape({0, 3}));
}

INSTANTIATE_TEST_SUITE_P(Backends, EmptyArrays, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
