// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/npy.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/scatter.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <array/host_array.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>

struct PartsTestVector {
    float x, y, z;
    bool operator==(const PartsTestVector&) const = default;
};
template <>
struct glint::CudaName<PartsTestVector> {
    static constexpr std::string_view value = "float3";
};

namespace glint {
namespace {

using Values = std::vector<int>;

/// Copies of parts of arrays, with dimensions in any order, to every kind of destination.
class ArraySlices : public test::OnEachBackend {
protected:
    Array<int> counted(const Shape& shape) {
        Values values(shape.size());
        std::iota(values.begin(), values.end(), 0);
        return Array<int>(stream_, shape, values);
    }
    static test::HostArray<int> host(const Shape& shape) {
        test::HostArray<int> array{shape, Values(shape.size())};
        std::iota(array.values.begin(), array.values.end(), 0);
        return array;
    }

    Device device_ = open();
    Stream stream_{device_};
};

constexpr auto kAll = std::nullopt;

TEST_P(ArraySlices, OneDimensionalSlicesTakeAnyBoundsAndSteps) {
    const std::size_t size = 37;
    const Array<int> x = counted({size});
    for (const std::ptrdiff_t step : {-7, -2, -1, 1, 2, 7})
        for (const std::ptrdiff_t first : {-40, -37, -36, -1, 0, 5, 36, 37, 50})
            for (const std::ptrdiff_t last : {-38, -20, 0, 3, 36, 37, 90}) {
                const auto n = static_cast<std::ptrdiff_t>(size);
                const auto bound = [&](std::ptrdiff_t at) {
                    if (at < 0) at += n;
                    return step > 0 ? std::clamp<std::ptrdiff_t>(at, 0, n)
                                    : std::clamp<std::ptrdiff_t>(at, -1, n - 1);
                };
                Values expected;
                for (std::ptrdiff_t i = bound(first); step > 0 ? i < bound(last) : i > bound(last);
                     i += step)
                    expected.push_back(static_cast<int>(i));
                EXPECT_EQ(x(slice(first, last, step)).shape(), Shape(expected.size()))
                    << first << ":" << last << ":" << step;
                if ((first + last) % 3 != 0) continue;
                EXPECT_EQ(x(slice(first, last, step)).to_vector(), expected)
                    << first << ":" << last << ":" << step;
            }
}

TEST_P(ArraySlices, RowsAndColumnsAreCopied) {
    const Array<int> x = counted({20, 30});
    const auto expect = [&](const ArrayView<const int>& part, std::size_t row, std::size_t rows,
                            std::size_t column, std::size_t columns) {
        Values expected;
        for (std::size_t i = row; i < row + rows; ++i)
            for (std::size_t j = column; j < column + columns; ++j)
                expected.push_back(static_cast<int>(i * 30 + j));
        EXPECT_EQ(part.to_vector(), expected);
        EXPECT_EQ(Array<int>(part).to_vector(), expected);
        EXPECT_EQ(Array<int>(part + 0).to_vector(), expected);
    };
    expect(x(slice(7, 11)), 7, 4, 0, 30);
    expect(x(slice(), slice(4, 9)), 0, 20, 4, 5);
    expect(x(slice(19, kAll), slice(-1, kAll)), 19, 1, 29, 1);
    expect(x(slice(3, 5), slice(2, 28)), 3, 2, 2, 26);
    EXPECT_TRUE(x(slice(5, 5)).to_vector().empty());
}

// A column-major array has the element order of the transposed row-major array.
TEST_P(ArraySlices, ColumnMajorMatricesAreCopied) {
    Array<int> memory = counted({30, 20});
    auto x = transposed(memory);  // element (i, j) is 20 j + i
    EXPECT_EQ(x.strides(), (Strides{1, 20}));
    EXPECT_EQ(x(slice(2, 4), slice(1, 3)).to_vector(), (Values{22, 42, 23, 43}));
    x(slice(0, 2), slice(0, 2)) = array_of<int>(stream_, {{-1, -2}, {-3, -4}});
    EXPECT_EQ(memory(0, slice(0, 3)).to_vector(), (Values{-1, -3, 2}));
    EXPECT_EQ(memory(1, slice(0, 3)).to_vector(), (Values{-2, -4, 22}));
}

TEST_P(ArraySlices, ColumnMajorResultsAreTransposed) {
    const Array<int> memory = counted({3, 4});
    const auto x = transposed(memory);
    const Array<int> in_rows = x + 1, in_columns = transposed(x) + 1;
    EXPECT_EQ(in_rows.view().strides(), (Strides{3, 1}));
    EXPECT_EQ(transposed(in_columns).strides(), x.strides());
    EXPECT_EQ(transposed(in_columns).to_vector(), in_rows.to_vector());
}

TEST_P(ArraySlices, CopyBetweenStrides) {
    const Shape shape{6, 8, 10};
    const test::HostArray<int> from = host(shape);
    const Array<int> x(stream_, shape, from.values);
    Array<int> y = zeros<int>(stream_, {10, 16, 7});
    auto to = transposed(y)(slice(0, 6), slice(15, kAll, -2), slice());  // 6 x 8 x 10
    ASSERT_EQ(to.shape(), shape);
    to = x.view();
    const auto found = y.to_vector();
    test::HostArray<int> expected{{10, 16, 7}, Values(10 * 16 * 7, 0)};
    test::for_each_index(shape, [&](const std::vector<std::size_t>& at) {
        expected.values[(at[2] * 16 + 15 - 2 * at[1]) * 7 + at[0]] =
            from.values[test::number_of(shape, at)];
    });
    EXPECT_EQ(found, expected.values);
    to.assign(Values(480, 7));
    EXPECT_EQ(y(0, slice(), 0).to_vector(),
              (Values{0, 7, 0, 7, 0, 7, 0, 7, 0, 7, 0, 7, 0, 7, 0, 7}));
}

TEST_P(ArraySlices, OverlappingSlicesCopyCorrectly) {
    Array<int> x = counted({10});
    x(slice(2, kAll)) = x(slice(0, 8));
    EXPECT_EQ(x.to_vector(), (Values{0, 1, 0, 1, 2, 3, 4, 5, 6, 7}));
    x = counted({10});
    x(slice(0, 8)) = x(slice(2, kAll));
    EXPECT_EQ(x.to_vector(), (Values{2, 3, 4, 5, 6, 7, 8, 9, 8, 9}));
    x = reversed(x);
    EXPECT_EQ(x.to_vector(), (Values{9, 8, 9, 8, 7, 6, 5, 4, 3, 2}));
    x(slice(0, 10, 2)) = x(slice(1, 10, 2)) * 10;
    EXPECT_EQ(x.to_vector(), (Values{80, 8, 80, 8, 60, 6, 40, 4, 20, 2}));
}

TEST_P(ArraySlices, ZeroStridesAreReadAndCopied) {
    const Array<int> row = counted({3});
    const auto many = broadcast_to(row(newaxis, slice(), newaxis), {2, 3, 2});
    EXPECT_EQ(many.strides(), (Strides{0, 1, 0}));
    EXPECT_EQ(many.to_vector(), (Values{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2}));
    EXPECT_EQ(Array<int>(many).view().strides(), (Strides{6, 2, 1}));
    EXPECT_EQ(Array<int>(many(1) + 1).to_vector(), (Values{1, 1, 2, 2, 3, 3}));
    const Array<int> one = full<int>(stream_, Shape(), 5);
    EXPECT_EQ(broadcast_to(one, {2, 2}).to_vector(), Values(4, 5));
    EXPECT_EQ(Array<int>(one + row).to_vector(), (Values{5, 6, 7}));
}

TEST_P(ArraySlices, ContiguousSlicesArePassedToKernels) {
    Program program = Program::from_text(device_, "add.cu", R"(
extern "C" __global__ void add(int count, int by, int* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] += by;
}
)");
    const auto add = program.kernel<void(int, int, int*)>("add");
    Array<int> x = counted({4, 5});
    auto rows = x(slice(1, 3));
    add.launch(stream_, threads(10), 10, 100, rows.span());
    EXPECT_EQ(x(slice(0, 3), 0).to_vector(), (Values{0, 105, 110}));
    EXPECT_EQ(x(3, 0).item(), 15);
    test::expect_error(
        ErrorCode::invalid_state,
        "the elements of the view are not contiguous. The shape is (4) and the strides are (5)",
        [&] { (void)x(slice(), 0).span(); });
}

TEST_P(ArraySlices, VectorElementsAreFilledAndRead) {
    Array<PartsTestVector> x(stream_, Shape{50});
    x = PartsTestVector{1, 2, 3};
    x(slice(10, kAll, 10)) = PartsTestVector{4, 5, 6};
    const auto values = x.to_vector();
    for (std::size_t i = 0; i < 50; ++i)
        EXPECT_EQ(values[i],
                  (i >= 10 && i % 10 == 0 ? PartsTestVector{4, 5, 6} : PartsTestVector{1, 2, 3}));
    x.fill({7, 8, 9});
    EXPECT_EQ(x(49).item(), (PartsTestVector{7, 8, 9}));
    EXPECT_EQ(reinterpreted<float>(x).shape(), Shape(150));
    EXPECT_EQ(reinterpreted<float>(x)(4).item(), 8.0f);
    EXPECT_EQ(zeros_like(x)(3).item(), (PartsTestVector{0, 0, 0}));
}

TEST_P(ArraySlices, RealAndImaginaryPartsAreViews) {
    using Number = std::complex<double>;
    std::vector<Number> values(12);
    for (std::size_t i = 0; i < 12; ++i)
        values[i] = {static_cast<double>(i), -2.0 * static_cast<double>(i)};
    Array<Number> z(stream_, {3, 4}, values);
    const auto turned = transposed(z)(slice(kAll, kAll, -1));  // element (i, j) is z(j, 3 - i)
    const auto re = Array(real(turned)).to_vector(), im = imag_view(turned).to_vector();
    const auto conjugates = Array(conj(turned)).to_vector();
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const Number expected = values[j * 4 + 3 - i];
            EXPECT_EQ(re[i * 3 + j], expected.real());
            EXPECT_EQ(im[i * 3 + j], expected.imag());
            EXPECT_EQ(conjugates[i * 3 + j], std::conj(expected));
        }
    z = conj(z);
    EXPECT_EQ(z(1, 0).item(), Number(4, 8));
    EXPECT_EQ(zeros<Number>(stream_, 5).to_vector(), std::vector<Number>(5));
    EXPECT_EQ(ones_like(z)(2, 3).item(), Number(1, 0));
    EXPECT_EQ(Array(real(arange<int>(stream_, 3))).to_vector(), (Values{0, 1, 2}));
}

