// SPDX-License-Identifier: MIT
// Every radix sort algorithm on every backend, not only the one that the backend would choose.
#include <glint/algorithms/sort_options.hpp>

#include <tuple>

#include <glint/algorithms/detail/merge_sort.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

#include <gtest/gtest.h>

#include <algorithms/sort_cases.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

using detail::RadixWay;
using test::numbers;
using test::order_of;
using test::taken;

class RadixSortAlgorithms : public testing::TestWithParam<std::tuple<std::string, RadixWay>> {
protected:
    template <class T>
    void expect_sorted(const std::vector<T>& in, const SortOptions& options,
                       const std::vector<std::int64_t>& order);
    template <class T>
    void expect_sorted(std::size_t count);
    template <class E>
    void expect_expression_sorted(const E& expression, const SortOptions& options = {});

    Device device_ = Device::open(std::get<0>(GetParam()));
    Stream stream_{device_};
    RadixWay way_ = std::get<1>(GetParam());
};

/// Sorts keys in place, and sorts indices by keys that do not change.
template <class T>
void RadixSortAlgorithms::expect_sorted(const std::vector<T>& in, const SortOptions& options,
                                        const std::vector<std::int64_t>& order) {
    const auto digits = detail::digits_of(options, sizeof(T));
    Array<T> keys(stream_, in);
    radix_sort(stream_, detail::sort_job_in_place(keys.view()), digits, way_);
    EXPECT_TRUE(test::same_bits(keys.to_vector(), taken(in, order))) << "keys of " << in.size();
    const Array<T> given(stream_, in);
    const auto places = detail::sort_places_of<std::int64_t, T>(
        given, -1, [&](const auto& job, Stream& stream) { radix_sort(stream, job, digits, way_); });
    EXPECT_EQ(places.to_vector(), order) << "places of " << in.size();
    EXPECT_TRUE(test::same_bits(given.to_vector(), in));
}

template <class T>
void RadixSortAlgorithms::expect_sorted(std::size_t count) {
    const auto in = numbers<T>(count);
    expect_sorted(in, {}, order_of(in));
}

/// Sorts each line of an array or expression of unsigned numbers, by value and by index.
template <class E>
void RadixSortAlgorithms::expect_expression_sorted(const E& expression,
                                                   const SortOptions& options) {
    using T = detail::ElementOf<E>;
    const Array<T> value = detail::node_of(expression);
    const auto in = value.to_vector();
    const std::size_t length = value.shape()[value.rank() - 1];
    const auto digits = detail::digits_of(options, sizeof(T));
    const auto sort = [&](const auto& job, Stream& stream) {
        EXPECT_EQ(job.expression == nullptr, detail::kIsArray<E>);
        radix_sort(stream, job, digits, way_);
    };
    const auto keys = detail::sort_to_new<T>(expression, -1, sort).to_vector();
    const auto places = detail::sort_places_of<std::int64_t, T>(expression, -1, sort).to_vector();
    for (std::size_t first = 0; first < in.size(); first += length) {
        const auto line = [&](const auto& all) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
            return std::vector(begin, begin + static_cast<std::ptrdiff_t>(length));
        };
        const T mask = static_cast<T>((std::uint64_t(1) << digits.last_bit) - 1);
        const auto order = order_of(line(in), [=](T a, T b) { return (a & mask) < (b & mask); });
        EXPECT_EQ(line(keys), taken(line(in), order)) << length << " from " << first;
        EXPECT_EQ(line(places), order) << length << " from " << first;
    }
}

/// On the CPU, the GPU algorithms run on fibers and take long to compile for each type, so the
/// tests cover fewer sizes and types there.
TEST_P(RadixSortAlgorithms, SortAnyNumberOfKeys) {
    for (const std::size_t count : {1u, 33u, 9000u}) expect_sorted<unsigned>(count);
    if (device_.kind() == BackendKind::cpu && way_ != RadixWay::serial) return;
    for (const std::size_t count : {31u, 32u, 255u, 257u, 1000u, 8832u, 8833u, 400001u})
        expect_sorted<unsigned>(count);
}

TEST_P(RadixSortAlgorithms, SortKeysOfEverySize) {
    expect_sorted<double>(6000);
    if (device_.kind() == BackendKind::cpu && way_ != RadixWay::serial) return;
    expect_sorted<half>(1000);
}

TEST_P(RadixSortAlgorithms, SortDescendingAndStable) {
    const auto in = numbers<unsigned>(6000);
    expect_sorted(in, {.descending = true}, order_of(in, true));
}

TEST_P(RadixSortAlgorithms, UseOnlyTheRequestedBits) {
    const auto in = numbers<unsigned>(6000);
    const auto bits = [](unsigned a) { return a >> 5 & 0xfff; };
    expect_sorted(in, {.first_bit = 5, .last_bit = 17},
                  order_of(in, [&](unsigned a, unsigned b) { return bits(a) < bits(b); }));
}

/// Odd, even and zero numbers of passes leave the keys in different buffers.
TEST_P(RadixSortAlgorithms, SkipDigitsThatAreAllEqual) {
    for (const unsigned mask : {0u, 0xff00u, 0xff00ffu, 0xffffffu}) {
        auto in = numbers<unsigned>(6000);
        for (unsigned& key : in) key &= mask;
        expect_sorted(in, {}, order_of(in));
    }
}

