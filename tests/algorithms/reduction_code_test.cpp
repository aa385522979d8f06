#include <glint/algorithms/reduction_code.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <support/backends.hpp>

namespace glint {
namespace {

class ReductionKernels : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(ReductionKernels, MapAndReduceArraysOfAnySize) {
    const ReductionKernel<double> dot(
        {.map = "x[i] * y[i]", .arguments = "const float* x, const int* y"});
    for (const std::size_t size : {0, 1, 255, 257, 40000, 700001}) {
        const Array<float> x = cast<float>(arange<int>(stream_, size) % 10);
        const Array<int> y = arange<int>(stream_, size) % 7;
        double expected = 0.0;
        for (std::size_t i = 0; i < size; ++i)
            expected += static_cast<double>(i % 10) * static_cast<double>(i % 7);
        EXPECT_EQ(dot(x, y).item(), expected) << size;
    }
}

TEST_P(ReductionKernels, TakeValuesPreamblesAndAFinish) {
    const ReductionKernel<float> deviation(
        {.map = "square(x[i] - mean)",
         .arguments = "const float* x, double unused, float mean",
         .finish = "sqrtf(a / count)",
         .preamble = "__device__ inline float square(float a) { return a * a; }"});
    const Array<float> x = linspace<float>(stream_, 1.0, 5.0, 5);
    const Array<float> found = deviation(x, 0.0, 3.0f);
    EXPECT_EQ(found.shape(), Shape());
    EXPECT_FLOAT_EQ(found.item(), std::sqrt(2.0f));
    EXPECT_FLOAT_EQ(deviation(x(slice(1, 4)), 0.0, 3.0f).item(), std::sqrt(2.0f / 3.0f));
}

TEST_P(ReductionKernels, ReduceByAnyOperator) {
    const ReductionKernel<int> most({.neutral = -1000,
                                     .reduce = "max(a, b)",
                                     .map = "x[i] * sign",
                                     .arguments = "const int* x, int sign"});
    const Array<int> x(stream_, std::vector{4, -9, 7});
    EXPECT_EQ(most(x, 1).item(), 7);
    EXPECT_EQ(most(x, -1).item(), 9);
}

template <class Call>
std::string message(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST_P(ReductionKernels, RefuseWhatDoesNotFit) {
    const ReductionKernel<float> dot(
        {.map = "x[i] * y[i]", .arguments = "const float* x, const float* y"});
    const Array<float> x = linspace<float>(stream_, 0.0, 1.0, 8);
    EXPECT_EQ(message([&] { (void)dot(x); }),
              "call a reduction kernel: it was given 1 arguments, and its code declares 2: const "
              "float* x, const float* y");
    EXPECT_EQ(message([&] { (void)dot(x, x(slice(2, 5))); }),
              "call a reduction kernel: its arrays have 8 and 3 elements");
    EXPECT_EQ(message([&] { (void)dot(1.0f, 2.0f); }),
              "call a reduction kernel: there is no array among its arguments that tells its size "
              "and its stream");
    EXPECT_NE(message([&] { (void)dot(x, 1.0f); }).find("other sizes than those declared"),
              std::string::npos);
    EXPECT_NE(message([&] {
                  (void)dot(x, x(slice(0, 8, 1))(slice(std::nullopt, std::nullopt, -1)));
              }).find("use a view as contiguous memory"),
              std::string::npos);
    const ReductionKernel<float> wrong({.map = "nowhere[i]"});
    EXPECT_NE(message([&] { (void)wrong(x); }).find("nowhere"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, ReductionKernels, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
