// SPDX-License-Identifier: MIT
#include <glint/array/coordinates.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/scatter.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <numeric>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

struct Spring {
    float stiffness;
    int end;
    bool operator==(const Spring&) const = default;
};
template <>
struct glint::CudaName<Spring> {
    static constexpr std::string_view value = "Spring";
    static constexpr std::string_view header = "struct Spring { float stiffness; int end; };\n";
};

namespace glint {
namespace {

using test::expect_error;

class Indexing : public test::OnEachBackend {
protected:
    Array<int> counted(const Shape& shape) {
        std::vector<int> values(shape.size());
        std::iota(values.begin(), values.end(), 0);
        return Array<int>(stream_, shape, values);
    }
    Array<int> array(std::vector<int> values) { return Array<int>(stream_, values); }

    Device device_ = open();
    Stream stream_{device_};
};

using Values = std::vector<int>;

TEST_P(Indexing, GathersElements) {
    const Array<int> x = 10 * counted({100});
    EXPECT_EQ(Array(gathered(x, array({3, 99, 0, 3}))).to_vector(), (Values{30, 990, 0, 30}));
    EXPECT_EQ(Array(gathered(x, arange<int>(stream_, 50) * 2) + 1).to_vector()[49], 981);
    const Array<int> table = gathered(x, 10 * counted({3, 1}) + counted({2}));
    EXPECT_EQ(table.shape(), Shape({3, 2}));
    EXPECT_EQ(table.to_vector(), (Values{0, 10, 100, 110, 200, 210}));
}

TEST_P(Indexing, OutOfRangeModesClampOrWrap) {
    const Array<int> x = counted({5});
    const Array<int> index = array({-7, -1, 0, 4, 5, 12});
    EXPECT_EQ(Array(gathered<OutOfRange::clamp>(x, index)).to_vector(), (Values{0, 0, 0, 4, 4, 4}));
    EXPECT_EQ(Array(gathered<OutOfRange::wrap>(x, index)).to_vector(), (Values{3, 4, 0, 4, 0, 2}));
    EXPECT_EQ(Array(take<OutOfRange::wrap>(x, index)).to_vector(), (Values{3, 4, 0, 4, 0, 2}));
    Array<int> y = counted({5});
    scatter<OutOfRange::drop>(y, array({10, 20, 30, 40, 50, 60}), index);
    EXPECT_EQ(y.to_vector(), (Values{30, 1, 2, 3, 40}));
    y = 0;
    scatter_add<OutOfRange::clamp>(y, array({10, 20, 30, 40, 50, 60}), index);
    EXPECT_EQ(y.to_vector(), (Values{60, 0, 0, 0, 150}));
    y = 0;
    put<OutOfRange::wrap>(y, array({-6, 8}), array({7, 8}));
    EXPECT_EQ(y.to_vector(), (Values{0, 0, 0, 8, 7}));
}

TEST_P(Indexing, NegativeIndicesCountFromTheEnd) {
    const Array<int> x = counted({4, 3});
    EXPECT_EQ(Array(gathered(x, array({-1, 0, -4}), array({-3, -1, 2}))).to_vector(),
              (Values{9, 2, 2}));
    EXPECT_EQ(Array(take(x, array({-1}), 1)).to_vector(), (Values{2, 5, 8, 11}));
    EXPECT_EQ(Array(gathered(x, cast<std::int8_t>(array({-2})))).to_vector(), (Values{6, 7, 8}));
    Array<int> y = counted({4});
    put(y, array({-1, -4}), array({30, 10}));
    EXPECT_EQ(y.to_vector(), (Values{10, 1, 2, 30}));
    scatter_add(y, 5, array({-2, -2, 2}));
    EXPECT_EQ(y.to_vector(), (Values{10, 1, 17, 30}));
}

TEST_P(Indexing, IndicesMayBeHostValues) {
    Array<int> x = counted({4, 3});
    EXPECT_EQ(Array(gathered(x, std::vector{3, -4}, std::array{0, -1})).to_vector(),
              (Values{9, 2}));
    EXPECT_EQ(Array(take(x, std::vector<std::size_t>{2, 0}, 1)).to_vector(),
              (Values{2, 0, 5, 3, 8, 6, 11, 9}));
    put(x, std::vector{-1}, array({7, 8, 9}));
    EXPECT_EQ(x(3).to_vector(), (Values{7, 8, 9}));
    EXPECT_EQ(Array(gathered(x, std::vector<int>())).shape(), Shape({0, 3}));
}

TEST_P(Indexing, HostIndicesAreChecked) {
    Array<int> x = counted({4, 3});
    const auto refuses = [](const std::string& reason, const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    };
    refuses("index 4 is out of range for dimension 0", [&] { gathered(x, std::vector{0, 4}); });
    refuses("index -5 is out of range for dimension 0", [&] { gathered(x, std::vector{-5}); });
    refuses("index 3 is out of range for dimension 1", [&] { take(x, std::vector{3}, 1); });
    refuses("index 9223372036854775807 is out of range for dimension 0",
            [&] { put(x, std::vector<std::uint64_t>{~0ull}, 0); });
    refuses("index 4 is out of range for dimension 0",
            [&] { gathered(x, arange<int>(stream_, 5)); });
    refuses("index -5 is out of range for dimension 0",
            [&] { put(x, arange<int>(stream_, 3, -6, -2), 1); });
    EXPECT_EQ(Array(gathered(x, arange<int>(stream_, 3, -5, -1))).shape(), Shape({8, 3}));
    EXPECT_EQ(Array(gathered<OutOfRange::clamp>(x, std::vector{99}, std::vector{-99})).item(), 9);
    EXPECT_EQ(Array(gathered<OutOfRange::wrap>(x, arange<int>(stream_, 4, 6))).to_vector(),
              (Values{0, 1, 2, 3, 4, 5}));
}

TEST_P(Indexing, LargeUnsignedIndicesAreNotNegative) {
    Array<std::int64_t> x = arange<std::int64_t>(stream_, 4);
    const Array<std::uint64_t> far(stream_, std::vector<std::uint64_t>{~0ull, 1});
    EXPECT_EQ(Array(gathered<OutOfRange::clamp>(x, far)).to_vector(),
              (std::vector<std::int64_t>{3, 1}));
    EXPECT_EQ(Array(gathered(x, far)).to_vector(), (std::vector<std::int64_t>{3, 1}));
    put(x, far, 9);
    EXPECT_EQ(x.to_vector(), (std::vector<std::int64_t>{0, 9, 2, 3}));
}

// CPU only: on GPUs a failed assertion makes the device unusable for the process.
TEST(IndexedInDebugMode, OutOfRangeIndicesAreDetected) {
    const test::ScopedVariable debug("GLINT_DEBUG", "1");
    const Device device = Device::open("cpu");
    detail::KernelCache::of(device).clear();
    Stream stream(device);
    const Array<int> x = Array(arange<int>(stream, 4));
    Array<int> y = zeros<int>(stream, {4});
    const auto fails = [&](const auto& action) {
        try {
            action();
            stream.synchronize();
            ADD_FAILURE() << "it is not found";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::launch);
            EXPECT_TRUE(error.reason().ends_with(
                "table.cuh:40: assertion `-extent <= index && index < extent` failed"))
                << error.reason();
        }
    };
    const Array<int> index(stream, std::vector{0, -4, 3, 4}), low(stream, std::vector{-5});
    EXPECT_EQ(Array(gathered(x, index(slice(0, 3)))).to_vector(), (Values{0, 0, 3}));
    fails([&] { y = gathered(x, index); });
    fails([&] { put(y, low, 1); });
    fails([&] { scatter_add(y, 1, index); });
    EXPECT_EQ(Array(gathered<OutOfRange::clamp>(x, index)).to_vector(), (Values{0, 0, 3, 3}));
    scatter<OutOfRange::drop>(y, 1, low);
    stream.synchronize();
    detail::KernelCache::of(device).clear();
}

TEST_P(Indexing, AccessesRowsColumnsAndElements) {
    const Array<int> x = counted({4, 3});
    const Array<int> rows = gathered(x, array({2, 0}));
    EXPECT_EQ(rows.shape(), Shape({2, 3}));
    EXPECT_EQ(rows.to_vector(), (Values{6, 7, 8, 0, 1, 2}));
    EXPECT_EQ(Array(take(x, array({2, 2}), 1)).to_vector(), (Values{2, 2, 5, 5, 8, 8, 11, 11}));
    EXPECT_EQ(Array(gathered(x, array({3, 1}), array({0, 2}))).to_vector(), (Values{9, 5}));
    EXPECT_EQ(Array(take(transposed(x), array({1}), -1)).to_vector(), (Values{3, 4, 5}));
    const Array<int> deep = take(counted({2, 3, 4}), array({2, 0}), 1);
    EXPECT_EQ(deep.shape(), Shape({2, 2, 4}));
    EXPECT_EQ(deep(1, 0).to_vector(), (Values{20, 21, 22, 23}));
}

TEST_P(Indexing, GathersInPlace) {
    Array<int> x = counted({1000});
    x = gathered(x, 999 - arange<int>(stream_, 1000));
    EXPECT_EQ(x(0).item(), 999);
    EXPECT_EQ(x(999).item(), 0);
    EXPECT_EQ(x(400).item(), 599);
}

TEST_P(Indexing, SupportsUserStructs) {
    const Array<Spring> x(stream_, std::vector<Spring>{{1, 1}, {2, 2}, {3, 3}});
    Array<Spring> y = gathered(x, 2 - arange<int>(stream_, 3));
    EXPECT_EQ(y.to_vector(), (std::vector<Spring>{{3, 3}, {2, 2}, {1, 1}}));
    put(y, array({1}), x(slice(0, 1)));
    EXPECT_EQ(y(1).item(), (Spring{1, 1}));
    EXPECT_EQ(concatenated(0, x, y).to_vector()[5], (Spring{1, 1}));
}

TEST_P(Indexing, GatherRefusesIncompatibleShapes) {
    const Array<int> x = counted({3, 4}), none(stream_, 0);
    expect_error(ErrorCode::invalid_argument, "3 indices cannot index 2 dimensions",
                 [&] { gathered(x, array({0}), array({0}), array({0})); });
    expect_error(ErrorCode::invalid_argument, "dimension 0 has no elements",
                 [&] { gathered(none, array({0})); });
    expect_error(ErrorCode::invalid_argument, "the array has 2 dimensions",
                 [&] { take(x, array({0}), 2); });
    EXPECT_TRUE(Array(gathered(none, none)).empty());
}

TEST_P(Indexing, ScattersElements) {
    Array<int> x = counted({6});
    put(x, array({4, 1, 77, -7}), array({-4, -1, 6, 6}));  // the last two are out of range
    EXPECT_EQ(x.to_vector(), (Values{0, -1, 2, 3, -4, 5}));
    put(x, array({0, 2}), 9);
    EXPECT_EQ(x.to_vector(), (Values{9, -1, 9, 3, -4, 5}));
    Array<int> y = counted({3, 3});
    scatter(y, array({-1, -2}), array({0, 2}), array({2, 1}));
    EXPECT_EQ(y.to_vector(), (Values{0, 1, -1, 3, 4, 5, 6, -2, 8}));
    scatter(transposed(y), array({7, 8, 9}), array({1}));
    EXPECT_EQ(y.to_vector(), (Values{0, 7, -1, 3, 8, 5, 6, 9, 8}));
}

TEST_P(Indexing, ScattersInPlace) {
    Array<int> x = counted({2000});
    const auto index = 1999 - arange<int>(stream_, 2000);
    scatter(x, x + 1, index);
    EXPECT_EQ(x(0).item(), 2000);
    EXPECT_EQ(x(1999).item(), 1);
}

TEST_P(Indexing, ScatterAddAccumulates) {
    Array<int> counts = zeros<int>(stream_, {10});
    scatter_add(counts, 1, arange<int>(stream_, 100'000) % 7);
    EXPECT_EQ(counts.to_vector(),
              (Values{14286, 14286, 14286, 14286, 14286, 14285, 14285, 0, 0, 0}));
    Array<double> sums = zeros<double>(stream_, {2});
    scatter_add(sums, arange<double>(stream_, 1000), arange<int>(stream_, 1000) / 500);
    EXPECT_EQ(sums.to_vector(), (std::vector<double>{124750, 374750}));
    Array<std::int64_t> large = zeros<std::int64_t>(stream_, {1});
    scatter_add(large, -(std::int64_t(1) << 40), arange<int>(stream_, 3) * 0);
    EXPECT_EQ(large.item(), -3 * (std::int64_t(1) << 40));
}

/// Combines many values into few elements, one after the other.
template <class T, class Join>
std::vector<T> joined(std::vector<T> to, const std::vector<T>& values, std::size_t step,
                      const Join& join) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        T& element = to[i * step % to.size()];
        element = join(element, values[i]);
    }
    return to;
}

template <class T>
void expect_joined(Stream& stream) {
    // The number of elements is odd, so that the last narrow element does not share its 32-bit
    // word. Sums of halves are integers that a half represents exactly.
    constexpr std::size_t kElements = 13, kStep = 5;
    constexpr bool kIsNarrow = detail::kIsFloating<T> && sizeof(T) == 2;
    const std::size_t count = kIsNarrow ? 20 * kElements : 20'000;
    std::vector<T> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<T>(static_cast<float>(i * 7919 % 11) - 4.0f));
    if constexpr (std::is_unsigned_v<T>)
        for (T& value : values) value = static_cast<T>(value + 200);
    const std::vector<T> start(kElements, T(3));
    const Array<T> from(stream, std::span<const T>(values));
    const auto index = arange<int>(stream, count) * int(kStep) % int(kElements);
    const auto expect = [&](const auto& scatter_to, const auto& join) {
        Array<T> to(stream, std::span<const T>(start));
        scatter_to(to);
        EXPECT_EQ(to.to_vector(), joined(start, values, kStep, join)) << CudaName<T>::value;
    };
    expect([&](auto& to) { scatter_add(to, from, index); }, [](T a, T b) { return T(a + b); });
    if constexpr (!detail::kIsComplex<T>) {
        expect([&](auto& to) { scatter_min(to, from, index); },
               [](T a, T b) { return b < a ? b : a; });
        expect([&](auto& to) { scatter_max(to, from, index); },
               [](T a, T b) { return a < b ? b : a; });
    }
}

