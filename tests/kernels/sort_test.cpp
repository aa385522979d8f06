// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

class BlockSorts : public test::KernelFile {
protected:
    BlockSorts() : KernelFile("sort.cu") {}

    template <class T>
    void expect_radix(const std::string& type, driver::Dim3 shape, std::size_t items, int bits);
    template <class T>
    void expect_merged(const std::string& type, std::size_t threads, std::size_t items);
    template <class T>
    void expect_exchanged(const std::string& type, std::size_t threads, std::size_t items);
    template <class T>
    void expect_guarded(const std::string& type);
};

/// Numbers of all magnitudes and both signs, including duplicates and the limits of the type.
template <class T>
std::vector<T> keys(std::size_t count) {
    std::mt19937_64 random(15);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<std::int64_t>(random());
        values[i] = i % 3 == 0 ? static_cast<T>(bits % 7) : static_cast<T>(bits);
    }
    values[0] = std::numeric_limits<T>::lowest();
    values[1] = std::numeric_limits<T>::max();
    values[2] = T(0);
    return values;
}

template <class T>
std::vector<T> part(const std::vector<T>& from, std::size_t index, std::size_t size) {
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(index * size);
    return {first, first + static_cast<std::ptrdiff_t>(size)};
}

/// Original indices of the keys, in the order of a stable sort.
template <class T, class Before>
std::vector<std::size_t> order_of(const std::vector<T>& keys, Before before) {
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, before, [&](std::size_t i) { return keys[i]; });
    return order;
}

/// Expects `found` to hold the keys in this order, then their indices, converted to T.
template <class T>
void expect_order(const std::vector<T>& found, const std::vector<T>& in,
                  const std::vector<std::size_t>& order, const std::string& what) {
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSERT_EQ(found[i], in[order[i]]) << what << " " << i;
        ASSERT_EQ(found[in.size() + i], static_cast<T>(order[i]))
            << "value of " << what << " " << i;
    }
}

template <class T>
void BlockSorts::expect_radix(const std::string& type, driver::Dim3 shape, std::size_t items,
                              int bits) {
    const std::size_t threads = std::size_t{shape.x} * shape.y * shape.z, size = threads * items;
    const std::vector<T> in = keys<T>(size);
    const std::string arguments = type + ", " + std::to_string(threads) + ", " +
                                  std::to_string(items) + ", " + std::to_string(bits) + ">";
    const auto found = block<T>("radix<" + arguments, shape, in, 4 * size);
    expect_order(found, in, order_of(in, std::less<>()), arguments);
    std::vector<T> sorted = in;
    std::ranges::sort(sorted);
    EXPECT_EQ(part(found, 3, size), sorted) << arguments << " striped";
    std::ranges::reverse(sorted);
    EXPECT_EQ(part(found, 2, size), sorted) << arguments << " descending";
}

TEST_P(BlockSorts, RadixSortIsStable) {
    expect_radix<int>("int", {256, 1, 1}, 4, 8);
    expect_radix<float>("float", {16, 16, 1}, 4, 8);
}

TEST_P(BlockSorts, RadixSortSupportsKeysOfEverySize) {
    expect_radix<double>("double", {128, 1, 1}, 3, 8);
    expect_radix<short>("short", {32, 1, 1}, 5, 8);
    if constexpr (!test::kThorough) return;
    expect_radix<unsigned long long>("unsigned long long", {128, 1, 1}, 3, 8);
    expect_radix<unsigned char>("unsigned char", {64, 1, 1}, 2, 8);
}

TEST_P(BlockSorts, RadixSortSupportsStripedPairs) {
    const std::vector<unsigned> in = keys<unsigned>(256);
    expect_order(block<unsigned>("radix_striped", {64, 1, 1}, in, 512), in,
                 order_of(in, std::less<>()), "striped pairs");
}

TEST_P(BlockSorts, RadixSortSupportsAnyDigitSize) {
    expect_radix<unsigned>("unsigned", {128, 1, 1}, 4, 4);
    expect_radix<unsigned>("unsigned", {64, 1, 1}, 1, 5);
}

