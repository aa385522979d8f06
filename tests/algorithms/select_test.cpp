// SPDX-License-Identifier: MIT
#include <glint/algorithms/select.hpp>

#include <algorithm>
#include <atomic>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <glint/array/operators.hpp>
#include <glint/array/views.hpp>
#include <glint/compiler/compile_ahead.hpp>

#include <algorithms/on_values.hpp>
#include <support/nvrtc.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

class Select : public test::OnValues {};

template <class T>
std::vector<T> where_true(const std::vector<T>& x, auto&& keep) {
    std::vector<T> kept;
    std::copy_if(x.begin(), x.end(), std::back_inserter(kept), keep);
    return kept;
}

TEST_P(Select, KeepsElementsWhereTheMaskIsTrue) {
    for (const std::size_t size : {0, 1, 33, 1000, 16384, 50001}) {
        const auto x = some(size, 1000);
        const auto a = on_device(x);
        auto kept = select(2 * a, a > 700);
        auto expected = where_true(x, [](int v) { return v > 700; });
        for (int& each : expected) each *= 2;
        EXPECT_EQ(kept.count(), expected.size()) << size;
        EXPECT_EQ(kept.elements().to_vector(), expected) << size;
        EXPECT_EQ(select(a, a > 1000).count(), 0u);
        EXPECT_EQ(select(a, a >= 0).elements().to_vector(), x);
    }
}

TEST_P(Select, SupportsEveryElementSizeAtTileBorders) {
    const auto check = [&]<class T>(T) {
        for (const std::size_t size : {15u, 17u, 32767u, 32768u, 32769u, 32785u}) {
            std::vector<T> x;
            for (const int each : some(size, 100)) x.push_back(static_cast<T>(each));
            const auto a = on_device(x);
            EXPECT_EQ(select(a, a < T(50)).elements().to_vector(),
                      where_true(x, [](T v) { return v < T(50); }))
                << CudaName<T>::value << ", " << size;
            EXPECT_EQ(select(a, a < T(100)).elements().to_vector(), x);
        }
    };
    check(std::int8_t());
    check(std::int16_t());
    check(float());
    check(double());
}

TEST_P(Select, ConstSelectionsGiveConstViews) {
    const auto x = on_device(std::vector<int>{3, 1, 1, 2});
    const auto kept = select(x, x < 3);
    EXPECT_EQ(kept.elements().to_vector(), (std::vector<int>{1, 1, 2}));
    EXPECT_EQ(kept.room().size(), 4u);
    const auto runs = run_length_encode(x);
    EXPECT_EQ(runs.keys().to_vector(), (std::vector<int>{3, 1, 2}));
    EXPECT_EQ(runs.values().to_vector(), (std::vector<std::int64_t>{1, 2, 1}));
    EXPECT_EQ(runs.key_room().size(), 4u);
    EXPECT_EQ(runs.value_room().size(), 4u);
    const auto halves = partition(x, x == 1);
    EXPECT_EQ(halves.elements().to_vector(), (std::vector<int>{1, 1, 3, 2}));
    static_assert(std::is_same_v<decltype(kept.elements()), ArrayView<const int>>);
}

TEST_P(Select, BroadcastsItsMaskAndTakesViews) {
    const Array<double> x = reshaped(Array(arange<double>(stream_, 12)), {3, 4});
    const auto rows = on_device(std::vector<int>{1, 0, 1});
    EXPECT_EQ(select(x, rows(slice(), newaxis)).elements().to_vector(),
              (std::vector<double>{0, 1, 2, 3, 8, 9, 10, 11}));
    EXPECT_EQ(select(transposed(x), transposed(x) > 5.0).elements().to_vector(),
              (std::vector<double>{8, 9, 6, 10, 7, 11}));
}

TEST_P(Select, ReturnsTheIndicesOfNonzeroElements) {
    const Array<float> x(stream_, {2, 3}, std::vector<float>{0, 1, 0, 2, 3, 0});
    EXPECT_EQ(nonzero(x).elements().to_vector(), (std::vector<std::int64_t>{1, 3, 4}));
    EXPECT_EQ(nonzero(x > 1.0f).device_count().to_vector(), std::vector<std::int64_t>{2});
}