TEST_P(Indexing, ScatterCombinesValuesOfAllTypes) {
    expect_joined<std::int8_t>(stream_);
    expect_joined<std::uint16_t>(stream_);
    expect_joined<int>(stream_);
    expect_joined<std::int64_t>(stream_);
    expect_joined<half>(stream_);
    expect_joined<double>(stream_);
    expect_joined<std::complex<double>>(stream_);
    if constexpr (!test::kThorough) return;
    expect_joined<std::uint8_t>(stream_);
    expect_joined<std::int16_t>(stream_);
    expect_joined<unsigned>(stream_);
    expect_joined<std::uint64_t>(stream_);
    expect_joined<bfloat16>(stream_);
    expect_joined<float>(stream_);
    expect_joined<std::complex<float>>(stream_);
}

TEST_P(Indexing, MinimumAndMaximumPropagateNaN) {
    const float none = std::nanf("");
    Array<float> x(stream_, std::vector{1.0f, 2.0f, none});
    const Array<int> index = array({0, 0, 0, 1, 2});
    const Array<float> values(stream_, std::vector{3.0f, none, -1.0f, -5.0f, 0.0f});
    Array<float> least = x.copy();
    scatter_min(least, values, index);
    scatter_max(x, values, index);
    EXPECT_TRUE(std::isnan(least(0).item()) && std::isnan(x(0).item()));
    EXPECT_EQ(least(1).item(), -5.0f);
    EXPECT_EQ(x(1).item(), 2.0f);
    EXPECT_TRUE(std::isnan(least(2).item()) && std::isnan(x(2).item()));
    Array<half> h(stream_, std::vector{half(1.0f)});
    scatter_max(h, half(none), array({0}));
    EXPECT_TRUE(std::isnan(float(h.item())));
    scatter_min(h, 1, array({7}));  // an index out of range
    EXPECT_TRUE(std::isnan(float(h.item())));
}

