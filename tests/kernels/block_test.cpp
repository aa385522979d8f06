// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>
#include <kernels/host_types.hpp>

namespace glint {
namespace {

using test::Affine;

/// A block shape, and the number of items that each thread handles.
struct Tile {
    driver::Dim3 shape;
    std::size_t items;

    std::size_t threads() const { return std::size_t{shape.x} * shape.y * shape.z; }
    std::size_t size() const { return threads() * items; }
    std::string arguments() const {
        return std::to_string(threads()) + (items ? ", " + std::to_string(items) : "") + ">";
    }
};

/// Blocks of full and partial warps, of one to three dimensions, of a single thread, and of the
/// maximum size.
const Tile kTiles[] = {{{256, 1, 1}, 4}, {{16, 16, 1}, 4}, {{8, 4, 8}, 4}, {{1024, 1, 1}, 1},
                       {{32, 1, 1}, 3},  {{100, 1, 1}, 2}, {{7, 5, 1}, 3}, {{1, 1, 1}, 2}};

class BlockFunctions : public test::KernelFile {
protected:
    BlockFunctions() : KernelFile("block.cu") {}

    template <class T>
    void expect_reductions(const std::string& type, const Tile& tile);
    template <class T>
    void expect_scans(const std::string& type, const Tile& tile);
};

/// Integers from 0 to 99, whose sums are exact in every type.
template <class T>
std::vector<T> whole_numbers(std::size_t count) {
    std::mt19937 random(14);
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(random() % 100);
    return values;
}

template <class T>
void BlockFunctions::expect_reductions(const std::string& type, const Tile& tile) {
    const std::vector<T> in = whole_numbers<T>(tile.size());
    T firsts = 0, half = 0;
    for (std::size_t i = 0; i < tile.threads(); ++i) {
        firsts += in[i * tile.items];
        if (i < (tile.threads() + 1) / 2) half += in[i * tile.items];
    }
    const std::vector<T> expected{std::accumulate(in.begin(), in.end(), T(0)), std::ranges::min(in),
                                  std::ranges::max(in), firsts, half};
    const auto found = block<T>("reductions<" + type + ", " + tile.arguments(), tile.shape, in,
                                5 * tile.threads());
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(found[i], expected[i % 5]) << type << ", " << tile.arguments() << " " << i;
}

TEST_P(BlockFunctions, ReduceAndBroadcastTheResult) {
    for (const Tile& tile : kTiles) expect_reductions<float>("float", tile);
    for (const Tile& tile : kTiles) expect_reductions<int>("int", tile);
}

template <class T>
void BlockFunctions::expect_scans(const std::string& type, const Tile& tile) {
    const std::vector<T> in = whole_numbers<T>(tile.size());
    const std::size_t items = tile.items, width = 2 * items + 5;
    const auto found =
        block<T>("scans<" + type + ", " + tile.arguments(), tile.shape, in, width * tile.threads());
    const T total = std::accumulate(in.begin(), in.end(), T(0));
    T before = 0, firsts = 0;
    for (std::size_t i = 0; i < tile.threads(); ++i) {
        const T* const own = &found[i * width];
        for (std::size_t k = 0; k < items; ++k) {
            ASSERT_EQ(own[items + k], before) << type << ", " << tile.arguments() << " " << i;
            before += in[i * items + k];
            ASSERT_EQ(own[k], before) << type << ", " << tile.arguments() << " " << i;
        }
        ASSERT_EQ(own[2 * items + 1], firsts) << i;
        firsts += in[i * items];
        ASSERT_EQ(own[2 * items], firsts) << i;
        ASSERT_EQ(own[2 * items + 2], total) << i;
        ASSERT_EQ(own[2 * items + 3], total) << i;
    }
    for (std::size_t i = 0; i < tile.threads(); ++i)
        ASSERT_EQ(found[i * width + 2 * items + 4], firsts) << i;
}

TEST_P(BlockFunctions, ScanItems) {
    for (const Tile& tile : kTiles) expect_scans<double>("double", tile);
}

TEST_P(BlockFunctions, KeepTheOrderOfNoncommutativeOperands) {
    for (const Tile& tile : {Tile{{256, 1, 1}, 0}, Tile{{100, 1, 1}, 0}, Tile{{32, 1, 1}, 0}}) {
        std::vector<Affine> in(2 * tile.threads());
        for (unsigned i = 0; i < in.size(); ++i) in[i] = {2 * i + 3, 5 * i + 1};
        Affine all{1, 0}, inclusive{1, 0}, exclusive{1, 9};
        for (const Affine& x : in) all = compose(all, x);
        const auto found =
            block<Affine>("composed<" + tile.arguments(), tile.shape, in, 3 * in.size());
        for (std::size_t i = 0; i < in.size(); ++i) {
            const Affine* const own = &found[i / 2 * 6];
            inclusive = compose(inclusive, in[i]);
            ASSERT_EQ(own[0], all) << i;
            ASSERT_EQ(own[1 + i % 2], inclusive) << i;
            ASSERT_EQ(own[3 + i % 2], exclusive) << i;
            ASSERT_EQ(own[5], (Affine{all.a, 2 * all.b})) << i;
            exclusive = compose(exclusive, in[i]);
        }
    }
}

std::vector<int> kept_of(const std::vector<int>& in) {
    std::vector<int> kept;
    std::ranges::copy_if(in, std::back_inserter(kept), [](int x) { return x > 50; });
    return kept;
}

void expect_kept(const std::vector<int>& found, const std::vector<int>& in) {
    const std::vector<int> expected = kept_of(in);
    ASSERT_EQ(found.at(in.size()), static_cast<int>(expected.size()));
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.begin()));
}

