// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <glint/base/float_vectors.hpp>
#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class Groups : public test::OnEachBackend {
protected:
    template <class Out, class In>
    std::vector<Out> run(const std::string& kernel, const std::vector<In>& in, std::size_t count) {
        const auto from = to_device(stream_, in);
        DeviceMemory<Out> to(device_, count);
        program_.kernel<void(const In*, Out*)>(kernel).launch(
            stream_, {.grid = {1}, .block = {static_cast<unsigned>(in.size())}}, from, to);
        return to_vector(stream_, to);
    }

    void expect_tile_results(int size);
    void expect_shuffles(int width);

    Device device_ = open();
    Stream stream_{device_};
    Program load(const std::string& lowering) {
        return {device_,
                std::filesystem::path(GLINT_TEST_DATA_DIR) / "groups.cu",
                {.cpu_lowering = lowering}};
    }

    Program program_ = load("");
};

std::vector<int> group_numbers(std::size_t count) {
    std::mt19937 random(3);
    std::vector<int> values(count);
    for (int& value : values) value = static_cast<int>(random() % 100);
    return values;
}

/// Results that thread `rank` writes in a tile with these values.
std::vector<int> tile_results(std::span<const int> tile, std::size_t rank, std::size_t tile_index) {
    const auto total = [&](std::size_t count) {
        return std::accumulate(tile.begin(), tile.begin() + static_cast<std::ptrdiff_t>(count), 0);
    };
    unsigned odd = 0;
    for (std::size_t i = 0; i < tile.size(); ++i) odd |= (tile[i] & 1u) << i;
    const int least = *std::ranges::min_element(tile), most = *std::ranges::max_element(tile);
    return {total(tile.size()),
            least,
            total(rank + 1),
            total(rank),
            tile[0],
            static_cast<int>(odd),
            static_cast<int>(tile_index),
            (most > 90 ? 1 : 0) + (least > 5 ? 2 : 0)};
}

void Groups::expect_tile_results(int size) {
    const std::vector<int> in = group_numbers(96);
    const auto found = run<int>("tiles<" + std::to_string(size) + ">", in, 8 * in.size());
    const auto width = static_cast<std::size_t>(size);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto tile = std::span(in).subspan(i / width * width, width);
        const std::vector<int> own(&found[8 * i], &found[8 * i] + 8);
        ASSERT_EQ(own, tile_results(tile, i % width, i / width))
            << "thread " << i << " of " << size;
    }
}

TEST_P(Groups, TilesOfEverySizeReduceScanAndVote) {
    for (const int size : {1, 2, 4, 8, 16, 32}) expect_tile_results(size);
}

TEST_P(Groups, TilesReportTheirRankInTheParent) {
    const std::vector<int> in = group_numbers(96);
    const auto found = run<int>("nested_tiles", in, 6 * in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::vector<int> own(&found[6 * i], &found[6 * i] + 6);
        const int tile = static_cast<int>(i / 16), quarter = static_cast<int>(i % 16 / 4);
        EXPECT_EQ(own, (std::vector<int>{10 * tile + 6, 10 * quarter + 4, 10 * quarter + 4, 1,
                                         in[i / 16 * 16], in[i / 4 * 4]}))
            << i;
    }
}

TEST_P(Groups, AnyGroupCanBeTiled) {
    const std::vector<int> in = group_numbers(32);
    const auto found = run<int>("tiles_of_any_group", in, 3 * in.size());
    for (const int odd : {0, 1}) {
        std::vector<std::size_t> lanes;
        for (std::size_t i = 0; i < in.size(); ++i)
            if ((in[i] & 1) == odd) lanes.push_back(i);
        ASSERT_GT(lanes.size(), 4u);
        const std::size_t tiles = (lanes.size() + 3) / 4;
        for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
            const std::size_t i = lanes[rank], tile = rank / 4;
            const std::size_t size = std::min<std::size_t>(4, lanes.size() - 4 * tile);
            EXPECT_EQ(found[3 * i], static_cast<int>(lanes[4 * tile])) << i;
            EXPECT_EQ(found[3 * i + 1], static_cast<int>(100 * size + 10 * tile + tiles)) << i;
            EXPECT_EQ(found[3 * i + 2], static_cast<int>(80 + i % 8)) << i;
        }
    }
}

TEST_P(Groups, LargeValuesAreShuffledCompletely) {
    std::vector<double> in(32);
    std::iota(in.begin(), in.end(), 0.5);
    const auto from = to_device(stream_, in);
    DeviceMemory<double> sums(device_, 32);
    DeviceMemory<Float3> firsts(device_, 32);
    program_.kernel<void(const double*, double*, Float3*)>("wide").launch(
        stream_, {.grid = {1}, .block = {32}}, from, sums, firsts);
    for (const double sum : to_vector(stream_, sums)) EXPECT_EQ(sum, 32 * 16.0);
    for (const Float3& first : to_vector(stream_, firsts)) {
        EXPECT_EQ(first.x, 5.0f);
        EXPECT_EQ(first.y, 10.0f);
        EXPECT_EQ(first.z, 15.0f);
    }
}