/// Sorts expressions as a whole and line by line, in zero, odd and even numbers of passes.
TEST_P(RadixSortAlgorithms, ReadExpressions) {
    if (!test::kThorough && device_.kind() == BackendKind::cpu && way_ == RadixWay::blocks) return;
    for (const std::size_t count : {1u, 33u, 9003u, 80007u}) {
        if (count > 10000 && device_.kind() == BackendKind::cpu && way_ != RadixWay::serial) break;
        const auto in = numbers<unsigned>(2 * count);
        const Array<unsigned> x(stream_, std::span(in).first(count)), y(stream_, {2, count}, in);
        for (const unsigned mask : {0u, 0xff00u, 0xff00ffu, 0xffffffu, ~0u})
            for (const int last_bit : {24, 32})
                expect_expression_sorted((x ^ 77u) & mask, {.last_bit = last_bit});
        expect_expression_sorted((y ^ 77u) & ~0u);
        expect_expression_sorted(y);
    }
    if (device_.kind() == BackendKind::cpu && way_ != RadixWay::serial) return;
    const Array<std::uint8_t> bytes(stream_, numbers<std::uint8_t>(400001));
    expect_expression_sorted(maximum(bytes, reversed(bytes)));
    const Array<unsigned> x(stream_, numbers<unsigned>(400001));
    expect_expression_sorted(x(slice(1, std::nullopt)) ^ 77u);
    expect_expression_sorted(reversed(x));
}

class MergeSortAlgorithms
    : public testing::TestWithParam<std::tuple<std::string, detail::MergeWay>> {};

TEST_P(MergeSortAlgorithms, SortRowsAndIndices) {
    Stream stream(Device::open(std::get<0>(GetParam())));
    const auto order = detail::order_of<int>([](auto a, auto b) { return a < b; });
    for (const std::size_t length : {1u, 40u, 2816u, 2817u, 7000u}) {
        const auto in = numbers<int>(2 * length);
        const Array<int> x(stream, {2, length}, in);
        Array<int> keys = x.copy();
        merge_sort(stream, detail::sort_job_in_place(keys.view()), order, std::get<1>(GetParam()));
        const auto places =
            detail::sort_places_of<std::int64_t, int>(x, -1, [&](const auto& job, Stream& on) {
                merge_sort(on, job, order, std::get<1>(GetParam()));
            });
        const auto found = keys.to_vector();
        const auto found_places = places.to_vector();
        for (const std::size_t line : {0u, 1u}) {
            const auto first = static_cast<std::ptrdiff_t>(line * length);
            const auto end = first + static_cast<std::ptrdiff_t>(length);
            const std::vector<int> own(in.begin() + first, in.begin() + end);
            const auto expected = order_of(own);
            EXPECT_EQ(std::vector(found.begin() + first, found.begin() + end), taken(own, expected))
                << "line of " << length;
            EXPECT_EQ(std::vector(found_places.begin() + first, found_places.begin() + end),
                      expected)
                << "line of " << length;
        }
    }
}

TEST_P(MergeSortAlgorithms, ReadExpressions) {
    Stream stream(Device::open(std::get<0>(GetParam())));
    const auto order = detail::order_of<int>([](auto a, auto b) { return a < b; });
    for (const std::size_t length : {1u, 40u, 2817u, 7000u}) {
        const auto in = numbers<int>(length);
        const Array<int> x(stream, in), ones(stream, std::vector<int>(length, 1));
        const auto sort = [&](const auto& job, Stream& on) {
            EXPECT_NE(job.expression, nullptr);
            merge_sort(on, job, order, std::get<1>(GetParam()));
        };
        const auto expected = order_of(in);
        EXPECT_EQ(detail::sort_to_new<int>(x * ones, -1, sort).to_vector(), taken(in, expected));
        EXPECT_EQ((detail::sort_places_of<std::int64_t, int>(x * ones, -1, sort).to_vector()),
                  expected);
    }
}

std::string merge_name(const testing::TestParamInfo<MergeSortAlgorithms::ParamType>& info) {
    const bool is_serial = std::get<1>(info.param) == detail::MergeWay::serial;
    return std::get<0>(info.param) + (is_serial ? "_serial" : "_blocks");
}

INSTANTIATE_TEST_SUITE_P(Backends, MergeSortAlgorithms,
                         testing::Combine(test::each_backend(),
                                          testing::Values(detail::MergeWay::blocks,
                                                          detail::MergeWay::serial)),
                         merge_name);

TEST_P(RadixSortAlgorithms, SortWithWiderCounters) {
    if (way_ != RadixWay::sweep) return;  // the other algorithms always count with enough bits
    if (!test::kThorough && device_.kind() == BackendKind::cpu) return;
    way_ = RadixWay::wide_sweep;
    expect_sorted<unsigned>(9000);
    const Array<unsigned> x(stream_, numbers<unsigned>(9003));
    expect_expression_sorted((x ^ 77u) & ~0u);
}

std::string way_name(const testing::TestParamInfo<RadixSortAlgorithms::ParamType>& info) {
    const RadixWay way = std::get<1>(info.param);
    return std::get<0>(info.param) + (way == RadixWay::sweep    ? "_sweep"
                                      : way == RadixWay::blocks ? "_blocks"
                                                                : "_serial");
}

INSTANTIATE_TEST_SUITE_P(Backends, RadixSortAlgorithms,
                         testing::Combine(test::each_backend(),
                                          testing::Values(RadixWay::sweep, RadixWay::blocks,
                                                          RadixWay::serial)),
                         way_name);

}  // namespace
}  // namespace glint
