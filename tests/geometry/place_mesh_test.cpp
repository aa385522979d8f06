// SPDX-License-Identifier: MIT
#include <glint/geometry/place_mesh.hpp>

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>

#include "meshes.hpp"

namespace glint {
namespace {

const TriangleMesh& brick() {
    static const TriangleMesh mesh = test::box_mesh({1, 1, 1}, {9, 3, 5});  // 8 x 2 x 4
    return mesh;
}

void expect_box(const TriangleMesh& mesh, const std::array<double, 3>& low,
                const std::array<double, 3>& high) {
    const MeshBox box = box_of(mesh);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(box.low[axis], low[axis], 1e-5) << axis;
        EXPECT_NEAR(box.high[axis], high[axis], 1e-5) << axis;
    }
    EXPECT_GT(test::volume_of(mesh), 0);  // faces still point outward
}

TEST(PlaceMesh, FitsIntoHalfTheGridByDefault) {
    expect_box(place_mesh(brick(), {}, {64, 32, 32}), {16, 12, 8}, {48, 20, 24});
    expect_box(place_mesh(brick(), {}, {64, 4, 32}), {28, 1, 14}, {36, 3, 18});
}

TEST(PlaceMesh, UsesTheGivenSizeAndPosition) {
    expect_box(place_mesh(brick(), {.side = {{0, 20}}, .at = {0.25, 0.5, 1}}, {80, 20, 10}),
               {10, 7.5, 5}, {30, 12.5, 15});
    expect_box(place_mesh(brick(), {.side = {{1, 20}}}, {80, 20, 10}), {0, 0, -15}, {80, 20, 25});
}

TEST(PlaceMesh, RotatesBeforeMeasuring) {
    expect_box(place_mesh(brick(), {.turns = {{.axis = 2, .degrees = 90}}, .side = {{0, 20}}},
                          {100, 100, 100}),
               {40, 10, 30}, {60, 90, 70});
    const auto turned = place_mesh(
        brick(),
        {.turns = {{.axis = 0, .degrees = -90}, {.axis = 1, .degrees = 450}}, .side = {{2, 8}}},
        {20, 20, 20});
    expect_box(turned, {9, 8, 6}, {11, 12, 14});
    // A quarter turn keeps faces exactly parallel to the axes.
    for (const auto& p : turned.positions) EXPECT_TRUE(p[0] == 9 || p[0] == 11) << p[0];
    const auto half =
        place_mesh(brick(), {.turns = {{.degrees = 30}}, .side = {{2, 4}}}, {30, 30, 30});
    EXPECT_NEAR(box_of(half).side(0), 8 * std::sqrt(0.75) + 2 * 0.5, 1e-5);
}

TEST(PlaceMesh, RotatesCounterclockwise) {
    TriangleMesh arrow = brick();
    arrow.positions.push_back({9, 2, 3});  // toward x
    const auto turned = place_mesh(arrow, {.turns = {{.axis = 2, .degrees = 90}}}, {20, 20, 20});
    EXPECT_EQ(turned.positions.back()[1], 15);
}

// The view is along z, with x to the right and y up. Rows count upward, unless y points down.
TEST(PlaceMesh, SlicesWithYUpInFlatGrids) {
    TriangleMesh mesh = brick();
    mesh.positions.push_back({1, 3, 1});  // left, at the top
    MeshPlacement placement{.side = {{0, 40}}, .at = {0.5, 0.25, 0.5}};
    const auto flat = place_mesh(mesh, placement, {100, 80, 1}, true);
    expect_box(flat, {30, 15, -9.5}, {70, 25, 10.5});
    EXPECT_EQ(flat.positions.back(), (std::array<float, 3>{30, 25, -9.5f}));
    placement.is_y_down = true;
    const auto mirrored = place_mesh(mesh, placement, {100, 80, 1}, true);
    expect_box(mirrored, {30, 15, -9.5}, {70, 25, 10.5});
    EXPECT_EQ(mirrored.positions.back(), (std::array<float, 3>{30, 15, -9.5f}));
    const auto low = place_mesh(mesh, {.side = {{0, 40}}, .cut = 0.1}, {100, 80, 1}, true);
    EXPECT_NEAR(box_of(low).low[2], 0.5 - 2, 1e-5);
    expect_box(place_mesh(brick(), {}, {100, 10, 1}, true), {40, 2.5, -4.5}, {60, 7.5, 5.5});
}

void expect_refused(const std::string& reason, const TriangleMesh& mesh,
                    const MeshPlacement& placement, const std::array<std::size_t, 3>& cells,
                    bool is_flat = false) {
    test::expect_error(ErrorCode::invalid_argument, reason,
                       [&] { (void)place_mesh(mesh, placement, cells, is_flat); });
}

TEST(PlaceMesh, RefusesInvisiblePlacements) {
    expect_refused(
        "the bounding box of the mesh, 20 x 5 x 10 cells, would be outside the grid along y",
        brick(), {.side = {{0, 20}}, .at = {0.5, 1.3, 0.5}}, {40, 12, 12});
    expect_refused("the mesh would be 0.5 x 0.125 x 0.25 cells, smaller than one cell", brick(),
                   {.side = {{0, 0.5}}}, {40, 12, 12});
    expect_refused("a side of -3 cells is not a positive number", brick(), {.side = {{0, -3}}},
                   {40, 12, 12});
    TriangleMesh sheet = brick();
    for (auto& p : sheet.positions) p[2] = 1;
    expect_refused("the mesh is flat along z. Specify the length of another side", sheet,
                   {.side = {{2, 3}}}, {40, 12, 12});
    expect_refused("the mesh is flat along z and has no cross section", sheet, {}, {40, 12, 1},
                   true);
    for (auto& p : sheet.positions) p = {1, 1, 1};
    expect_refused("the size of the mesh is zero", sheet, {}, {40, 12, 12});
}

constexpr float kMax = std::numeric_limits<float>::max();

TEST(PlaceMesh, HandlesExtremeFloats) {
    TriangleMesh far = test::box_mesh({-1, -1, -1}, {1, 1, 1});
    for (auto& p : far.positions)
        for (float& each : p) each *= kMax;
    expect_box(place_mesh(far, {}, {64, 64, 64}), {16, 16, 16}, {48, 48, 48});
    // After the rotation, the corners are outside the range of floats.
    expect_box(place_mesh(far, {.turns = {{.degrees = 45}}, .side = {{2, 20}}}, {64, 64, 64}),
               {32 - std::sqrt(200), 32 - std::sqrt(200), 22},
               {32 + std::sqrt(200), 32 + std::sqrt(200), 42});
    TriangleMesh near = test::box_mesh({0, 0, 0}, {1, 1, 1});
    for (auto& p : near.positions)
        for (float& each : p) each *= std::numeric_limits<float>::denorm_min();
    expect_box(place_mesh(near, {}, {64, 64, 64}), {16, 16, 16}, {48, 48, 48});
}

TEST(PlaceMesh, RefusesTooLargeMeshes) {
    TriangleMesh needle = brick();
    for (auto& p : needle.positions) p[2] *= 1e30f;
    expect_refused("the mesh would be 1e+31 cells long along z, but the maximum is 2.68e+08",
                   needle, {.side = {{0, 20}}}, {40, 12, 12});
    for (const float wrong : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
        TriangleMesh broken = brick();
        broken.positions[3][1] = wrong;
        expect_refused(fmt::format("the position ({}, {}, {}) of the mesh is not finite",
                                   broken.positions[3][0], wrong, broken.positions[3][2]),
                       broken, {}, {40, 12, 12});
    }
    TriangleMesh point = brick();
    for (auto& p : point.positions) p = {kMax, -kMax, kMax};
    expect_refused("the size of the mesh is zero", point, {}, {40, 12, 12});
}

}  // namespace
}  // namespace glint