TEST_P(Select, RemovesRepetitions) {
    for (const std::size_t size : {0, 1, 1000, 40000}) {
        auto x = some(size, 3);
        auto expected = x;
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        EXPECT_EQ(unique(on_device(x)).elements().to_vector(), expected) << size;
    }
    auto sorted = some(3000, 100);
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(unique(on_device(sorted)).count(), 100u);
}

TEST_P(Select, KeepsTheFirstValueOfEachKey) {
    const auto keys = some(20000, 4);
    const Array<double> values = arange<double>(stream_, 20000);
    auto firsts = unique_by_key(on_device(keys), values);
    std::vector<int> expected_keys;
    std::vector<double> expected;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i > 0 && keys[i] == keys[i - 1]) continue;
        expected_keys.push_back(keys[i]);
        expected.push_back(static_cast<double>(i));
    }
    EXPECT_EQ(firsts.keys().to_vector(), expected_keys);
    EXPECT_EQ(firsts.values().to_vector(), expected);
}

TEST_P(Select, EncodesRuns) {
    auto runs = run_length_encode(on_device(std::vector<char>{'a', 'a', 'b', 'c', 'c', 'c', 'a'}));
    EXPECT_EQ(runs.keys().to_vector(), (std::vector<char>{'a', 'b', 'c', 'a'}));
    EXPECT_EQ(runs.values().to_vector(), (std::vector<std::int64_t>{2, 1, 3, 1}));
    auto all = run_length_encode(0.0f * cast<float>(arange<int>(stream_, 30000)));
    EXPECT_EQ(all.values().to_vector(), std::vector<std::int64_t>{30000});
    EXPECT_EQ(run_length_encode(Array<int>(stream_, 0)).count(), 0u);
}

TEST_P(Select, PartitionsStably) {
    for (const std::size_t size : {0, 1, 1000, 40000}) {
        const auto x = some(size, 1000);
        const auto a = on_device(x);
        auto two = partition(a, a % 2 == 0);
        auto expected = x;
        const auto middle = std::stable_partition(expected.begin(), expected.end(),
                                                  [](int v) { return v % 2 == 0; });
        EXPECT_EQ(two.elements().to_vector(), expected) << size;
        EXPECT_EQ(two.first_count(), middle - expected.begin()) << size;
        auto three = partition(a, a > 800, a > 300);
        expected = where_true(x, [](int v) { return v > 800; });
        const auto next = where_true(x, [](int v) { return v > 300 && v <= 800; });
        const auto rest = where_true(x, [](int v) { return v <= 300; });
        EXPECT_EQ(three.first_count(), expected.size());
        EXPECT_EQ(three.second_count(), next.size());
        expected.insert(expected.end(), next.begin(), next.end());
        expected.insert(expected.end(), rest.begin(), rest.end());
        EXPECT_EQ(three.elements().to_vector(), expected) << size;
    }
}

// Runs the GPU algorithm on CPU threads that wait for each other.
TEST_P(Select, BlockAlgorithmGivesTheSameResult) {
    const auto x = some(60'001, 1000);  // three tiles
    const auto a = on_device(x);
    const auto input = detail::paired(detail::node_of(a), a > 500);
    auto kept = detail::selected<int>(input, detail::Keep::flagged, {.in_blocks = true});
    EXPECT_EQ(kept.elements().to_vector(), where_true(x, [](int v) { return v > 500; }));
    if constexpr (!test::kThorough) return;
    auto parts = detail::partitioned(a, where(a > 500, std::uint8_t(0), std::uint8_t(1)),
                                     {.in_blocks = true});
    auto expected = x;
    std::stable_partition(expected.begin(), expected.end(), [](int v) { return v > 500; });
    EXPECT_EQ(parts.elements().to_vector(), expected);
}

// While compiling ahead, a selection reports the largest possible count. Otherwise, kernels
// launched after the selection would not be compiled.
TEST(SelectAhead, ReportsTheLargestPossibleCount) {
    GLINT_NEEDS_NVRTC();
    CompileAhead ahead("sm_90");
    std::atomic<std::size_t> count = 0, first = 0, second = 0;
    ahead.start([&](const Device& stand_in) {
        const Stream stream(stand_in);
        count = Selection<float>(stream, 100).count();
        const Partitioned<int> parts(stream, 70);
        first = parts.first_count();
        second = parts.second_count();
    });
    ahead.wait();
    EXPECT_EQ(ahead.failure(), "");
    EXPECT_EQ(count, 100u);
    EXPECT_EQ(first, 70u);
    EXPECT_EQ(second, 0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Select, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
