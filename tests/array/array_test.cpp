// SPDX-License-Identifier: MIT
#include <glint/array/array.hpp>

#include <limits>
#include <numeric>
#include <optional>

#include <gtest/gtest.h>

#include <glint/array/joining.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/compiler/program.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class Arrays : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Arrays, HoldACopyOfTheirValues) {
    std::vector<float> values(1001);
    std::iota(values.begin(), values.end(), -3.0f);
    const std::vector<float> original = values;
    const Array<float> array(stream_, values);
    values.assign(values.size(), 0.0f);
    EXPECT_EQ(array.size(), 1001u);
    EXPECT_FALSE(array.empty());
    EXPECT_EQ(array.to_vector(), original);
}

TEST_P(Arrays, OrderLaunchesOnOtherStreams) {
    Program program = Program::from_text(device_, "add.cu", R"(
        extern "C" __global__ void add(const float* x, float* y) {
            y[threadIdx.x] += x[threadIdx.x];
        })");
    const auto add = program.kernel<void(const float*, float*)>("add");
    Stream other(device_);
    std::optional<Array<float>> x(Array<float>(stream_, 32));
    const float* const address = x->data();
    Array<float> y(other, 32);
    *x = 1.0f;
    y = 2.0f;
    add.launch(other, {.block = {32}}, *x, y);
    add.launch(other, {.block = {32}}, x->view(), y);
    program.kernel("add").launch(other, {.block = {32}}, {*x, y});
    EXPECT_EQ(y.to_vector(), std::vector<float>(32, 5.0f));

    test::Gate gate(other);
    add.launch(other, {.block = {32}}, y, *x);  // 6
    add.launch(other, {.block = {32}}, *x, y);  // 11
    x.reset();
    Array<float> next(stream_, 32);  // reuses the same memory, and must wait for the two launches
    EXPECT_EQ(next.data(), address);
    next = 7.0f;
    EXPECT_FALSE(stream_.is_done());
    gate.open();
    EXPECT_EQ(next.to_vector(), std::vector<float>(32, 7.0f));
    EXPECT_EQ(y.to_vector(), std::vector<float>(32, 11.0f));
}

TEST_P(Arrays, SupportElementsOfAnySize) {
    struct Particle {
        double mass;
        char kind;
        bool operator==(const Particle&) const = default;
    };
    const std::vector<Particle> values{{1.5, 'a'}, {2.5, 'b'}};
    EXPECT_EQ(Array<Particle>(stream_, values).to_vector(), values);
}

TEST_P(Arrays, AssignmentReplacesTheElements) {
    Array<int> array(stream_, 3);
    std::vector<int> values{4, 5, 6};
    array.assign(values);
    values.assign(3, 0);
    EXPECT_EQ(array.to_vector(), (std::vector<int>{4, 5, 6}));
    array.assign(values);
    EXPECT_EQ(array.to_vector(), (std::vector<int>{0, 0, 0}));
}

TEST_P(Arrays, AssignmentOfAnotherSizeIsRefused) {
    Array<int> array(stream_, std::vector<int>{1, 2, 3});
    for (const std::size_t count : {0u, 2u, 4u}) {
        const std::vector<int> values(count);
        expect_error(ErrorCode::invalid_argument, "the destination has 3 elements",
                     [&] { array.assign(values); });
    }
    EXPECT_EQ(array.to_vector(), (std::vector<int>{1, 2, 3}));
}

TEST_P(Arrays, KernelsAcceptThemAsPointers) {
    Program program = Program::from_text(device_, "double.cu", R"(
extern "C" __global__ void twice(unsigned int count, const float* from, float* to) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = 2.0f * from[i];
}
)");
    const auto twice = program.kernel<void(unsigned, const float*, float*)>("twice");
    const Array<float> from(stream_, std::vector<float>{1, 2, 3});
    Array<float> to(stream_, 3);
    twice.launch(stream_, threads(3), 3, from, to);
    EXPECT_EQ(to.to_vector(), (std::vector<float>{2, 4, 6}));
    twice.launch(stream_, threads(2), 2, from.span().subspan(1, 2), to.span().subspan(1, 2));
    EXPECT_EQ(to.to_vector(), (std::vector<float>{2, 4, 6}));
}

