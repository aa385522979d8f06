// SPDX-License-Identifier: MIT
// Arrays with more elements than 32 bits can count. These tests take seconds and gigabytes: they
// run on GPUs with enough memory, and on the CPU if GLINT_LARGE_ON_CPU is set.
#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/merge.hpp>
#include <glint/algorithms/random.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/reduce_by_key.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/segmented.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/shuffle.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/elementwise.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/scatter.hpp>
#include <glint/array/sequence.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <support/backends.hpp>

namespace glint {
namespace {

using Long = std::int64_t;

constexpr Long kHalf = Long(1) << 31;
constexpr Long kSize = kHalf + 256 * 48;

/// Sum of `value(i)` for i from 0 to `size - 1`, where `value` is periodic with the given period.
template <class Value>
Long periodic_sum(Long size, Long period, const Value& value) {
    Long once = 0, rest = 0;
    for (Long i = 0; i < period; ++i) once += value(i);
    for (Long i = 0; i < size % period; ++i) rest += value(i);
    return size / period * once + rest;
}

class LargeArrays : public test::OnEachBackend {
protected:
    /// Returns true if a test that needs this much memory can run. Otherwise, sets `missing_` to
    /// the reason why it cannot.
    bool has_room(double gigabytes) {
        if (device_.kind() == BackendKind::cpu) {
            missing_ = std::getenv("GLINT_LARGE_ON_CPU") == nullptr
                           ? "GLINT_LARGE_ON_CPU is not set"
                           : fmt::format("{} GB are much for a CPU", gigabytes);
            return std::getenv("GLINT_LARGE_ON_CPU") != nullptr && gigabytes <= 6;
        }
        const double free = static_cast<double>(device_.memory().free) / 1e9;
        missing_ = fmt::format("it needs {} GB of memory, and {:.1f} GB are free", gigabytes, free);
        return free >= gigabytes;
    }

    /// An array in which element i is i.
    auto numbers(Long size = kSize) const {
        return arange<Long>(stream_, static_cast<std::size_t>(size));
    }

    /// Compares elements on both sides of the 31-bit and 32-bit limits.
    template <class A, class Expected>
    static void check_points(const A& array, const Expected& expected) {
        const auto size = static_cast<Long>(array.size());
        for (const Long at : {Long(0), Long(1), kHalf - 1, kHalf, kHalf + 1, 2 * kHalf - 1,
                              2 * kHalf, size - 2, size - 1}) {
            if (at >= size) continue;
            EXPECT_EQ(static_cast<Long>(array(at).item()), static_cast<Long>(expected(at))) << at;
        }
    }

