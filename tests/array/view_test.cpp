// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/scatter.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <complex>
#include <numeric>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Integers = std::vector<int>;

class Views : public test::OnEachBackend {
protected:
    Array<int> counted(const Shape& shape) {
        Integers values(shape.size());
        std::iota(values.begin(), values.end(), 0);
        return Array<int>(stream_, shape, values);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Views, SliceAsPythonDoes) {
    const Array<int> x = counted({10});
    const auto none = std::nullopt;
    EXPECT_EQ(x(slice(2, 8, 3)).to_vector(), (Integers{2, 5}));
    EXPECT_EQ(x(slice(-3, none)).to_vector(), (Integers{7, 8, 9}));
    EXPECT_EQ(x(slice(none, none, -4)).to_vector(), (Integers{9, 5, 1}));
    EXPECT_EQ(x(slice(100, 200)).to_vector(), Integers{});
    EXPECT_EQ(x(slice(5, 2)).to_vector(), Integers{});
    EXPECT_EQ(x(slice(5, 2, -1)).to_vector(), (Integers{5, 4, 3}));
    EXPECT_EQ(x(slice(none, -100, -3)).to_vector(), (Integers{9, 6, 3, 0}));
    EXPECT_EQ(x(-1).item(), 9);
}

TEST_P(Views, SupportSlicesNewDimensionsAndEllipses) {
    const Array<int> x = counted({2, 3, 4});
    EXPECT_EQ(x(1, ellipsis, 2).to_vector(), (Integers{14, 18, 22}));
    EXPECT_EQ(x(ellipsis, 0).shape(), Shape({2, 3}));
    EXPECT_EQ(x(newaxis, 0, slice(), newaxis).shape(), Shape({1, 3, 1, 4}));
    EXPECT_EQ(x(1, 2, 3).item(), 23);
    EXPECT_EQ(x().shape(), x.shape());
}

TEST_P(Views, TransposeReverseAndExtractDiagonals) {
    const Array<int> x = counted({2, 3, 4});
    EXPECT_EQ(transposed(x).shape(), Shape({4, 3, 2}));
    EXPECT_EQ(transposed(x, {1, -1, 0})(2, 3, 1).item(), 23);
    EXPECT_EQ(reversed(x, 1)(0, 0, 0).item(), 8);
    EXPECT_EQ(reversed(x)(0, 0, 0).item(), 23);
    const Array<int> square = counted({3, 4});
    EXPECT_EQ(diagonal(square).to_vector(), (Integers{0, 5, 10}));
    EXPECT_EQ(diagonal(square, 2).to_vector(), (Integers{2, 7}));
    EXPECT_EQ(diagonal(square, -1).to_vector(), (Integers{4, 9}));
    EXPECT_EQ(diagonal(square, 4).to_vector(), Integers{});
    EXPECT_EQ(diagonal(x, 0, 0, 2).shape(), Shape({3, 2}));
}

TEST_P(Views, ChangeShapesAndTypes) {
    Array<int> x = counted({2, 3, 4});
    EXPECT_EQ(reshaped(x, {4, -1}).shape(), Shape({4, 6}));
    EXPECT_EQ(raveled(x(1)).to_vector()[0], 12);
    EXPECT_EQ(squeezed(x(slice(0, 1), ellipsis, newaxis)).shape(), Shape({3, 4}));
    EXPECT_EQ(broadcast_to(x(0, 0), {2, 4}).to_vector(), (Integers{0, 1, 2, 3, 0, 1, 2, 3}));
    reinterpreted<short>(x)(0, 0, 2) = short(77);
    EXPECT_EQ(x(0, 0, 1).item(), 77);
    EXPECT_EQ(reinterpreted<std::int64_t>(x).shape(), Shape({2, 3, 2}));
    Array<std::complex<float>> z(stream_, Shape{2});
    real_view(z) = 3.0f;
    imag_view(z) = -1.0f;
    EXPECT_EQ(z(1).item(), std::complex<float>(3, -1));
}

TEST_P(Views, AcceptHostValues) {
    Array<int> x = counted({2, 3});
    transposed(x).assign(Integers{10, 20, 30, 40, 50, 60});
    EXPECT_EQ(x.to_vector(), (Integers{10, 30, 50, 20, 40, 60}));
    x(1).assign(Integers{1, 2, 3});
    EXPECT_EQ(x.to_vector(), (Integers{10, 30, 50, 1, 2, 3}));
    expect_error(ErrorCode::invalid_argument, "the destination has 3 elements",
                 [&] { x(1).assign(Integers{1, 2}); });
}

template <class A>
concept Increasable = requires(A&& array) { std::forward<A>(array) += 1; };

TEST_P(Views, SetElementsThroughAnyViewObject) {
    Array<int> x = counted({2, 3});
    const ArrayView<int> row = x(0);
    const auto column = x(slice(), 2);
    row = 5;
    EXPECT_EQ(x.to_vector(), (Integers{5, 5, 5, 3, 4, 5}));
    row = x(1);
    row += 1;
    EXPECT_EQ(x.to_vector(), (Integers{4, 5, 6, 3, 4, 5}));
    column = column * 10;
    EXPECT_EQ(x.to_vector(), (Integers{4, 5, 60, 3, 4, 50}));
    static_assert(!std::is_assignable_v<const ArrayView<const int>&, int>);
    static_assert(Increasable<Array<int>&> && Increasable<const ArrayView<int>&>);
    static_assert(!Increasable<const Array<int>&> && !Increasable<ArrayView<const int>>);
}

TEST_P(Views, RefuseIndicesOutOfRange) {
    Array<int> x = counted({3, 4});
    const auto refuses = [](const std::string& reason, const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    };
    refuses("index 3 is out of range for dimension 0", [&] { x(3); });
    refuses("index -5 is out of range for dimension 1", [&] { x(0, -5); });
    refuses("3 indices cannot index 2 dimensions", [&] { x(0, 0, 0); });
    refuses("the step is 0", [&] { x(slice(0, 1, 0)); });
    refuses("the array has 2 dimensions", [&] { reversed(x, 2); });
    refuses("dimension 0 appears twice in (0, 0)", [&] { transposed(x, {0, 0}); });
    refuses("the new shape has 10 elements", [&] { reshaped(x, {2, 5}); });
    refuses("the product of the known extents, 5, does not divide 12",
            [&] { reshaped(x, {5, -1}); });
    refuses("the dimension has 3 elements, but must have 1", [&] { squeezed(x, 0); });
    refuses("dimension 1 has 4 elements", [&] { broadcast_to(x, {3, 5}); });
    refuses("the destination has shape (3, 4)", [&] { x.view() = counted({2, 3, 4}); });
    refuses("extents 3 and 4 differ, and neither is 1", [&] { x = x + transposed(x); });
    refuses("the array would be larger than the address space",
            [&] { Array<int>(stream_, Shape{1ul << 40, 1ul << 40}); });
    expect_error(ErrorCode::invalid_state, "the array has shape (3, 4)", [&] { x.view().item(); });
    expect_error(ErrorCode::invalid_state,
                 "the strides (1, 4) require a copy. Copy the view to an Array first",
                 [&] { raveled(transposed(x)); });
    EXPECT_EQ(x.to_vector(), counted({3, 4}).to_vector());
}

TEST_P(Views, OutliveTheirArraysInAnyOrder) {
    std::optional<ArrayView<int>> row;
    std::optional<Array<int>> sum;
    {
        Device device = open();
        Stream stream(device);
        const Array<int> x = Array<int>(stream, Shape{2, 3}, Integers{1, 2, 3, 4, 5, 6});
        Array<int> copy = x.copy();
        row.emplace(copy(1));
        sum.emplace(x(0) + *row);
    }
    EXPECT_EQ(row->to_vector(), (Integers{4, 5, 6}));
    EXPECT_EQ(sum->to_vector(), (Integers{5, 7, 9}));
    sum.reset();
    *row += 1;
    EXPECT_EQ(row->to_vector(), (Integers{5, 6, 7}));
}

TEST_P(Views, WaitForOtherStreams) {
    Stream other(device_);
    for (int round = 0; round < 20; ++round) {
        Array<int> x(stream_, 100'000), y(other, 100'000);
        x = round;
        y = x * 2;  // on the other stream, after the first assignment
        x = y + x;  // back on the first stream
        y = -1;
        EXPECT_EQ(x(99'999).item(), 3 * round);
    }
}

TEST_P(Views, SupportConcurrentThreads) {
    std::vector<std::thread> threads;
    std::vector<int> results(8);
    for (int number = 0; number < 8; ++number)
        threads.emplace_back([&, number] {
            Stream stream(device_);
            Array<int> x = arange<int>(stream, 1000);
            for (int i = 0; i < 50; ++i) x = x + number;
            results[static_cast<std::size_t>(number)] = x(999).item();
        });
    for (std::thread& thread : threads) thread.join();
    for (int number = 0; number < 8; ++number)
        EXPECT_EQ(results[static_cast<std::size_t>(number)], 999 + 50 * number);
}

// On the CPU, only pages that are touched use memory.
TEST_P(Views, ReachElementsBeyond32Bits) {
    constexpr std::size_t kSize = (1ul << 32) + 5;
    Array<std::int8_t> x(stream_, kSize);
    const auto few = x(slice(3, std::nullopt, 1l << 31));
    EXPECT_EQ(few.size(), 3u);
    few += few * 0 + cast<std::int8_t>(arange<int>(stream_, 3)) - few + 1;
    EXPECT_EQ(few.to_vector(), (std::vector<std::int8_t>{1, 2, 3}));
    EXPECT_EQ(x((1l << 32) + 3).item(), 3);
    EXPECT_EQ(x(-2).item(), 3);
    const Array<long long> places = arange<long long>(stream_, 3) * (1ll << 31) + 3ll;
    EXPECT_EQ(Array(gathered(x, places)).to_vector(), few.to_vector());
    scatter(x, Array(-few), places);
    EXPECT_EQ(few.to_vector(), (std::vector<std::int8_t>{-1, -2, -3}));
}

// Returns an expression of `Count` arrays.
template <int Count>
auto sum_of(const Array<int>& x) {
    if constexpr (Count == 1)
        return x + 0;
    else
        return sum_of<Count - 1>(x) + x;
}

TEST_P(Views, TakePartInExpressionsOfManyArrays) {
    const Array<int> x = counted({5});
    EXPECT_EQ(Array(sum_of<24>(x)).to_vector(), (Integers{0, 24, 48, 72, 96}));
    expect_error(
        ErrorCode::invalid_argument,
        "the expression has more than 24 arrays. Evaluate part of the expression into an Array",
        [&] { Array<int> y = sum_of<25>(x); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Views, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
