// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>
#include <kernels/host_types.hpp>

namespace glint {
namespace {

using test::Affine;

struct Triple {
    float x, y, z;
    bool operator==(const Triple&) const = default;
};

constexpr std::size_t kLanes = 32;

class WarpFunctions : public test::KernelFile {
protected:
    WarpFunctions() : KernelFile("warp.cu") {}

    template <class Out, class In>
    std::vector<Out> warp(const std::string& kernel, const std::vector<In>& in, std::size_t width) {
        return block<Out>(kernel, {kLanes, 1, 1}, in, kLanes * width);
    }
    template <class T>
    void expect_reductions(const std::string& type, std::size_t width);
    template <class T>
    void expect_sorted(const std::string& type, std::size_t width);
};

/// Small integers, whose sums are exact in every type.
template <class T>
std::vector<T> small_numbers() {
    std::mt19937 random(11);
    std::vector<T> values(kLanes);
    for (T& value : values) value = static_cast<T>(static_cast<int>(random() % 201) - 100);
    return values;
}

std::string arguments(const std::string& type, std::size_t width) {
    return "<" + type + ", " + std::to_string(width) + ">";
}

template <class T>
void WarpFunctions::expect_reductions(const std::string& type, std::size_t width) {
    const std::vector<T> in = small_numbers<T>();
    const auto found = warp<T>("reductions" + arguments(type, width), in, 6);
    for (std::size_t i = 0; i < kLanes; ++i) {
        const auto group = std::span(in).subspan(i / width * width, width);
        const auto sum = [&](std::size_t count) {
            return std::accumulate(group.begin(), group.begin() + std::ptrdiff_t(count), T(0));
        };
        const std::vector<T> own(&found[6 * i], &found[6 * i] + 6);
        EXPECT_EQ(own, (std::vector<T>{sum(width), std::ranges::min(group), std::ranges::max(group),
                                       sum(i % width + 1), sum(i % width), group[3 % width]}))
            << type << ", lane " << i << " of " << width;
    }
}

TEST_P(WarpFunctions, ReduceAndScan) {
    for (const std::size_t width : {2u, 8u, 32u}) {
        expect_reductions<int>("int", width);
        expect_reductions<unsigned>("unsigned", width);
        expect_reductions<float>("float", width);
        expect_reductions<double>("double", width);
        expect_reductions<short>("short", width);
    }
}

TEST_P(WarpFunctions, ReduceByEveryOperation) {
    std::vector<unsigned> in(kLanes);
    std::mt19937 random(12);
    for (unsigned& x : in) x = static_cast<unsigned>(random()) | 0x101u;
    const auto all = [&](auto join) {
        return std::accumulate(in.begin() + 1, in.end(), in[0], join);
    };
    const std::array expected{all(std::bit_and<>()), all(std::bit_or<>()), all(std::bit_xor<>()),
                              all(std::multiplies<>())};
    const auto found = warp<unsigned>("bitwise", in, 4);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], expected[i % 4]) << i;
}

TEST_P(WarpFunctions, KeepTheOrderOfNoncommutativeOperands) {
    std::vector<Affine> in(kLanes);
    for (unsigned i = 0; i < kLanes; ++i) in[i] = {2 * i + 3, 5 * i + 1};
    const auto found = warp<Affine>("composed", in, 3);
    Affine inclusive{1, 0}, exclusive{1, 7};
    for (std::size_t i = 0; i < kLanes; ++i) {
        inclusive = compose(inclusive, in[i]);
        EXPECT_EQ(found[3 * i], inclusive) << i;
        EXPECT_EQ(found[3 * i + 1], exclusive) << i;
        EXPECT_EQ(found[3 * i + 2], inclusive) << "the first " << i + 1;
        exclusive = compose(exclusive, in[i]);
    }
}

TEST_P(WarpFunctions, ShuffleStructs) {
    std::vector<Triple> in(kLanes);
    for (std::size_t i = 0; i < kLanes; ++i) in[i] = {float(i), -float(i), 0.5f * float(i)};
    const auto found = warp<Triple>("shuffles", in, 4);
    for (std::size_t i = 0; i < kLanes; ++i) {
        EXPECT_EQ(found[4 * i], in[31 - i]) << i;
        EXPECT_EQ(found[4 * i + 1], in[i < 3 ? i : i - 3]) << i;
        EXPECT_EQ(found[4 * i + 2], in[i % 16 + 5 < 16 ? i + 5 : i]) << i;
        EXPECT_EQ(found[4 * i + 3], in[i ^ 9]) << i;
    }
}

template <class T>
void WarpFunctions::expect_sorted(const std::string& type, std::size_t width) {
    const std::vector<T> in = small_numbers<T>();
    const auto found = warp<T>("sorted" + arguments(type, width), in, 3);
    for (std::size_t first = 0; first < kLanes; first += width) {
        std::vector<T> keys(&in[first], &in[first] + width);
        std::ranges::sort(keys);
        for (std::size_t i = 0; i < width; ++i) {
            EXPECT_EQ(found[3 * (first + i)], keys[width - 1 - i]) << type << " " << i;
            EXPECT_EQ(found[3 * (first + i) + 1], keys[i]) << type << " " << i;
            EXPECT_EQ(found[3 * (first + i) + 2], keys[i]) << "value of " << type << " " << i;
        }
    }
}

TEST_P(WarpFunctions, Sort) {
    for (const std::size_t width : {4u, 32u}) {
        expect_sorted<int>("int", width);
        expect_sorted<double>("double", width);
    }
}

TEST_P(WarpFunctions, RankAndMatch) {
    std::vector<unsigned> in(kLanes);
    std::mt19937 random(13);
    for (unsigned& x : in) x = static_cast<unsigned>(random());
    const auto found = warp<unsigned>("votes", in, 3);
    for (std::size_t i = 0; i < kLanes; ++i) {
        unsigned thirds = 0, peers = 0;
        for (std::size_t j = 0; j < kLanes; ++j) {
            if (j < i && in[j] % 3 == 0) ++thirds;
            if ((in[j] & 3) == (in[i] & 3)) peers |= 1u << j;
        }
        EXPECT_EQ(found[3 * i], thirds) << i;
        EXPECT_EQ(found[3 * i + 1], peers) << i;
        EXPECT_EQ(found[3 * i + 2], i);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, WarpFunctions, test::each_backend_and_checked(), test::name);

}  // namespace
}  // namespace glint
