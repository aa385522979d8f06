// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string>
#include <vector>

#include "data/lanes_edges.cuh"
#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;
using driver::Dim3;

template <class T>
using CellFunction = T (*)(const T*, int, int, int, int);

/// All tests in this file share one compilation.
class CpuLanesEdges : public testing::TestWithParam<Dim3> {
protected:
    template <class T>
    static std::vector<T> numbers(int width, int height) {
        std::vector<T> result(static_cast<std::size_t>(width * height));
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = static_cast<T>(mix(static_cast<unsigned>(i)) % 1000);
        return result;
    }

    template <class T>
    static std::vector<T> run(const std::string& kernel, int width, int height) {
        static Program program(lanes_source("lanes_edges.cu"));
        const std::vector<T> from = numbers<T>(width, height);
        std::vector<T> to(from.size());
        const auto blocks = [](int threads, unsigned each) {
            return (static_cast<unsigned>(threads) + each - 1) / each;
        };
        const Dim3 block = GetParam();
        program.run(kernel,
                    {.grid = {blocks(width, block.x), blocks(height, block.y)}, .block = block},
                    width, height, from.data(), to.data());
        return to;
    }

    /// Covers widths at, just before, and just after the ends of groups and blocks, and grids with
    /// a single row or column.
    template <class Check>
    static void for_each_size(const Check& check) {
        for (const int width : {1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 129, 200})
            for (const int height : {1, 2, 5, 17}) check(width, height);
    }

    template <class T>
    static void expect_same(const std::string& kernel, CellFunction<T> body) {
        for_each_size([&](int width, int height) {
            const std::vector<T> from = numbers<T>(width, height);
            std::vector<T> expected;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    expected.push_back(body(from.data(), x, y, width, height));
            ASSERT_EQ(run<T>(kernel, width, height), expected) << width << " x " << height;
        });
    }
};

TEST_P(CpuLanesEdges, NeighborsStopAtEdges) {
    expect_same<unsigned>("held_unsigned", edges::held);
    expect_same<double>("held_double", edges::held);
}

TEST_P(CpuLanesEdges, NeighborsWrapAround) {
    expect_same<unsigned>("round_unsigned", edges::round);
    expect_same<double>("round_double", edges::round);
}

TEST_P(CpuLanesEdges, NeighborsAreClamped) {
    expect_same<unsigned>("clamped_unsigned", edges::clamped);
    expect_same<double>("clamped_double", edges::clamped);
}

TEST_P(CpuLanesEdges, EdgeResultsCanBeUsedElsewhere) {
    expect_same<unsigned>("chosen_unsigned", edges::chosen);
    expect_same<double>("chosen_double", edges::chosen);
}

TEST_P(CpuLanesEdges, StoresWrapAround) {
    for_each_size([&](int width, int height) {
        const std::vector<unsigned> from = numbers<unsigned>(width, height);
        std::vector<unsigned> expected(from.size());
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                expected[static_cast<std::size_t>(y * width + (x + width - 1) % width)] =
                    from[static_cast<std::size_t>(y * width + x)];
        ASSERT_EQ(run<unsigned>("turned", width, height), expected) << width << " x " << height;
    });
}

INSTANTIATE_TEST_SUITE_P(Blocks, CpuLanesEdges,
                         testing::Values(Dim3{32}, Dim3{100}, Dim3{256}, Dim3{32, 8}, Dim3{16, 16},
                                         Dim3{5, 3}),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace glint::cpu::test