TEST_P(ArraySlices, GatherAndScatterByIndex) {
    const Array<int> from = counted({100}) * 3;
    const Array<int> at = array_of<int>(stream_, {99, 0, 50, 7});
    const Array<std::int64_t> to = array_of<std::int64_t>(stream_, {1, 3, 0, 2});
    Array<int> x = zeros<int>(stream_, {5});
    put(x, to, gathered(from, at));
    EXPECT_EQ(x.to_vector(), (Values{150, 297, 21, 0, 0}));
    put(x(slice(3, kAll)), array_of<int>(stream_, {1}), gathered(from, at(slice(3, 4))));
    EXPECT_EQ(x.to_vector(), (Values{150, 297, 21, 0, 21}));
    // Gathers two arrays with the same index. One kernel computes the whole expression.
    const Array<int> other = -from;
    EXPECT_EQ(Array(gathered(from, at) + 2 * gathered(other, at)).to_vector(),
              (Values{-297, 0, -150, -21}));
}

TEST_P(ArraySlices, ReshapeToViews) {
    Array<int> x = counted({4, 6});
    EXPECT_EQ(reshaped(x, {24}).shape(), Shape(24));
    EXPECT_EQ(reshaped(x, {-1, 3}).shape(), Shape({8, 3}));
    EXPECT_EQ(reshaped(x, {2, -1, 2}).shape(), Shape({2, 6, 2}));
    EXPECT_EQ(reshaped(x(slice(0, 4, 2)), {2, 2, 3})(1, 0, 2).item(), 14);
    EXPECT_EQ(reshaped(x(slice(), slice(0, 6, 2)), {2, 2, 3})(1, 1, 2).item(), 22);
    EXPECT_EQ(reshaped(x, {4, 6, 1, 1}).shape(), Shape({4, 6, 1, 1}));
    EXPECT_EQ(reshaped(x(slice(2, 2)), {3, 0}).shape(), Shape({3, 0}));
    EXPECT_EQ(reshaped(x(0, 0), {1, -1}).shape(), Shape({1, 1}));
    EXPECT_EQ(squeezed(reshaped(x, {1, 4, 1, 6, 1})).shape(), Shape({4, 6}));
    EXPECT_EQ(squeezed(reshaped(x, {1, 4, 6}), 0).shape(), Shape({4, 6}));
    EXPECT_EQ(x(newaxis, ellipsis, newaxis).shape(), Shape({1, 4, 6, 1}));
    EXPECT_EQ(reinterpreted<std::uint8_t>(x).shape(), Shape({4, 24}));
    reshaped(x, {-1})(-1) = 99;
    EXPECT_EQ(x(3, 5).item(), 99);
    test::expect_error(ErrorCode::invalid_argument, "more than one extent is -1",
                       [&] { reshaped(x, {-1, -1}); });
    test::expect_error(ErrorCode::invalid_argument, "-2 is not a valid extent",
                       [&] { reshaped(x, {-2, 12}); });
    test::expect_error(ErrorCode::invalid_argument,
                       "the product of the known extents, 0, does not divide 24",
                       [&] { reshaped(x, {0, -1}); });
}

