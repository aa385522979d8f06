// SPDX-License-Identifier: MIT
#include <glint/array/elementwise.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/backend/source/compile_error.hpp>

#include <algorithms/counting_stream.hpp>
#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <support/backends.hpp>

struct ElementwiseBox {
    double values[5];
};
template <>
struct glint::CudaName<ElementwiseBox> {
    static constexpr std::string_view value = "ElementwiseBox";
    static constexpr std::string_view header = "struct ElementwiseBox { double values[5]; };\n";
};

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

TEST_P(ElementwiseKernels, RunOncePerElement) {
    for (const std::size_t size : {1u, 31u, 256u, 1000u, 100'003u}) {
        const Array<float> x = counted(size);
        Array<float> y = counted(size, 1.0f);
        axpy_(2, x, y);
        const auto values = y.to_vector();
        for (std::size_t i = 0; i < size; ++i)
            ASSERT_EQ(values[i], 3.0f * static_cast<float>(i) + 1.0f) << i;
    }
}

TEST_P(ElementwiseKernels, DoNothingForEmptyArrays) {
    const Array<float> x(stream_, 0);
    Array<float> y(stream_, 0);
    axpy_(2.0, x, y);
    EXPECT_TRUE(y.to_vector().empty());
}

TEST_P(ElementwiseKernels, SupportViewsOfAnyStrides) {
    const Array<float> x = counted({4, 3});
    Array<float> y = counted({6, 8}, 100.0f);
    const auto part = y(slice(std::nullopt, std::nullopt, -2), slice(1, 8, 2));
    axpy_(10.0f, transposed(x), part);
    EXPECT_EQ(part.to_vector(),
              (std::vector<float>{141, 173, 205, 237, 135, 167, 199, 231, 129, 161, 193, 225}));
    EXPECT_EQ(y(0).to_vector(), (std::vector<float>{100, 101, 102, 103, 104, 105, 106, 107}));
}

TEST_P(ElementwiseKernels, BroadcastTheirInputs) {
    const Array<float> x = counted({3});
    Array<float> y = counted({2, 3});
    axpy_(1.0f, x, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{0, 2, 4, 3, 5, 7}));
    Array<float> row = counted({3});
    expect_error(ErrorCode::invalid_argument,
                 "'float* y' has shape (3), but the arrays broadcast to (2, 3)",
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

TEST_P(ElementwiseKernels, CanAccessTheIndexAndOtherElements) {
    const Array<float> x = counted(5);
    Array<float> y(stream_, 5);
    const Elementwise turn(device_, "const float* x, float* y", "y[i] = x[n - 1 - i]");
    turn(x, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{4, 3, 2, 1, 0}));
}

TEST_P(ElementwiseKernels, SupportPreamblesAndCodeAroundTheLoop) {
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

TEST_P(ElementwiseKernels, ConvertScalarsToTheDeclaredTypes) {
    Array<double> y(stream_, 1);
    const Elementwise sum(
        device_, "half h, bfloat16_type b, unsigned char c, unsigned long long w, double* y",
        "y[i] = float(h) + float(b) + c + w",
        {.preamble = "#include <cuda_bf16.h>\nusing bfloat16_type = __nv_bfloat16;\n"});
    expect_error(ErrorCode::invalid_argument,
                 "'bfloat16_type b' does not accept a value of type float",
                 [&] { sum(1, 1.0f, 1, 1, y); });
    const Elementwise narrow(device_, "half h, nv_bfloat16 b, unsigned char c, size_t w, double* y",
                             "y[i] = double(float(h)) + float(b) + c + w");
    narrow(0.5, 3, 255, 1u, y);
    EXPECT_EQ(y.item(), 259.5);
    narrow(half(0.25f), bfloat16(2.0f), 0.0, 1, y);
    EXPECT_EQ(y.item(), 3.25);
    expect_error(ErrorCode::invalid_argument, "'unsigned char c' cannot represent 256",
                 [&] { narrow(0, 0, 256, 0, y); });
    expect_error(ErrorCode::invalid_argument, "'size_t w' cannot represent -1",
                 [&] { narrow(0, 0, 0, -1, y); });
}

TEST_P(ElementwiseKernels, TakeHalfArraysByEitherName) {
    const Array<half> x(stream_, std::vector<half>{half(1.5f), half(2.0f)});
    Array<bfloat16> y(stream_, 2);
    const Elementwise kernel(device_, "const half* x, const __half* z, nv_bfloat16* y",
                             "y[i] = nv_bfloat16(float(x[i]) + float(z[i]))");
    kernel(x, x, y);
    EXPECT_EQ(float(y(1).item()), 4.0f);
}

TEST_P(ElementwiseKernels, SupportArgumentsOfAnyName) {
    Array<int> count(stream_, 3);
    const Elementwise kernel(device_, "int n, int first, int step, int extents, int* count",
                             "count[i] = 1000 * n + 100 * first + 10 * step + extents");
    kernel(1, 2, 3, 4, count);
    EXPECT_EQ(count.to_vector(), (std::vector<int>(3, 1234)));
    expect_error(ErrorCode::bad_input,
                 "'i' is the name of the index. Choose another name for the argument",
                 [&] { Elementwise(device_, "int i, int* x", "x[i] = i"); });
}

TEST_P(ElementwiseKernels, SupportStructsOfAnySizeRepeatedly) {
    const ElementwiseBox box{{1, 2, 3, 4, 5}};
    const Array<ElementwiseBox> x(stream_, std::vector{box, box});
    Array<ElementwiseBox> y(stream_, 2);
    const Elementwise kernel(device_,
                             "ElementwiseBox by, const ElementwiseBox* x, ElementwiseBox* y",
                             "y[i].values[4] = x[i].values[4] * by.values[3]");
    kernel(box, x, y);
    EXPECT_EQ(y(1).item().values[4], 20.0);
}

TEST_P(ElementwiseKernels, IndexRawArraysThemselves) {
    const Array<float> table = counted({2, 3});
    const Array<int> at(stream_, std::vector{5, 0, 3});
    Array<float> y(stream_, 3);
    const Elementwise look(device_, "raw const float* table, const int* at, float* y",
                           "y[i] = table[at[i]] + table[1]");
    look(table, at, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{6, 1, 4}));
    look(transposed(table), at, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{8, 3, 7}));
    look(table(1, slice(std::nullopt, std::nullopt, -1)), Array(at % 3), y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{7, 9, 9}));
    const Elementwise bin(device_, "const int* at, raw int* counts",
                          "atomicAdd(&counts[at[i]], 1)");
    Array<int> counts = zeros<int>(stream_, {6});
    bin(at, counts);
    bin(at(slice(0, 1)), counts);
    EXPECT_EQ(counts.to_vector(), (std::vector<int>{1, 0, 0, 1, 0, 2}));
}