TEST_P(BlockSorts, RadixSortUsesOnlyTheRequestedBits) {
    const std::vector<unsigned> in = keys<unsigned>(256);
    const auto digit = [](unsigned x) { return x >> 4 & 63; };
    const auto order = order_of(in, [&](unsigned a, unsigned b) { return digit(a) > digit(b); });
    const auto found = block<unsigned>("radix_part", {64, 1, 1}, in, 256);
    EXPECT_EQ(found, (std::vector<unsigned>(order.begin(), order.end())));
}

template <class T>
void BlockSorts::expect_merged(const std::string& type, std::size_t threads, std::size_t items) {
    const std::size_t size = threads * items;
    std::vector<T> in(size);
    std::mt19937 random(16);
    for (T& key : in) key = static_cast<T>(random() % 2000);
    const std::string arguments =
        type + ", " + std::to_string(threads) + ", " + std::to_string(items) + ">";
    const auto found =
        block<T>("merged<" + arguments, {static_cast<unsigned>(threads), 1, 1}, in, 3 * size);
    const auto digit = [](T x) { return static_cast<int>(x) % 10; };
    expect_order(found, in, order_of(in, [&](T a, T b) { return digit(a) < digit(b); }), arguments);
    std::ranges::sort(in);
    EXPECT_EQ(part(found, 2, size), in) << arguments;
}

TEST_P(BlockSorts, MergeSortIsStableInBlocksOfAnySize) {
    expect_merged<int>("int", 256, 4);
    expect_merged<double>("double", 128, 3);
    expect_merged<float>("float", 100, 5);
    expect_merged<float>("float", 33, 1);
    expect_merged<float>("float", 1, 8);
}

template <class T>
void BlockSorts::expect_exchanged(const std::string& type, std::size_t threads, std::size_t items) {
    const std::size_t size = threads * items;
    std::vector<T> in(size);
    std::iota(in.begin(), in.end(), T(1));
    const std::string arguments =
        type + ", " + std::to_string(threads) + ", " + std::to_string(items) + ">";
    const auto found =
        block<T>("exchanged<" + arguments, {static_cast<unsigned>(threads), 1, 1}, in, 6 * size);
    const std::vector<T> reversed(in.rbegin(), in.rend());
    for (std::size_t way = 0; way < 6; ++way)
        EXPECT_EQ(part(found, way, size), way < 4 ? in : reversed) << arguments << " " << way;
}

TEST_P(BlockSorts, ExchangesKeepEveryItem) {
    expect_exchanged<int>("int", 128, 4);
    expect_exchanged<double>("double", 64, 3);
    expect_exchanged<short>("short", 256, 2);
}

template <class T>
void BlockSorts::expect_guarded(const std::string& type) {
    std::vector<T> in(256);
    std::iota(in.begin(), in.end(), T(1));
    const auto from = to_device(stream_, in);
    auto to = to_device(stream_, std::vector<T>(5 * 256, T(-2)));
    program_.kernel<void(const T*, T*)>("guarded<" + type + ">")
        .launch(stream_, {.grid = {1}, .block = {8, 8}}, from, to);
    const std::vector<T> found = to_vector(stream_, to);
    const auto cut = [&](T filling) {
        std::vector<T> made = in;
        std::fill(made.begin() + 100, made.end(), filling);
        return made;
    };
    EXPECT_EQ(part(found, 0, 256), cut(T(-1))) << type;
    EXPECT_EQ(part(found, 1, 256), cut(T(-1))) << type;
    EXPECT_EQ(part(found, 2, 256), in) << type;
    EXPECT_EQ(part(found, 3, 256), cut(T(-2))) << type;
    EXPECT_EQ(part(found, 4, 256), cut(T(-2))) << type;
}

TEST_P(BlockSorts, LoadsAndStoresStopAtTheGivenCount) {
    expect_guarded<float>("float");
    expect_guarded<double>("double");
    expect_guarded<short>("short");
}

INSTANTIATE_TEST_SUITE_P(Backends, BlockSorts, test::each_backend_and_checked(), test::name);

}  // namespace
}  // namespace glint