TEST_P(Indexing, ScatterRefusesIncompatibleShapes) {
    Array<int> x = counted({4});
    expect_error(ErrorCode::invalid_argument, "extents 3 and 2 differ, and neither is 1",
                 [&] { put(x, array({0, 1}), array({1, 2, 3})); });
}

TEST_P(Indexing, ConcatenatesAndStacks) {
    const Array<int> a = counted({2, 2}), b = 10 * counted({1, 2});
    EXPECT_EQ(concatenated(0, a, b, -a).to_vector(), (Values{0, 1, 2, 3, 0, 10, 0, -1, -2, -3}));
    EXPECT_EQ(concatenated(-1, a, a + 4).to_vector(), (Values{0, 1, 4, 5, 2, 3, 6, 7}));
    const Array<int> last = stacked(-1, a, a + 4);
    EXPECT_EQ(last.shape(), Shape({2, 2, 2}));
    EXPECT_EQ(last.to_vector(), (Values{0, 4, 1, 5, 2, 6, 3, 7}));
    EXPECT_EQ(stacked(0, a, a).to_vector(), (Values{0, 1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(concatenated(0, counted({0}), counted({2})).to_vector(), (Values{0, 1}));
    expect_error(ErrorCode::invalid_argument, "the shapes differ in a dimension other than 1",
                 [&] { concatenated(1, a, b); });
    expect_error(ErrorCode::invalid_argument, "the shapes differ", [&] { stacked(0, a, b); });
}

TEST_P(Indexing, RepeatsRollsAndPads) {
    const Array<int> x = counted({2, 3});
    EXPECT_EQ(repeated(x, 2, 1).to_vector(), (Values{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
    EXPECT_EQ(repeated(x, 2).to_vector(), (Values{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
    EXPECT_EQ(tiled(x, 2, 1).to_vector(), (Values{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
    EXPECT_EQ(tiled(x, 2).to_vector(), (Values{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
    EXPECT_TRUE(repeated(x, 0).empty());
    EXPECT_EQ(rolled(x, 1, 1).to_vector(), (Values{2, 0, 1, 5, 3, 4}));
    EXPECT_EQ(rolled(x, -5, -1).to_vector(), (Values{2, 0, 1, 5, 3, 4}));
    EXPECT_EQ(rolled(x, 4, 0).to_vector(), x.to_vector());
    EXPECT_TRUE(rolled(Array<int>(stream_, 0), 3).empty());
    const Array<int> frame = padded(x, {{1, 0}, {0, 2}}, 7);
    EXPECT_EQ(frame.shape(), Shape({3, 5}));
    EXPECT_EQ(frame.to_vector(), (Values{7, 7, 7, 7, 7, 0, 1, 2, 7, 7, 3, 4, 5, 7, 7}));
    expect_error(ErrorCode::invalid_argument,
                 "each dimension needs one margin, but the call has 1 margin",
                 [&] { padded(x, {{1, 1}}); });
}

TEST_P(Indexing, TrianglesAndGridsAllocateNothing) {
    const Array<int> x = counted({3, 3}) + 1;
    EXPECT_EQ(Array(triu(x)).to_vector(), (Values{1, 2, 3, 0, 5, 6, 0, 0, 9}));
    EXPECT_EQ(Array(tril(x, -1)).to_vector(), (Values{0, 0, 0, 4, 0, 0, 7, 8, 0}));
    EXPECT_EQ(Array(index_along(x, 1)).to_vector(),
              (std::vector<long long>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
    const auto [p, q] = meshgrid(counted({2}), array({5, 6, 7}));
    EXPECT_EQ(p.to_vector(), (Values{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(q.to_vector(), (Values{5, 6, 7, 5, 6, 7}));
    expect_error(
        ErrorCode::invalid_argument,
        "the coordinates along one dimension have shape (3, 3), but must have one dimension",
        [&] { meshgrid(x); });
}

TEST_P(Indexing, CreatesArraysFromNestedLists) {
    EXPECT_EQ(array_of<int>(stream_, {1, 2, 3}).shape(), Shape(3));
    const auto matrix = array_of<double>(stream_, {{1, 2, 3}, {4, 5, 6}});
    EXPECT_EQ(matrix.shape(), Shape({2, 3}));
    EXPECT_EQ(matrix.to_vector(), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(array_of<int>(stream_, {{{1}, {2}}, {{3}, {4}}, {{5}, {6}}}).shape(),
              Shape({3, 2, 1}));
    expect_error(ErrorCode::invalid_argument,
                 "one list has 1 element, but the first list at the same level has 2",
                 [&] { array_of<double>(stream_, {{1, 2}, {3}}); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Indexing, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