TEST_P(ArraySlices, SingleElementsAreSetAndRead) {
    Array<int> x = counted({2, 2});
    x(1, -1) = 9;
    x(0) = 5;
    EXPECT_EQ(x.to_vector(), (Values{5, 5, 2, 9}));
    const bool truth = x(1, 1).item() != 0, falsehood = Array(x(0, 0) != 5).item();
    EXPECT_TRUE(truth);
    EXPECT_FALSE(falsehood);
    EXPECT_EQ(Array<float>::zeros(stream_, Shape()).item(), 0.0f);
    EXPECT_EQ(Array<float>::zeros(stream_, Shape()).to_vector().size(), 1u);
}

TEST_P(ArraySlices, BoolsConvertToAndFromHostVectors) {
    const std::vector<bool> values{true, false, false, true, true, false};
    Array<bool> x(stream_, values);
    EXPECT_EQ(x.to_vector(), values);
    EXPECT_EQ(Array<bool>(stream_, {2, 3}, values)(1).to_vector(),
              (std::vector<bool>{true, true, false}));
    x.assign(std::vector<bool>(6, true));
    x(slice(0, 2)) = false;
    EXPECT_EQ(x.to_vector(), (std::vector<bool>{false, false, true, true, true, true}));
    EXPECT_EQ(array_of<bool>(stream_, {{true, false}, {false, true}})(1, 1).item(), true);
    test::expect_error(ErrorCode::invalid_argument, "the destination has 4 elements",
                       [&] { Array<bool>(stream_, {2, 2}, values); });
    EXPECT_TRUE(Array<bool>(stream_, std::vector<bool>()).empty());
    EXPECT_EQ(Array<bool>(stream_, Shape{2, 3}).shape(), Shape({2, 3}));
}