    Device device_ = open();
    Stream stream_{device_};
    std::string missing_;
};

#define GLINT_NEEDS(gigabytes) \
    if (!has_room(gigabytes)) GTEST_SKIP() << missing_

std::int8_t narrow(Long i) { return static_cast<std::int8_t>(static_cast<std::uint8_t>(i)); }

TEST_P(LargeArrays, EvaluateAndSum) {
    GLINT_NEEDS(4.5);
    const Array<std::int8_t> x = cast<std::int8_t>(numbers());
    Array<std::int8_t> y = 3 * x + 1;
    check_points(y, [](Long i) { return narrow(3 * i + 1); });
    EXPECT_EQ(sum(y).item(), periodic_sum(kSize, 256, [](Long i) { return narrow(3 * i + 1); }));
    EXPECT_EQ(dot(x, y).item(),
              periodic_sum(kSize, 256, [](Long i) { return Long(narrow(i)) * narrow(3 * i + 1); }));
    EXPECT_EQ(count_nonzero(x == 7).item(), kSize / 256);
    y += x;
    check_points(y, [](Long i) { return narrow(4 * i + 1); });
    y.fill(5);
    EXPECT_EQ(sum(y).item(), 5 * kSize);
}

TEST_P(LargeArrays, SupportViewsOfAnyStrides) {
    GLINT_NEEDS(4.5);
    constexpr std::size_t kRows = 65537, kColumns = 65539;  // more than 2^32 elements
    Array<std::int8_t> x = Array<std::int8_t>::zeros(stream_, kRows * kColumns);
    const auto size = static_cast<Long>(x.size());
    x(slice(5, std::nullopt, 3)) += 7;
    EXPECT_EQ(sum(x).item(), 7 * ((size - 5 + 2) / 3));
    check_points(x, [](Long i) { return i >= 5 && (i - 5) % 3 == 0 ? 7 : 0; });
    check_points(reversed(x),
                 [=](Long i) { return size - 1 - i >= 5 && (size - 6 - i) % 3 == 0 ? 7 : 0; });
    auto table = reshaped(x, {kRows, -1});
    table = std::int8_t(0);
    auto column = table(slice(), -1);
    column = cast<std::int8_t>(arange<int>(stream_, kRows) % 100);
    diagonal(table) += std::int8_t(1);
    table(-1) += std::int8_t(2);
    EXPECT_EQ(sum(column).item(), periodic_sum(kRows, 100, [](Long i) { return i; }) + 2);
    EXPECT_EQ(sum(table).item(), sum(column).item() + Long(kRows) + 2 * Long(kColumns - 1));
    EXPECT_EQ(sum(transposed(table)).item(), sum(table).item());
    // The source is more than 2^32 elements after the destination.
    x(slice(0, 1000)) = x(slice(-1000, std::nullopt));
    EXPECT_EQ(x(slice(0, 1000)).to_vector(), x(slice(-1000, std::nullopt)).to_vector());
    EXPECT_EQ(x(999).item(), (kRows - 1) % 100 + 2);
}

TEST_P(LargeArrays, ReduceAlongDimensions) {
    GLINT_NEEDS(3);
    constexpr Long kRows = 65537, kColumns = 32771;
    const auto rows = arange<int>(stream_, kRows) % 5, columns = arange<int>(stream_, kColumns) % 7;
    const Array<int> of_row = rows, of_column = columns;
    const Array<std::int8_t> x = cast<std::int8_t>(of_row(slice(), newaxis) + of_column);
    const Long across = periodic_sum(kColumns, 7, [](Long i) { return i; });
    const Long down = periodic_sum(kRows, 5, [](Long i) { return i; });
    const Array<bool> rows_match = sum(x, axis(1)) == cast<Long>(of_row) * kColumns + across;
    const Array<bool> columns_match = sum(x, axis(0)) == cast<Long>(of_column) * kRows + down;
    EXPECT_TRUE(all(rows_match).item());
    EXPECT_TRUE(all(columns_match).item());
    EXPECT_EQ(sum(x).item(), across * kRows + down * kColumns);
    EXPECT_EQ(max(x).item(), 10);
    EXPECT_TRUE(all(argmax(x, axis(1)) == 6).item());
    EXPECT_TRUE(all(argmax(x, axis(0)) == 4).item());
    EXPECT_EQ(mean(x).item(), static_cast<double>(sum(x).item()) / static_cast<double>(x.size()));
}

TEST_P(LargeArrays, ReturnTheIndicesOfExtremes) {
    GLINT_NEEDS(3);
    Array<std::int8_t> x = cast<std::int8_t>(numbers() % 50);
    x(kHalf + 77) = std::int8_t(100);
    x(kSize - 1) = std::int8_t(100);
    x(kHalf - 3) = std::int8_t(-100);
    EXPECT_EQ(argmax(x).item(), kHalf + 77);
    EXPECT_EQ(argmin(x).item(), kHalf - 3);
    EXPECT_EQ(argmax(reversed(x)).item(), 0);
    EXPECT_EQ(max(x).item(), 100);
    EXPECT_EQ(min(x).item(), -100);
}

TEST_P(LargeArrays, Scan) {
    GLINT_NEEDS(22);
    const Array<std::int8_t> x = cast<std::int8_t>(numbers() % 3);
    const Array<Long> running = cumulative_sum(cast<Long>(x));
    check_points(running, [](Long i) { return periodic_sum(i + 1, 3, [](Long k) { return k; }); });
    const Array<std::int8_t> before = exclusive_scan(x, "a + b", 0);
    check_points(before,
                 [](Long i) { return narrow(periodic_sum(i, 3, [](Long k) { return k; })); });
}

TEST_P(LargeArrays, ScanAlongColumns) {
    GLINT_NEEDS(6);
    constexpr Long kRows = 65537, kColumns = 32771;
    const auto x = reshaped(Array<std::int8_t>(cast<std::int8_t>(numbers(kRows * kColumns) % 2)),
                            {kRows, kColumns});
    const Array<std::int8_t> running = cumulative_sum(x, {.axis = 0});
    // Rows alternately begin with 0 and 1, because the number of columns is odd.
    for (const Long row : {Long(0), Long(1), kRows / 2, kRows - 2, kRows - 1})
        for (const Long column : {Long(0), Long(1), kColumns - 1}) {
            const Long ones = (row + 1 + column % 2) / 2;
            EXPECT_EQ(running(row, column).item(), narrow(ones)) << row << " " << column;
        }
}

TEST_P(LargeArrays, Sort) {
    GLINT_NEEDS(20);
    Array<std::uint32_t> x = random<std::uint32_t>(stream_, kSize, {.seed = 3});
    const std::int64_t total = sum(cast<Long>(x)).item();
    sort(x);
    EXPECT_TRUE(is_sorted(x));
    EXPECT_EQ(sum(cast<Long>(x)).item(), total);
    // The median is 2^31, within 10 standard deviations.
    EXPECT_NEAR(static_cast<double>(x(kSize / 2).item()), 0x1p31, 10 * 0x1p31 / std::sqrt(0x1p31));
}

TEST_P(LargeArrays, SortWithValues) {
    GLINT_NEEDS(26);
    Array<std::uint8_t> keys = cast<std::uint8_t>(numbers());
    Array<std::uint32_t> values = cast<std::uint32_t>(numbers());
    sort_by_key(keys, values);
    constexpr Long kEach = kSize / 256;  // number of elements per key
    const auto place = numbers();
    EXPECT_TRUE(all(cast<Long>(keys) == place / kEach).item());
    EXPECT_TRUE(all(cast<Long>(values) == place % kEach * 256 + place / kEach).item());
    auto each = unique(keys);
    EXPECT_EQ(each.count(), 256u);
    EXPECT_EQ(each.elements()(255).item(), 255);
}

TEST_P(LargeArrays, SortByComparison) {
    GLINT_NEEDS(10);
    Array<std::uint8_t> x = cast<std::uint8_t>(numbers() * 7);
    sort(x, [](auto a, auto b) { return a > b; });
    EXPECT_TRUE(all(cast<Long>(x) == 255 - numbers() / (kSize / 256)).item());
}

TEST_P(LargeArrays, RankAndCount) {
    GLINT_NEEDS(4.5);
    const Array<std::uint8_t> x = cast<std::uint8_t>(numbers());
    EXPECT_EQ(nth_smallest(x, kSize / 2).item(), 128);
    EXPECT_EQ(nth_smallest(x, kSize - 1).item(), 255);
    const auto counts = bincount(x, 200).to_vector();
    EXPECT_EQ(counts, std::vector<Long>(200, kSize / 256));
    const auto wide = histogram(x, 4, 0, 256).to_vector();
    EXPECT_EQ(wide, std::vector<Long>(4, kSize / 4));
    // One bin holds more elements than 32 bits can count.
    const auto both =
        bincount(cast<std::uint8_t>(numbers(3 * kHalf) / (3 * kHalf - 1)), 2).to_vector();
    EXPECT_EQ(both, (std::vector<Long>{3 * kHalf - 1, 1}));
}

TEST_P(LargeArrays, Select) {
    GLINT_NEEDS(24);
    Array<std::uint8_t> x = cast<std::uint8_t>(numbers() % 10);
    auto most = select(x, x != 3);
    const Long kept = kSize - count_nonzero(x == 3).item();
    EXPECT_EQ(static_cast<Long>(most.count()), kept);
    EXPECT_EQ(sum(most.elements()).item(),
              sum(x).item() - 3u * static_cast<std::uint64_t>(kSize - kept));
    check_points(most.elements(), [](Long i) { return i % 9 + (i % 9 >= 3 ? 1 : 0); });
    x = std::uint8_t(0);
    for (const Long at : {Long(5), kHalf - 1, kHalf, kSize - 1}) x(at) = std::uint8_t(1);
    EXPECT_EQ(nonzero(x).elements().to_vector(),
              (std::vector<Long>{5, kHalf - 1, kHalf, kSize - 1}));
    auto parts = partition(x, x == 0);
    EXPECT_EQ(static_cast<Long>(parts.first_count()), kSize - 4);
    EXPECT_EQ(sum(parts.elements()(slice(kSize - 4, std::nullopt))).item(), 4u);
}

TEST_P(LargeArrays, Use64BitIndices) {
    GLINT_NEEDS(3);
    Array<std::int8_t> x = cast<std::int8_t>(numbers());
    const Array<Long> places = (arange<Long>(stream_, 1'000'000) * 999'983 + 17) % kSize;
    EXPECT_TRUE(all(gathered(x, places) == cast<std::int8_t>(places)).item());
    EXPECT_TRUE(all(take<OutOfRange::wrap>(x, places - kSize) == cast<std::int8_t>(places)).item());
    x = std::int8_t(0);
    put(x, places, std::int8_t(1));
    EXPECT_EQ(sum(x).item(), 1'000'000);  // 999,983 is prime, so no index occurs twice
    EXPECT_TRUE(all(gathered(x, places) == 1).item());
}

TEST_P(LargeArrays, FillWithRandomNumbers) {
    GLINT_NEEDS(9.5);
    const Array<float> x = random<float>(stream_, kSize, {.seed = 11});
    EXPECT_NEAR(mean(cast<double>(x)).item(), 0.5, 10 * std::sqrt(1.0 / 12.0 / 0x1p31));
    const Array<float> end = random<float>(stream_, 1000, {.seed = 11, .offset = kSize - 1000});
    EXPECT_EQ(x(slice(-1000, std::nullopt)).to_vector(), end.to_vector());
    EXPECT_GT(min(x).item(), 0.0f);
    EXPECT_EQ(max(x).item(), 1.0f);
}

TEST_P(LargeArrays, Transpose) {
    GLINT_NEEDS(5);
    constexpr Long kRows = 40'000, kColumns = 60'000;
    const auto x = reshaped(Array<std::int8_t>(cast<std::int8_t>(numbers(kRows * kColumns))),
                            {kRows, kColumns});
    const Array<std::int8_t> y = transposed(x) + 1;
    for (const Long row : {Long(0), Long(1), kRows / 2, kRows - 1})
        for (const Long column : {Long(0), Long(77), kColumns - 1})
            EXPECT_EQ(y(column, row).item(), narrow(row * kColumns + column + 1));
    EXPECT_EQ(sum(y).item(),
              periodic_sum(kRows * kColumns, 256, [](Long i) { return narrow(i + 1); }));
}

TEST_P(LargeArrays, WorkWithElementwiseKernels) {
    GLINT_NEEDS(4.5);
    Array<std::int8_t> x(stream_, kSize), y(stream_, kSize);
    const Elementwise set(device_, "signed char* x, signed char* y",
                          "x[i] = i % 100; y[n - 1 - i] = x[i]");
    set(x, y);
    check_points(x, [](Long i) { return i % 100; });
    check_points(y, [](Long i) { return (kSize - 1 - i) % 100; });
    set.over(slice(kHalf, kHalf + 10), x(slice(0, kHalf + 10)), y(slice(0, kHalf + 10)));
    EXPECT_EQ(y(9).item(), kHalf % 100);
}

TEST_P(LargeArrays, ReduceBySegments) {
    GLINT_NEEDS(3);
    const Array<std::int8_t> x = cast<std::int8_t>(numbers() % 2);
    const Array<Long> offsets = array_of<Long>(stream_, {0, 10, kHalf + 1, kHalf + 1, kSize});
    const Array<Long> sums = segmented_sum(x, offsets);
    EXPECT_EQ(sums.to_vector(), (std::vector<Long>{5, kHalf / 2 - 5, 0, (kSize - kHalf) / 2}));
}

TEST_P(LargeArrays, ReduceByKey) {
    GLINT_NEEDS(5);
    const Array<std::uint8_t> x = cast<std::uint8_t>(numbers() % 2);
    const auto [keys, sums] = sum_by_key(numbers() / (kSize - 7), x);
    EXPECT_EQ(keys.to_vector(), (std::vector<Long>{0, 1}));
    EXPECT_EQ(sums.to_vector(), (std::vector<std::uint64_t>{kSize / 2 - 4, 4}));
}

TEST_P(LargeArrays, MergeAndConcatenate) {
    GLINT_NEEDS(5);
    constexpr Long kEach = kSize / 2;
    const Array<std::uint8_t> x = cast<std::uint8_t>(numbers(kEach) / (kEach / 128));
    EXPECT_TRUE(all(cast<Long>(merged(x, x)) == numbers() / (kSize / 128)).item());
    const Array<std::uint8_t> joined = concatenated(0, x, x, x);
    check_points(joined, [](Long i) { return i % kEach / (kEach / 128); });
}

TEST_P(LargeArrays, Permute) {
    GLINT_NEEDS(4.5);
    if (device_.kind() == BackendKind::cpu) GTEST_SKIP() << "so many places take a CPU minutes";
    Array<std::uint8_t> x = Array<std::uint8_t>::zeros(stream_, kSize);
    put(x, permutation(stream_, kSize, {.seed = 5}), std::uint8_t(1));
    EXPECT_EQ(sum(x).item(), static_cast<std::uint64_t>(kSize));
    x = cast<std::uint8_t>(numbers());
    shuffle(x, {.seed = 6});
    EXPECT_EQ(bincount(x, 256).to_vector(), std::vector<Long>(256, kSize / 256));
    EXPECT_LT(count_nonzero(x == cast<std::uint8_t>(numbers())).item(), kSize / 250);
}

INSTANTIATE_TEST_SUITE_P(Backends, LargeArrays, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
