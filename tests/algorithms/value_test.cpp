// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduce.hpp>

#include <type_traits>

#include <gtest/gtest.h>

#include <glint/algorithms/random.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using FloatValues = std::vector<float>;

/// Uses of expressions other than in assignments.
class ExpressionValues : public test::OnEachBackend {
protected:
    Array<float> values(const Shape& shape) {
        return reshaped(Array(arange<float>(stream_, 0, static_cast<float>(shape.size()))),
                        {static_cast<std::ptrdiff_t>(shape[0]), -1});
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(ExpressionValues, UseTheArrayContentsAtEvaluation) {
    Array<float> x = array_of<float>(stream_, {1, 2, 3, 6});
    const auto lazy = mean(x);
    const Array<float> kept = evaluated(mean(x));
    const float now = lazy.item();
    x -= lazy;
    EXPECT_EQ(now, 3.0f);
    EXPECT_EQ(kept.item(), 3.0f);
    EXPECT_EQ(lazy.item(), 0.0f);
    EXPECT_EQ(x.to_vector(), (FloatValues{-2, -1, 0, 3}));
}

TEST_P(ExpressionValues, ItemReadsAnyExpressionOfOneElement) {
    const Array<float> x = array_of<float>(stream_, {1, 2, 3, 6});
    EXPECT_EQ((2 * sum(x)).item(), 24.0f);
    EXPECT_EQ((max(x) - min(x)).item(), 5.0f);
    EXPECT_EQ((-x(3)).item(), -6.0f);
    EXPECT_EQ(argmax(x).item(), 3);
    EXPECT_EQ((argmax(x) % 2 + argmin(x) / 2).item(), 1);
    EXPECT_EQ((count_nonzero(x > 2.0f) % 3).item(), 2);
    EXPECT_TRUE((sum(x) > 11.0f).item());
    EXPECT_EQ(arange<int>(stream_, 5, 6).item(), 5);
    EXPECT_EQ(gathered(x, array_of<int>(stream_, {2})).item(), 3.0f);
    EXPECT_EQ(max(values({2, 3}), axes({0, 1}), keepdims).item(), 5.0f);
    static_assert(std::is_same_v<decltype(sum(x > 0.0f).item()), std::int64_t>);
}

TEST_P(ExpressionValues, ItemRefusesZeroOrSeveralElements) {
    const Array<float> x = values({2, 3});
    const auto refuses = [](const char* reason, const auto& action) {
        expect_error(ErrorCode::invalid_state, reason, action);
    };
    refuses("the array has shape (2, 3)", [&] { (void)(2 * x).item(); });
    refuses("the array has shape (2)", [&] { (void)sum(x, axis(1)).item(); });
    refuses("the array has shape (0)", [&] { (void)arange<int>(stream_, 0).item(); });
    refuses("the array has shape (0, 3)", [&] { (void)(x(slice(2, 2)) + 1).item(); });
}

TEST_P(ExpressionValues, AreSlicedAndSeenAsViews) {
    Array<float> x = values({2, 3});
    const auto doubled = 2 * x;
    EXPECT_EQ(doubled(1).to_vector(), (FloatValues{6, 8, 10}));
    EXPECT_EQ(doubled(1, 2).item(), 10.0f);
    EXPECT_EQ(doubled(slice(), slice(0, 2)).to_vector(), (FloatValues{0, 2, 6, 8}));
    EXPECT_EQ(sum(x, axis(1))(-1).item(), 12.0f);
    EXPECT_EQ(reshaped(doubled, {3, -1}).shape(), Shape({3, 2}));
    EXPECT_EQ(reshaped(transposed(x) + 0, {6}).to_vector(), (FloatValues{0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(transposed(doubled).to_vector(), (FloatValues{0, 6, 2, 8, 4, 10}));
    EXPECT_EQ(reversed(sum(x, axis(0)), 0).to_vector(), (FloatValues{7, 5, 3}));
    EXPECT_EQ(raveled(max(x, axis(1), keepdims)).to_vector(), (FloatValues{2, 5}));
    EXPECT_EQ(broadcast_to(sum(x), {2}).to_vector(), (FloatValues{15, 15}));
    EXPECT_EQ(diagonal(x + 1).to_vector(), (FloatValues{1, 5}));
    const auto part = doubled(0);
    x = 0.0f;
    EXPECT_EQ(part.to_vector(), (FloatValues{0, 2, 4}));
    static_assert(std::is_same_v<decltype(doubled(0)), ArrayView<const float>>);
}

TEST_P(ExpressionValues, CopyArraysAndViews) {
    Array<float> x = values({2, 3});
    const Array<float> all = evaluated(x), row = evaluated(x(1));
    x = 0.0f;
    EXPECT_EQ(all.to_vector(), (FloatValues{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(row.to_vector(), (FloatValues{3, 4, 5}));
    static_assert(std::is_same_v<decltype(evaluated(x > 0.0f)), Array<bool>>);
}

INSTANTIATE_TEST_SUITE_P(Backends, ExpressionValues, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