TEST_P(Arrays, ReadingWaitsForTheWorkOfTheirStream) {
    Array<int> array(stream_, std::vector<int>(100'000, 1));
    for (int value = 2; value <= 20; ++value) fill(stream_, array.span(), value);
    EXPECT_EQ(array.to_vector(), std::vector<int>(100'000, 20));
}

TEST_P(Arrays, ArraysWithoutElementsAreEmpty) {
    Array<int> none;
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.data(), nullptr);
    EXPECT_TRUE(none.to_vector().empty());
    Array<int> zero(stream_, 0);
    EXPECT_TRUE(zero.empty());
    EXPECT_TRUE(zero.to_vector().empty());
    zero.assign({});
    Array<int> from_nothing(stream_, std::vector<int>());
    EXPECT_EQ(from_nothing.size(), 0u);
    expect_error(ErrorCode::invalid_argument, "the destination has 0 elements",
                 [&] { none.assign(std::vector<int>{1}); });
}

TEST_P(Arrays, MovedFromArraysAreEmpty) {
    Array<int> first(stream_, std::vector<int>{1, 2, 3});
    Array<int> second(std::move(first));
    // NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): the test is about this
    EXPECT_TRUE(first.empty());
    EXPECT_EQ(first.data(), nullptr);
    EXPECT_TRUE(first.to_vector().empty());
    Array<int> third(stream_, 10);
    third = std::move(second);
    EXPECT_EQ(third.to_vector(), (std::vector<int>{1, 2, 3}));
    EXPECT_TRUE(second.empty());
    // NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
}

TEST_P(Arrays, OutliveTheirStreamAndDeviceHandles) {
    std::optional<Stream> stream(std::in_place, Device::open(GetParam()));
    const Array<int> array(*stream, std::vector<int>{7, 8});
    stream.reset();
    EXPECT_EQ(array.to_vector(), (std::vector<int>{7, 8}));
}

TEST_P(Arrays, CanBeCreatedFilled) {
    auto array = Array<double>::zeros(stream_, 1001);
    EXPECT_EQ(array.to_vector(), std::vector<double>(1001, 0.0));
    array.fill(0.1);
    EXPECT_EQ(array.to_vector(), std::vector<double>(1001, 0.1));
    auto none = Array<double>::zeros(stream_, 0);
    none.fill(1.0);
    EXPECT_TRUE(none.to_vector().empty());
}

TEST_P(Arrays, KeepTheirShapeAndTheirViews) {
    Array<int> x(stream_, {2, 3}, std::vector<int>{1, 2, 3, 4, 5, 6});
    const ArrayView<int> row = x(1);
    x = x(slice(), slice(std::nullopt, std::nullopt, -1));
    EXPECT_EQ(row.to_vector(), (std::vector<int>{6, 5, 4}));
    try {
        x = x(0);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_STREQ(error.what(),
                     "cannot assign an expression of shape (3) to an array of shape (2, 3): the "
                     "shape of an array is fixed. Use `x.view() = expression` to broadcast to x, "
                     "or `x = Array(expression)` to replace x");
    }
    EXPECT_EQ(x.to_vector(), (std::vector<int>{3, 2, 1, 6, 5, 4}));
    x.view() = x(0);
    EXPECT_EQ(row.to_vector(), (std::vector<int>{3, 2, 1}));
}

TEST_P(Arrays, ReplacedElementsStayAliveForViews) {
    Array<int> x(stream_, {2, 2}, std::vector<int>{1, 2, 3, 4});
    const ArrayView<int> row = x(1);
    x = Array(x(0));
    x = 7;
    EXPECT_EQ(x.shape(), Shape({2}));
    EXPECT_EQ(x.to_vector(), (std::vector<int>{7, 7}));
    EXPECT_EQ(row.to_vector(), (std::vector<int>{3, 4}));
}

TEST_P(Arrays, EmptyArraysTakeTheShapeOnAssignment) {
    const Array<int> x(stream_, {2, 2}, std::vector<int>{1, 2, 3, 4});
    Array<int> none, empty(stream_, Shape{0, 5});
    none = x(1);
    empty = x(slice());
    EXPECT_EQ(none.to_vector(), (std::vector<int>{3, 4}));
    EXPECT_EQ(empty.shape(), Shape({2, 2}));
    empty = x(slice()) + none;
    EXPECT_EQ(empty.to_vector(), (std::vector<int>{4, 6, 6, 8}));
}

TEST_P(Arrays, ArraysLargerThanMemoryAreRefused) {
    constexpr std::size_t kHuge = std::size_t(1) << 62;
    Array<int> x(stream_, std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
    const auto refuses = [](const char* reason, const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    };
    const char* const many = "the array would be larger than the address space";
    refuses(many, [&] { (void)reshaped(x, {4, (std::ptrdiff_t(1) << 62) + 2}); });
    refuses(many, [&] { (void)broadcast_to(x(0), {4, kHuge + 2}); });
    refuses(many, [&] { Array<int>(stream_, Shape{4, kHuge + 2}); });
    refuses(many, [&] { (void)tiled(x, kHuge + 1); });
    refuses(many, [&] { (void)repeated(x, kHuge + 1); });
    refuses(many, [&] { (void)padded(x, {{~std::size_t(0), 1}}); });
    refuses(many, [&] {
        const auto wide = broadcast_to(x(0), Shape(kHuge));
        (void)concatenated(0, wide, wide, wide, wide);
    });
    refuses("-3 is not a valid extent", [&] { Array<int>(stream_, -3); });
    refuses("the sequence is infinite or too long",
            [&] { (void)arange<double>(stream_, 0.0, 1e30); });
    refuses("the sequence is infinite or too long", [&] {
        (void)arange<std::int64_t>(stream_, std::numeric_limits<std::int64_t>::min(), 10);
    });
    EXPECT_EQ(
        arange<std::int64_t>(stream_, -5, std::numeric_limits<std::int64_t>::max() - 5).size(),
        std::size_t(std::numeric_limits<std::int64_t>::max()));
    EXPECT_EQ(arange<double>(stream_, 0.0, -1e30).size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Arrays, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
