// SPDX-License-Identifier: MIT
#include <glint/algorithms/cell_list.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/compiler/program.hpp>

#include <algorithms/on_values.hpp>

namespace glint {
namespace {

// A typical simulation kernel. For each point, it counts the neighbors within `width`, and all
// points whose distance it computed.
constexpr const char* kCountNear = R"(
#include <glint/cells.cuh>

extern "C" __global__ void count_near(glint::CellLayout layout, const float3* places,
                                      const int* begins, int count, int* near, int* looked) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const float3 here = places[i];
    int found = 0, all = 0;
    glint::for_each_near(layout, begins, layout.cell_of(here), [&](int j) {
        const float3 d = places[j] - here;
        found += glint::dot(d, d) < layout.width * layout.width;
        ++all;
    });
    near[i] = found, looked[i] = all;
}
)";

struct Layout {
    std::array<float, 3> low;
    float width;
    std::array<int, 3> cells;
};

class CellListTest : public test::OnValues {
protected:
    std::vector<Float3> somewhere(std::size_t count, float side) {
        std::vector<Float3> places(count);
        const auto coordinate = [&] { return side * static_cast<float>(random_() % 4096) / 4096; };
        for (Float3& place : places) place = {coordinate(), coordinate(), coordinate()};
        return places;
    }
};

unsigned number_of(const Float3& place, const CellGrid& grid) {
    std::size_t number = 0, all = 1;
    const std::array<double, 3> at{place.x, place.y, place.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double cell = std::floor((at[axis] - grid.low[axis]) / grid.width);
        if (!(cell >= 0 && cell < static_cast<double>(grid.cells[axis])))
            return static_cast<unsigned>(grid.count());
        number += all * static_cast<std::size_t>(cell);
        all *= grid.cells[axis];
    }
    return static_cast<unsigned>(number);
}

void expect_sorted(const CellList& list, const std::vector<unsigned>& numbers) {
    std::vector<int> order(numbers.size());
    std::iota(order.begin(), order.end(), 0);
    const auto number = [&](int i) { return numbers[static_cast<std::size_t>(i)]; };
    std::ranges::stable_sort(order, {}, number);
    EXPECT_EQ(list.order().to_vector(), order);
    std::vector<int> begins(list.grid().count() + 2, 0);
    for (const unsigned each : numbers) ++begins[each + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    EXPECT_EQ(list.begins().to_vector(), begins);
}

TEST_P(CellListTest, SortsParticlesByTheirCells) {
    const CellGrid grid{.cells = {9, 5, 7}, .low = {0.125, 0.25, 0}, .width = 0.125};
    CellList list(stream_, grid);
    for (const std::size_t count : {0, 1, 100, 3000, 70000}) {
        std::vector<Float3> places = somewhere(count, 1);
        if (count > 10) places[3].y = NAN, places[7].x = INFINITY, places[9].z = -1e30f;
        list.build(on_device(places));
        std::vector<unsigned> numbers;
        for (const Float3& place : places) numbers.push_back(number_of(place, grid));
        expect_sorted(list, numbers);
    }
}

TEST_P(CellListTest, TakesFloat4PositionsAndCellNumbers) {
    const CellGrid grid{.cells = {4, 4, 4}, .width = 0.25};
    CellList list(stream_, grid);
    std::vector<Float4> places;
    std::vector<unsigned> numbers;
    for (const Float3& place : somewhere(500, 1.25f)) {
        places.push_back({place.x, place.y, place.z, NAN});
        numbers.push_back(number_of(place, grid));
    }
    list.build(on_device(places));
    expect_sorted(list, numbers);
    std::vector<unsigned> given = numbers;
    given[5] = 4000000000u;
    numbers[5] = 64;
    const Array<unsigned> on_it = on_device(given);
    list.build_from_numbers(on_it.view());
    expect_sorted(list, numbers);
}

TEST_P(CellListTest, TakesAllParticlesInOneCell) {
    CellList list(stream_, {.cells = {1, 1, 1}});
    list.build(on_device(std::vector<Float3>(20000, Float3{0.5f, 0.5f, 0.5f})));
    expect_sorted(list, std::vector<unsigned>(20000, 0));
    list.build(on_device(std::vector<Float3>(20000, Float3{0.5f, 1.5f, 0.5f})));
    expect_sorted(list, std::vector<unsigned>(20000, 1));
}

TEST_P(CellListTest, KernelsIterateOverNeighbors) {
    const CellGrid grid{.cells = {6, 3, 8}, .low = {-0.125, 0, 0}, .width = 0.125};
    std::vector<Float3> places = somewhere(4000, 1);
    std::erase_if(places, [&](const Float3& place) { return number_of(place, grid) == 144; });
    CellList list(stream_, grid);
    list.build(on_device(places));
    std::vector<Float3> sorted;
    for (const int i : list.order().to_vector())
        sorted.push_back(places[static_cast<std::size_t>(i)]);
    const Array<Float3> on_it = on_device(sorted);
    Array<int> near(stream_, places.size()), looked(stream_, places.size());
    Program program = Program::from_text(device_, "count_near.cu", kCountNear);
    const auto kernel =
        program.kernel<void(Layout, const Float3*, const int*, int, int*, int*)>("count_near");
    kernel.launch(stream_, threads(places.size()), Layout{{-0.125f, 0, 0}, 0.125f, {6, 3, 8}},
                  on_it, list.begins(), static_cast<int>(places.size()), near, looked);
    const std::vector<int> found = near.to_vector(), all = looked.to_vector();
    for (std::size_t i = 0; i < places.size(); i += 7) {
        const Float3& here = sorted[i];
        const auto is_near = [&](const Float3& p) {
            const float x = p.x - here.x, y = p.y - here.y, z = p.z - here.z;
            return x * x + y * y + z * z < 0.125f * 0.125f;
        };
        EXPECT_EQ(found[i], std::ranges::count_if(places, is_near)) << i;
        EXPECT_GE(all[i], found[i]);
        EXPECT_LT(all[i], static_cast<int>(places.size() / 3));
    }
}

TEST_P(CellListTest, RefusesInvalidGrids) {
    const auto reason = [&](const CellGrid& grid) -> std::string {
        try {
            CellList list(stream_, grid);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(reason({.cells = {4, 0, 4}}).find("4 x 0 x 4"), std::string::npos);
    EXPECT_NE(reason({.cells = {2048, 2048, 2048}}).find("2^31"), std::string::npos);
    EXPECT_NE(reason({.width = 0}).find("width is 0"), std::string::npos);
    EXPECT_NE(reason({.width = NAN}).find("nan"), std::string::npos);
    EXPECT_NE(reason({.low = {0, INFINITY, 0}}).find("begins at inf"), std::string::npos);
    EXPECT_EQ(reason({}), "");
    CellList list(stream_, {});
    Array<Float3> places = on_device(std::vector<Float3>(8));
    EXPECT_THROW(list.build(places(slice(0, 8, 2))), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, CellListTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