TEST_P(BlockFunctions, CompactInOrder) {
    for (const Tile& tile : {Tile{{16, 16, 1}, 0}, Tile{{100, 1, 1}, 0}, Tile{{1024, 1, 1}, 0}}) {
        const std::vector<int> in = whole_numbers<int>(tile.threads());
        expect_kept(block<int>("compacted<" + tile.arguments(), tile.shape, in, in.size() + 1), in);
    }
    const std::vector<int> in = whole_numbers<int>(4 * 256);
    expect_kept(block<int>("compacted_items<256>", {256, 1, 1}, in, in.size() + 1), in);
}

TEST_P(BlockFunctions, AppendToASharedList) {
    const std::vector<int> in = whole_numbers<int>(10'000);
    const auto from = to_device(stream_, in);
    auto to = to_device(stream_, std::vector<unsigned>(in.size() + 1, 0));
    program_.kernel<void(unsigned, const int*, unsigned*)>("appended")
        .launch(stream_, threads(in.size()), in.size(), from, to);
    const std::vector<unsigned> found = to_vector(stream_, to);
    ASSERT_EQ(found[0], kept_of(in).size());
    std::vector<unsigned> list(found.begin() + 1, found.begin() + 1 + found[0]);
    std::ranges::sort(list);
    EXPECT_EQ(std::ranges::adjacent_find(list), list.end());
    for (const unsigned i : list) ASSERT_GT(in.at(i), 50) << i;
}

TEST_P(BlockFunctions, ComputeHistograms) {
    const std::vector<int> in = whole_numbers<int>(100'000);
    const auto from = to_device(stream_, in);
    auto to = to_device(stream_, std::vector<unsigned>(100, 0));
    program_.kernel<void(unsigned, const int*, unsigned*)>("counted").launch(
        stream_, threads(in.size()), in.size(), from, to);
    const std::vector<unsigned> found = to_vector(stream_, to);
    for (int x = 0; x < 100; ++x)
        EXPECT_EQ(found[static_cast<std::size_t>(x)], std::ranges::count(in, x)) << x;
}

INSTANTIATE_TEST_SUITE_P(Backends, BlockFunctions, test::each_backend_and_checked(), test::name);

}  // namespace
}  // namespace glint