TEST_P(Groups, APartitionRanksItsOwnLanes) {
    const std::vector<int> in = group_numbers(32);
    const auto found = run<int>("parted", in, 64);
    for (std::size_t i = 0; i < 32; ++i) {
        const auto same = [&](int x) { return (x & 1) == (in[i] & 1); };
        const auto here = in.begin() + static_cast<std::ptrdiff_t>(i);
        EXPECT_EQ(found[2 * i], std::count_if(in.begin(), here, same)) << i;
        EXPECT_EQ(found[2 * i + 1], std::count_if(in.begin(), in.end(), same)) << i;
    }
}

TEST_P(Groups, CoalescedThreadsCountEachThreadOnce) {
    DeviceMemory<int> total = to_device(stream_, std::vector<int>{0});
    program_.kernel<void(int*)>("coalesced").launch(stream_, {.grid = {4}, .block = {96}}, total);
    EXPECT_EQ(to_vector(stream_, total)[0], 4 * 32);
}

TEST_P(Groups, BlocksCopyMemoryTogether) {
    const std::vector<int> in = group_numbers(64);
    EXPECT_EQ(run<int>("reversed", in, 64), std::vector<int>(in.rbegin(), in.rend()));
}

TEST_P(Groups, AWarpReducesByEveryOperation) {
    std::mt19937 random(5);
    std::vector<unsigned> in(32);
    for (unsigned& x : in) x = static_cast<unsigned>(random()) | 1u << 7;
    const auto signed_less = [](unsigned a, unsigned b) {
        return static_cast<int>(a) < static_cast<int>(b);
    };
    const auto all = [&](auto join) {
        return std::accumulate(in.begin() + 1, in.end(), in[0], join);
    };
    EXPECT_EQ(run<unsigned>("warp_reductions", in, 8),
              (std::vector<unsigned>{all(std::plus<>()), std::ranges::min(in), std::ranges::max(in),
                                     std::ranges::min(in, signed_less),
                                     std::ranges::max(in, signed_less), all(std::bit_and<>()),
                                     all(std::bit_or<>()), all(std::bit_xor<>())}));
}

// The first delta must be 0.
const std::vector<int> kDeltas{0,  1,  2,  3,  5,   7,   8,   9,   15,         16,     17,
                               23, 24, 30, 31, 32,  33,  34,  40,  47,         48,     63,
                               64, 65, -1, -2, -17, -31, -32, -33, 0x7fffffff, 1 << 31};

/// The lane that PTX's shfl reads, given the operands that CUDA's shuffles pass to it.
int lane_read(const std::string& mode, int lane, int delta, int width) {
    const int group = (32 - width) & 31, b = delta & 31;
    const int last = (lane & group) | (mode == "up" ? 0 : 31 & ~group);
    const int source = mode == "up"     ? lane - b
                       : mode == "down" ? lane + b
                       : mode == "xor"  ? lane ^ b
                                        : (lane & group) | (b & ~group);
    return (mode == "up" ? source >= last : source <= last) ? source : lane;
}

const std::vector<std::string> kShuffles{"idx", "up", "down", "xor"};

void Groups::expect_shuffles(int width) {
    const std::string kernel = "shuffles<" + std::to_string(width) + ">";
    const auto found = run<int>(kernel, kDeltas, 32 * 12 * 32);
    for (std::size_t k = 0; k < 32; ++k)
        for (std::size_t f = 0; f < 12; ++f)
            for (int lane = 0; lane < 32; ++lane) {
                const int source = lane_read(kShuffles[f % 4], lane, kDeltas[k], width);
                // Lanes of earlier tiles are not in the tile's mask, so their values are undefined.
                if (f >= 8 && source / width != lane / width) continue;
                ASSERT_EQ(found[(k * 12 + f) * 32 + static_cast<std::size_t>(lane)], source)
                    << kShuffles[f % 4] << " in groups of " << width << ", function " << f
                    << ", lane " << lane << ", delta " << kDeltas[k];
            }
}

TEST_P(Groups, ShufflesUseTheLowFiveBits) {
    for (const char* lowering : {"", "fibres"}) {
        SCOPED_TRACE(lowering);
        program_ = load(lowering);
        for (const int width : {1, 2, 4, 8, 16, 32}) expect_shuffles(width);
    }
}

TEST_P(Groups, CoalescedShufflesUseGroupRanks) {
    for (const char* lowering : {"", "fibres"}) {
        SCOPED_TRACE(lowering);
        program_ = load(lowering);
        const auto found = run<int>("coalesced_shuffles", kDeltas, 32 * 6 * 32);
        for (std::size_t k = 0; k < 32; ++k)
            for (int lane = 0; lane < 32; ++lane) {
                const int delta = kDeltas[k];
                const auto result = [&](std::size_t f) {
                    return found[(k * 6 + f) * 32 + static_cast<std::size_t>(lane)];
                };
                for (std::size_t f = 0; f < 3; ++f)
                    ASSERT_EQ(result(f), lane_read(kShuffles[f], lane, delta, 32))
                        << kShuffles[f] << ", lane " << lane << ", delta " << delta;
                if (delta < 0 || delta > 31) continue;  // undefined in CUDA
                const int above = lane + 2 * delta, below = lane - 2 * delta;
                if (delta < 16) {
                    ASSERT_EQ(result(3), 2 * delta + lane % 2) << lane << ", rank " << delta;
                }
                ASSERT_EQ(result(4), below >= 0 ? below : lane) << lane << ", delta " << delta;
                ASSERT_EQ(result(5), above < 32 ? above : lane) << lane << ", delta " << delta;
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Groups, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
