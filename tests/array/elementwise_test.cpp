#include <glint/array/elementwise.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>
#include <glint/compiler/compile_error.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using compiler::CompileError;
using test::expect_error;

class ElementwiseKernels : public test::OnEachBackend {
protected:
    Array<float> counted(const Shape& shape, float first = 0) {
        std::vector<float> values(shape.size());
        std::iota(values.begin(), values.end(), first);
        return Array<float>(stream_, shape, values);
    }

    Device device_ = open();
    Stream stream_{device_};
    Elementwise axpy_{device_, "float a, const float* x, float* y", "y[i] = a * x[i] + y[i]"};
};

TEST_P(ElementwiseKernels, RunForEachElement) {
    for (const std::size_t size : {1u, 31u, 256u, 1000u, 100'003u}) {
        const Array<float> x = counted(size);
        Array<float> y = counted(size, 1.0f);
        axpy_(2, x, y);
        const auto values = y.to_vector();
        for (std::size_t i = 0; i < size; ++i)
            ASSERT_EQ(values[i], 3.0f * static_cast<float>(i) + 1.0f) << i;
    }
}

TEST_P(ElementwiseKernels, DoNothingWithoutElements) {
    const Array<float> x(stream_, 0);
    Array<float> y(stream_, 0);
    axpy_(2.0, x, y);
    EXPECT_TRUE(y.to_vector().empty());
}

TEST_P(ElementwiseKernels, TakeViewsOfAnyStrides) {
    const Array<float> x = counted({4, 3});
    Array<float> y = counted({6, 8}, 100.0f);
    const auto part = y(slice(std::nullopt, std::nullopt, -2), slice(1, 8, 2));
    axpy_(10.0f, transposed(x), part);
    EXPECT_EQ(part.to_vector(),
              (std::vector<float>{141, 173, 205, 237, 135, 167, 199, 231, 129, 161, 193, 225}));
    EXPECT_EQ(y(0).to_vector(), (std::vector<float>{100, 101, 102, 103, 104, 105, 106, 107}));
}

TEST_P(ElementwiseKernels, BroadcastWhatTheyRead) {
    const Array<float> x = counted({3});
    Array<float> y = counted({2, 3});
    axpy_(1.0f, x, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{0, 2, 4, 3, 5, 7}));
    Array<float> row = counted({3});
    expect_error(ErrorCode::invalid_argument,
                 "'float* y' has shape (3) where the arrays broadcast to (2, 3)",
                 [&] { axpy_(1.0f, y, row); });
}

TEST_P(ElementwiseKernels, RunForARange) {
    Array<float> y = counted(10);
    const Elementwise negate(device_, "float* y", "y[i] = -y[i]");
    negate.over(slice(2, 8, 3), y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{0, 1, -2, 3, 4, -5, 6, 7, 8, 9}));
    negate.over(slice(std::nullopt, -3, -1), y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{0, 1, -2, 3, 4, -5, 6, 7, -8, -9}));
}

TEST_P(ElementwiseKernels, KnowTheirNumberAndReachOtherElements) {
    const Array<float> x = counted(5);
    Array<float> y(stream_, 5);
    const Elementwise turn(device_, "const float* x, float* y", "y[i] = x[n - 1 - i]");
    turn(x, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{4, 3, 2, 1, 0}));
}

TEST_P(ElementwiseKernels, HavePreamblesAndTextsAroundTheLoop) {
    Array<int> y(stream_, 3);
    const Elementwise kernel(device_, "int* y, long long offset", "y[i] = next(i) + base",
                             {.name = "numbered",
                              .preamble = "__device__ int next(int i) { return i + 1; }",
                              .before_loop = "const int base = 10 * offset",
                              .after_loop = "if (glint_thread == 0) y[0] = -1"});
    kernel(y, 2);
    EXPECT_EQ(y.to_vector(), (std::vector<int>{-1, 22, 23}));
}

TEST_P(ElementwiseKernels, TakeAllElementTypes) {
    const Array<std::complex<float>> z(stream_, std::vector<std::complex<float>>{{1, 2}, {3, 4}});
    Array<double> y(stream_, 2);
    Array<bool> is(stream_, 2);
    const Elementwise kernel(device_,
                             "const glint::complex<float>* z, double* y, bool* is, bool flip",
                             "y[i] = norm(z[i]); is[i] = (z[i].re > 2) != flip");
    kernel(z, y, is, true);
    EXPECT_EQ(y.to_vector(), (std::vector<double>{5, 25}));
    EXPECT_EQ(is.to_vector(), (std::vector<bool>{true, false}));
}

TEST_P(ElementwiseKernels, ReadArraysOfOtherStreams) {
    Stream other(device_);
    const Array<float> x = Array<float>(other, counted(70'000).to_vector());
    Array<float> y = counted(70'000);
    axpy_(1.0f, x, y);
    EXPECT_EQ(y(69'999).item(), 2.0f * 69'999);
}

TEST_P(ElementwiseKernels, RefuseArgumentsThatDoNotFit) {
    const Array<float> x = counted(5);
    Array<float> y = counted(5);
    Array<int> whole(stream_, 5);
    expect_error(ErrorCode::invalid_argument, "it takes 3 arguments, not 2",
                 [&] { axpy_(1.0f, x); });
    expect_error(ErrorCode::invalid_argument, "'float a' takes a value, not an array",
                 [&] { axpy_(x, x, y); });
    expect_error(ErrorCode::invalid_argument, "'const float* x' takes an array",
                 [&] { axpy_(1, 1, y); });
    expect_error(ErrorCode::invalid_argument, "'float* y' takes no elements of type int",
                 [&] { axpy_(1, x, whole); });
    expect_error(ErrorCode::invalid_argument, "'float* y' is written to, and the array is constant",
                 [&] { axpy_(1, y, x); });
    expect_error(ErrorCode::invalid_argument, "extents 4 and 5 are neither equal nor 1",
                 [&] { axpy_(1, counted(4), y); });
    const Elementwise shift(device_, "int by, float* y", "y[i] += by");
    expect_error(ErrorCode::invalid_argument, "'int by' takes an integer, not 0.5",
                 [&] { shift(0.5, y); });
    shift(2.0, y);
    EXPECT_EQ(y(0).item(), 2.0f);
}

TEST_P(ElementwiseKernels, RefuseTextsThatAreNone) {
    EXPECT_THROW(Elementwise(device_, "float& x", "x = 1"), Error);
    expect_error(ErrorCode::invalid_argument, "'two words' is no name for it",
                 [&] { Elementwise(device_, "float* x", "x[i] = 1", {.name = "two words"}); });
    Array<float> y = counted(5);
    const Elementwise wrong(device_, "float* y", "y[i] = missing", {.name = "wrong"});
    try {
        wrong(y);
        FAIL() << "it compiles";
    } catch (const CompileError& error) {
        EXPECT_NE(std::string(error.what()).find("operation of wrong"), std::string::npos)
            << error.what();
        EXPECT_NE(std::string(error.what()).find("missing"), std::string::npos) << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, ElementwiseKernels, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
