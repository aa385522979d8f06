// SPDX-License-Identifier: MIT
// Sorting and rank selection on expressions: the results are correct, and the expression is not
// evaluated into memory first.
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/sort.hpp>

#include <cstdlib>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <glint/algorithms/random.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/driver/memory_pool.hpp>

#include <algorithms/sort_cases.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

using test::numbers;
using test::order_of;
using test::same_bits;
using test::taken;

class SortExpressions : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> array(const Shape& shape, unsigned seed = 7) {
        return Array<T>(stream_, shape, numbers<T>(shape.size(), seed));
    }
    /// Sorts a one-dimensional expression whose elements are bit-identical in any kernel.
    template <class E>
    void expect_in_order(const E& expression, std::string_view what) {
        using T = detail::ElementOf<E>;
        const std::vector<T> values = Array<T>(expression).to_vector();
        for (const bool descending : {false, true}) {
            const auto order = order_of(values, descending);
            const SortOptions options{.descending = descending};
            EXPECT_TRUE(same_bits(sorted(expression, options).to_vector(), taken(values, order)))
                << what;
            EXPECT_EQ(argsort(expression, options).to_vector(), order) << what;
        }
    }
    /// Peak memory that `work` uses in its second run, in bytes.
    std::size_t bytes_of(const std::function<void()>& work) {
        work();
        stream_.synchronize();
        MemoryPool pool = MemoryPool::default_of(device_);
        pool.reset_peaks();
        const std::size_t before = pool.statistics().active_bytes;
        work();
        return pool.statistics().peak_active_bytes - before;
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(SortExpressions, OfEveryKind) {
    const auto x = array<int>(5000), y = array<int>(5000, 8);
    const auto wide = array<int>({100, 150});
    expect_in_order(x * 3 - reversed(y) / 2, "arithmetic");
    expect_in_order(x(slice(0, 5000, 3)), "a view at a stride");
    expect_in_order(random<float>(stream_, 4001, {.seed = 3}), "random numbers");
    expect_in_order(x - max(x), "a reduction in it");
    expect_in_order(broadcast_to(x(slice(3, 4)), {3000}), "a broadcast: no pass runs");
    expect_in_order(cast<bool>(x & 1), "bools");
    if constexpr (!test::kThorough) return;
    expect_in_order(reversed(x), "a view backwards");
    expect_in_order(wide(slice(), 7), "a column");
    expect_in_order(abs(arange<int>(stream_, 3000) - 1000), "a sequence");
    expect_in_order(x % 16, "one pass runs");
}

TEST_P(SortExpressions, OfManyDimensions) {
    const auto x = array<int>({30, 1, 200});
    const auto y = array<int>({40, 1}, 8);
    const Array<int> value = x - y;
    for (const std::ptrdiff_t axis : {0, 1, 2}) {
        if (!test::kThorough && axis == 2) continue;
        const SortOptions options{.axis = axis};
        EXPECT_EQ(sorted(x - y, options).to_vector(), sorted(value, options).to_vector()) << axis;
        EXPECT_EQ(argsort(x - y, options).to_vector(), argsort(value, options).to_vector()) << axis;
        EXPECT_EQ(sorted(x - y, options).shape(), (Shape{30, 40, 200}));
        EXPECT_EQ(sorted(transposed(value), options).to_vector(),
                  sorted(Array(transposed(value)), options).to_vector())
            << axis;
        const RankOptions least{.smallest = true, .axis = axis};
        EXPECT_EQ(nth_smallest(x - y, 0, axis).to_vector(),
                  Array(min(value, glint::axis(axis))).to_vector());
        if (axis != 1) continue;
        EXPECT_EQ(top_k(x - y, 3, least).places.to_vector(),
                  Array(argsort(value, options)(slice(), slice(0, 3))).to_vector());
    }
    EXPECT_FALSE(is_sorted(x - y, {.axis = 1}));
    EXPECT_TRUE(is_sorted(arange<int>(stream_, 40) + y(slice(), slice()) * 0, {.axis = 1}));
    EXPECT_TRUE(is_sorted(x * 0 - arange<int>(stream_, 200), {.descending = true}));
}

TEST_P(SortExpressions, OfFewOrNoElements) {
    const Array<float> none(stream_, 0), rows(stream_, Shape{3, 0});
    EXPECT_TRUE(sorted(none + 1.0f).empty());
    EXPECT_EQ(argsort(rows * 2.0f, {.axis = 0}).shape(), (Shape{3, 0}));
    EXPECT_TRUE(is_sorted(-none));
    for (const std::size_t count : {1u, 2u, 31u, 32u, 33u, 255u, 257u})
        expect_in_order(-array<int>(count), std::to_string(count));
    const Array<int> one(stream_, Shape(), std::vector<int>{5});
    EXPECT_EQ(sorted(one - 2).item(), 3);
    EXPECT_EQ(median(one - 2), 3.0);
    test::expect_error(ErrorCode::invalid_argument, "the array has 1 dimension",
                       [&] { (void)sorted(none + 1.0f, {.axis = 1}); });
}

TEST_P(SortExpressions, OfEveryType) {
    const auto check = [&]<class T>(T) {
        const auto x = array<T>(3000);
        const auto expression = maximum(x, reversed(x));
        const auto values = Array<T>(expression).to_vector();
        EXPECT_TRUE(same_bits(sorted(expression).to_vector(), taken(values, order_of(values))))
            << detail::kElementType<T>.name;
    };
    check(std::int8_t());
    check(std::uint16_t());
    check(bfloat16());
    check(double());
    if constexpr (!test::kThorough) return;
    check(std::uint8_t());
    check(std::int16_t());
    check(unsigned());
    check(std::int64_t());
    check(std::uint64_t());
    check(half());
}

/// Compares with a tolerance: kernels may differ in the last bits, because they may use different
/// CPU vector functions and contractions.
TEST_P(SortExpressions, EvaluatesEachElementOnce) {
    const auto x = array<float>(100003);
    const auto wave = exp(sin(x)) * x + cos(x) * 0.3f;
    const auto found = sorted(wave).to_vector();
    auto places = argsort(wave).to_vector();
    EXPECT_TRUE(std::ranges::is_sorted(found));
    std::ranges::sort(places);
    for (std::size_t i = 0; i < places.size(); ++i)
        ASSERT_EQ(places[i], static_cast<std::int64_t>(i)) << "each place once";
    EXPECT_TRUE(is_sorted(sin(x * 0.0f + 0.7f)));
    const auto top = top_k(wave, 1000);
    const auto greatest = top.values.to_vector();
    auto top_places = top.places.to_vector();
    for (std::size_t i = 0; i < 1000; ++i)
        ASSERT_NEAR(greatest[i], found[found.size() - 1 - i], 1e-5f * std::abs(greatest[i])) << i;
    std::ranges::sort(top_places);
    EXPECT_EQ(std::ranges::adjacent_find(top_places), top_places.end());
}

TEST_P(SortExpressions, ByComparison) {
    const auto x = array<int>(9000), y = array<int>(9000, 8);
    const auto larger = [](auto a, auto b) { return a > b; };
    const auto values = Array<int>(maximum(x, y)).to_vector();
    const auto order = order_of(values, true);
    EXPECT_EQ(sorted(maximum(x, y), larger).to_vector(), taken(values, order));
    EXPECT_EQ(argsort(maximum(x, y), larger).to_vector(), order);
    EXPECT_EQ(argsort(maximum(x, y), "a > b").to_vector(), order);
    const int centre = 1000;
    const auto nearest = [=](auto a, auto b) { return abs(a - centre) < abs(b - centre); };
    EXPECT_EQ(sorted(arange<int>(stream_, 998, 1005), nearest).to_vector(),
              (std::vector<int>{1000, 999, 1001, 998, 1002, 1003, 1004}));
    const auto square = array<int>({60, 70});
    EXPECT_EQ(sorted(transposed(square), larger, {.axis = 0}).to_vector(),
              sorted(Array(transposed(square)), {.descending = true, .axis = 0}).to_vector());
}

TEST_P(SortExpressions, FindsRanks) {
    const auto x = array<int>(50001);
    const auto values = Array<int>(x / 2).to_vector();
    const auto order = order_of(values), down = order_of(values, true);
    const auto in_order = taken(values, order);
    for (const std::size_t n : {0u, 1u, 25000u, 50000u})
        EXPECT_EQ(nth_smallest(x / 2, n).item(), in_order[n]) << n;
    EXPECT_EQ(median(x / 2), static_cast<double>(in_order[25000]));
    EXPECT_EQ(quantile(reversed(x) / 2, 0.1), static_cast<double>(in_order[5000]));
    EXPECT_EQ(top_k(x / 2, 77).places.to_vector(), std::vector(down.begin(), down.begin() + 77));
    EXPECT_FALSE(is_sorted(x / 2));
    for (const int count : {2, 8, 9, 10, 2049, 70000}) {
        const auto steps = arange<int>(stream_, static_cast<std::size_t>(count)) * 2;
        EXPECT_TRUE(is_sorted(steps)) << count;
        for (const int last : {1, count / 2, count - 1})
            EXPECT_FALSE(is_sorted(where(steps == 2 * last, -1, steps))) << last << " of " << count;
    }
}

/// Tests the GPU code path of top_k.
TEST_P(SortExpressions, TopKEvaluatesElementsOnce) {
    const auto x = array<unsigned>({2, 9001});
    const auto lines = detail::sort_lines_of(x ^ 5u, -1);
    const Array<unsigned> value = x ^ 5u;
    detail::SortJob job = lines.job();
    ASSERT_EQ(job.expression, &lines.expression);
    Array<unsigned> keys(stream_, Shape{2, 40});
    Array<std::int64_t> places(stream_, Shape{2, 40});
    job.keys.result = keys.data();
    detail::set_places(job, places);
    detail::select_first(stream_, job, detail::digits_of({}, 4), 40);
    const auto expected = top_k(value, 40, {.smallest = true});
    EXPECT_EQ(keys.to_vector(), expected.values.to_vector());
    EXPECT_EQ(places.to_vector(), expected.places.to_vector());
}

TEST_P(SortExpressions, MayBeAssignedToTheirInputs) {
    auto x = array<int>(3000);
    const auto values = Array<int>(x - reversed(x)).to_vector();
    x = sorted(x - reversed(x));
    EXPECT_EQ(x.to_vector(), taken(values, order_of(values)));
}

TEST_P(SortExpressions, WaitForTheStreamsOfTheirArrays) {
    Stream other(device_);
    const auto in = numbers<int>(100000);
    Array<int> x(stream_, in), y(other, 100000);
    y = arange<int>(other, 100000) * 0;
    const auto result = sorted(x + y);
    y = 7;
    EXPECT_EQ(result.to_vector(), taken(in, order_of(in)));
}

TEST_P(SortExpressions, AllocateNoMemory) {
    const auto x = array<float>(200000);
    const std::size_t bytes = x.size_bytes(), little = 64 * 1024 + 20 * bytes / 100;
    const auto expect_at_most = [&](std::size_t most, const std::function<void()>& work) {
        EXPECT_LT(bytes_of(work), most + little);
    };
    expect_at_most(2 * bytes, [&] { (void)sorted(2.0f * x); });
    expect_at_most(2 * bytes, [&] { (void)sorted(cast<std::uint8_t>(x)); });
    expect_at_most(6 * bytes, [&] { (void)argsort(2.0f * x); });
    expect_at_most(2 * bytes, [&] { (void)sorted(2.0f * x, "a < b"); });
    expect_at_most(0, [&] { (void)nth_smallest(2.0f * x, 7); });
    expect_at_most(0, [&] { (void)median(2.0f * x); });
    expect_at_most(0, [&] { (void)is_sorted(reversed(x)); });
}

/// These are death tests because the CPU backend reads $GLINT_TRACE only when its device is first
/// opened in a process. The variable makes it report each launch.
class SortExpressionsDeathTest : public testing::Test {
protected:
    SortExpressionsDeathTest() {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        setenv("GLINT_TRACE", "1", 1);
    }
    ~SortExpressionsDeathTest() override { unsetenv("GLINT_TRACE"); }

    /// Matches the complete trace of work that launches only these kernels.
    static std::string only(const std::string& kernels) {
        return "^(glint: trace [^\n]*(cu[A-Z]|cpu[.]((allocate|copy|fill|release)[(]|launch[(](" +
               kernels + "),))[^\n]*\n)+$";
    }
};

template <class Work>
void work_and_end(const Work& work) {
    Stream stream(Device::open("cpu"));
    work(Array<float>(stream, {2, 3000}, numbers<float>(6000)));
    stream.synchronize();
    std::exit(0);
}

TEST_F(SortExpressionsDeathTest, EvaluateWithoutAnExtraKernel) {
    const auto ends = testing::ExitedWithCode(0);
    EXPECT_EXIT(work_and_end([](const auto& x) { (void)sorted(2.0f * x); }), ends,
                only("sort_segments"));
    EXPECT_EXIT(work_and_end([](const auto& x) { (void)argsort(reversed(x)); }), ends,
                only("sort_segments"));
    EXPECT_EXIT(work_and_end([](const auto& x) { (void)sorted(2.0f * x, "a < b"); }), ends,
                only("sort_tiles|find_splits|merge_tiles"));
    EXPECT_EXIT(work_and_end([](const auto& x) { (void)nth_smallest(-x, 9); }), ends,
                only("count_candidates|choose_digit|sought_keys"));
    EXPECT_EXIT(work_and_end([](const auto& x) { (void)is_sorted(reversed(x)); }), ends,
                only("check_order"));
    EXPECT_EXIT(work_and_end([](const auto& x) { (void)is_sorted(transposed(x)); }), ends,
                only("evaluate|check_order"));
}

INSTANTIATE_TEST_SUITE_P(Backends, SortExpressions, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