TEST_P(ArraySlices, LikeFunctionsCopyTheShape) {
    const Array<double> x = ones<double>(stream_, {3, 2});
    EXPECT_EQ(x.to_vector(), std::vector<double>(6, 1.0));
    EXPECT_EQ(zeros_like(x(slice(), 0)).shape(), Shape(3));
    EXPECT_EQ(zeros_like(transposed(x)).to_vector(), std::vector<double>(6, 0.0));
    EXPECT_EQ(full_like(x, 2.5).to_vector(), std::vector<double>(6, 2.5));
    EXPECT_EQ(ones_like(x(0)).to_vector(), std::vector<double>(2, 1.0));
    EXPECT_EQ(empty_like(x).shape(), x.shape());
    const Array<double> copy = x.copy();
    EXPECT_NE(copy.data(), x.data());
    EXPECT_EQ(copy.to_vector(), x.to_vector());
}

TEST_P(ArraySlices, ArangeStartsAtAnyNumber) {
    EXPECT_EQ(Array(arange<int>(stream_, 3, 15, 4)).to_vector(), (Values{3, 7, 11}));
    EXPECT_EQ(Array(arange<int>(stream_, 5, -6, -5)).to_vector(), (Values{5, 0, -5}));
    EXPECT_TRUE(Array(arange<int>(stream_, 5, 5)).empty());
    EXPECT_TRUE(Array(arange<int>(stream_, 5, 9, -1)).empty());
    EXPECT_EQ(Array(arange<float>(stream_, 0, 1, 0.25f)).to_vector(),
              (std::vector<float>{0, 0.25f, 0.5f, 0.75f}));
    EXPECT_EQ(Array(arange<std::uint8_t>(stream_, 250, 255)).to_vector().back(), 254);
    constexpr std::int64_t kFar = std::int64_t(1) << 62;
    const Array<std::int64_t> far = arange<std::int64_t>(stream_, kFar, kFar + 5, 2);
    EXPECT_EQ(far.to_vector(), (std::vector<std::int64_t>{kFar, kFar + 2, kFar + 4}));
    EXPECT_EQ(shape_of(arange<std::int8_t>(stream_, -128, 127)), Shape(255));
    EXPECT_EQ(shape_of(arange<std::uint64_t>(stream_, ~0ull - 3, ~0ull)), Shape(3));
    test::expect_error(ErrorCode::invalid_argument, "the sequence is infinite or too long",
                       [&] { arange<int>(stream_, 0, 5, 0); });
    test::expect_error(ErrorCode::invalid_argument, "the sequence is infinite or too long",
                       [&] { arange<double>(stream_, 0, NAN); });
    EXPECT_EQ(Array(linspace<double>(stream_, 0, 1, 1)).to_vector(), (std::vector<double>{0}));
    EXPECT_TRUE(Array(linspace<double>(stream_, 0, 1, 0)).empty());
}

INSTANTIATE_TEST_SUITE_P(Backends, ArraySlices, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