TEST_P(ElementwiseKernels, NeedARangeIfAllArraysAreRaw) {
    const Elementwise both(device_, "raw const float* x, raw float* y",
                           "y[2 * i] = x[i]; y[2 * i + 1] = n");
    const Array<float> x = counted({3}, 7.0f);
    Array<float> y = counted({6});
    both.over(slice(1, 3), x, y);
    EXPECT_EQ(y.to_vector(), (std::vector<float>{0, 1, 8, 3, 9, 3}));
    expect_error(ErrorCode::invalid_argument,
                 "all arrays are raw, so the number of elements is unknown", [&] { both(x, y); });
    expect_error(ErrorCode::invalid_argument,
                 "all arrays are raw, so the number of elements is unknown",
                 [&] { both.over(slice(0, -1), x, y); });
    EXPECT_THROW(Elementwise(device_, "raw float a, float* y", "y[i] = a"), Error);
}

TEST_P(ElementwiseKernels, WaitForTheStreamsOfTheirArrays) {
    Stream plain(device_);
    const auto counting = std::make_shared<test::CountingStream>(plain.share());
    Stream other(device_, counting);
    const Elementwise add(device_, "float* y", "y[i] += 3");
    Array<float> y = zeros<float>(stream_, {1000}), z(stream_, 1000);
    add(y);  // compiles the kernel before the measurement
    {
        test::Gate before(stream_), after(plain);
        y = 10.0f;
        add(other, y);
        z = 2.0f * y;
        before.open();
        after.open();
    }
    EXPECT_EQ(counting->launches(), 1);
    EXPECT_EQ(z.to_vector(), std::vector<float>(1000, 26.0f));
    add.over(other, slice(0, 2), y);
    EXPECT_EQ(counting->launches(), 2);
    EXPECT_EQ(y(slice(0, 3)).to_vector(), (std::vector<float>{16, 16, 13}));
}

TEST_P(ElementwiseKernels, UseTheCompileOptions) {
    const Elementwise add(device_, "float* y", "y[i] += BY",
                          {.compile = {.defines = {{"BY", "3"}}}});
    const Elementwise more(device_, "float* y", "y[i] += BY",
                           {.compile = {.defines = {{"BY", "40"}}}});
    Array<float> y = counted(70'000);
    add(y);
    more.over(slice(0, 2), y);
    EXPECT_EQ(y(1).item(), 44.0f);
    EXPECT_EQ(y(69'999).item(), 70'002.0f);
}

TEST_P(ElementwiseKernels, ReadArraysOfOtherStreams) {
    Stream other(device_);
    const Array<float> x = Array<float>(other, counted(70'000).to_vector());
    Array<float> y = counted(70'000);
    axpy_(1.0f, x, y);
    EXPECT_EQ(y(69'999).item(), 2.0f * 69'999);
}

TEST_P(ElementwiseKernels, RefuseMismatchedArguments) {
    const Array<float> x = counted(5);
    Array<float> y = counted(5);
    Array<int> whole(stream_, 5);
    expect_error(ErrorCode::invalid_argument, "the kernel takes 3 arguments, not 2",
                 [&] { axpy_(1.0f, x); });
    expect_error(ErrorCode::invalid_argument, "'float a' takes a value, not an array",
                 [&] { axpy_(x, x, y); });
    expect_error(ErrorCode::invalid_argument, "'const float* x' takes an array",
                 [&] { axpy_(1, 1, y); });
    expect_error(ErrorCode::invalid_argument, "'float* y' does not accept elements of type int",
                 [&] { axpy_(1, x, whole); });
    expect_error(ErrorCode::invalid_argument,
                 "the kernel writes to 'float* y', but the array is constant",
                 [&] { axpy_(1, y, x); });
    expect_error(ErrorCode::invalid_argument, "extents 4 and 5 differ, and neither is 1",
                 [&] { axpy_(1, counted(4), y); });
    const Elementwise shift(device_, "int by, float* y", "y[i] += by");
    expect_error(ErrorCode::invalid_argument, "'int by' takes an integer, not 0.5",
                 [&] { shift(0.5, y); });
    shift(2.0, y);
    EXPECT_EQ(y(0).item(), 2.0f);
    expect_error(ErrorCode::invalid_argument, "'int by' cannot represent 3000000000",
                 [&] { shift(3'000'000'000, y); });
}

TEST_P(ElementwiseKernels, RefuseInvalidText) {
    EXPECT_THROW(Elementwise(device_, "float& x", "x = 1"), Error);
    expect_error(ErrorCode::invalid_argument, "'two words' is not a valid name for a kernel",
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
