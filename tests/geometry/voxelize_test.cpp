// SPDX-License-Identifier: MIT
#include <glint/geometry/voxelize.hpp>

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/array.hpp>
#include <glint/base/error.hpp>

#include <support/backends.hpp>
#include <support/thorough.hpp>

#include "meshes.hpp"

namespace glint {
namespace {

using test::center_of;
using test::Place;

class Voxelize : public test::OnEachBackend {
protected:
    std::vector<unsigned char> solid(const TriangleMesh& mesh, const VoxelGrid& grid,
                                     const VoxelOptions& options = {}) {
        return voxelize(DeviceMesh(stream_, mesh), grid, options).to_vector();
    }

    Stream stream_{open()};
};
INSTANTIATE_TEST_SUITE_P(Backends, Voxelize, test::each_backend(), test::name);

std::size_t count(const std::vector<unsigned char>& solid) {
    return std::accumulate(solid.begin(), solid.end(), std::size_t(0));
}

/// Compares with the winding number in double, except for cells within rounding of the surface.
void expect_winding(const std::vector<unsigned char>& solid, const TriangleMesh& mesh,
                    const VoxelGrid& grid) {
    std::size_t wrong = 0, compared = 0;
    for (std::size_t i = 0; i < solid.size(); ++i) {
        const Place centre = center_of(grid, i);
        if (test::distance_to(mesh, centre) < 1e-5 * grid.spacing) continue;
        ++compared;
        wrong += (std::abs(test::winding_number(mesh, centre)) > 0.5) != (solid[i] == 1);
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(compared, solid.size() / 2);
}

TEST_P(Voxelize, FillsABoxOnTheBordersOfCells) {
    const VoxelGrid grid{.cells = {40, 12, 9}};
    const auto cells = solid(test::box_mesh({3, 2, 1}, {37, 10, 6}), grid);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t x = i % 40, y = i / 40 % 12, z = i / 480;
        const bool is_in = x >= 3 && x < 37 && y >= 2 && y < 10 && z >= 1 && z < 6;
        ASSERT_EQ(cells[i], is_in) << x << ' ' << y << ' ' << z;
    }
}

// Faces, edges and corners of both boxes lie exactly on cell centers.
TEST_P(Voxelize, SharedFacesBelongToOneBox) {
    const VoxelGrid grid{.cells = {16, 16, 16}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place middle_low{2.5, 3.5, 4.5}, middle_high{12.5, 13.5, 11.5};
        const Place low = middle_low, high = middle_high;
        middle_low[axis] = middle_high[axis] = 7.5;
        const auto one = solid(test::box_mesh(low, middle_high), grid);
        const auto other = solid(test::box_mesh(middle_low, high), grid);
        const auto both = solid(test::box_mesh(low, high), grid);
        EXPECT_EQ(count(both), 10u * 10 * 7);
        for (std::size_t i = 0; i < both.size(); ++i) ASSERT_EQ(one[i] + other[i], both[i]) << i;
    }
}

TEST_P(Voxelize, HasTheVolumeOfASphere) {
    const VoxelGrid grid{.cells = {64, 64, 64}, .low = {-1, -1, -1}, .spacing = 1.0 / 32};
    const TriangleMesh sphere = test::sphere_mesh(5, {0.01, -0.02, 0.03}, 0.9);
    const double expected = 4 * std::numbers::pi / 3 * std::pow(0.9 * 32, 3);
    const std::size_t cells = count(solid(sphere, grid));
    EXPECT_NEAR(static_cast<double>(cells) / expected, 1, 0.003);
    const auto parts = solid_fractions(DeviceMesh(stream_, sphere), grid).to_vector();
    const double of_faces = test::volume_of(sphere) * std::pow(32, 3);
    EXPECT_NEAR(std::accumulate(parts.begin(), parts.end(), 0.0) / of_faces, 1, 1e-4);
    EXPECT_NEAR(of_faces / expected, 1, 0.002);
    for (const float part : parts) ASSERT_TRUE(part >= 0 && part <= 1);
}

TEST_P(Voxelize, FractionsCountSamples) {
    const auto parts = solid_fractions(DeviceMesh(stream_, test::box_mesh({0.5, 0, 0}, {2, 1, 1})),
                                       {.cells = {3, 1, 1}});
    EXPECT_EQ(parts.to_vector(), (std::vector<float>{0.5f, 1, 0}));
}

TEST_P(Voxelize, MatchesTheWindingNumberInAnyOrientation) {
    const VoxelGrid grid{.cells = {18, 17, 16}, .low = {-1.2, -1.1, -1}, .spacing = 0.13};
    for (unsigned seed = 0; seed < test::rounds(1u, 6u); ++seed) {
        const Place centre{0.02, 0.01, 0};
        const TriangleMesh torus =
            test::turned_at_random(test::torus_mesh(20, 9, centre, 0.7, 0.25), centre, seed);
        expect_winding(solid(torus, grid), torus, grid);
        const TriangleMesh box = test::turned_at_random(
            test::box_mesh({-0.7, -0.5, -0.04}, {0.7, 0.6, 0.04}), centre, seed);  // thin
        expect_winding(solid(box, grid), box, grid);
    }
}

/// Euler characteristic of the solid: corners - edges + faces - cubes.
long long euler_number(const std::vector<unsigned char>& solid, const VoxelGrid& grid) {
    const auto [nx, ny, nz] = grid.cells;
    const auto is_solid = [&, nx, ny, nz](long long x, long long y, long long z) {
        const auto is_in = [](long long i, std::size_t n) {
            return i >= 0 && i < static_cast<long long>(n);
        };
        return is_in(x, nx) && is_in(y, ny) && is_in(z, nz) &&
               solid[(static_cast<std::size_t>(z) * ny + static_cast<std::size_t>(y)) * nx +
                     static_cast<std::size_t>(x)];
    };
    // Each cube, face, edge or corner counts if at least one of its cells is solid.
    long long number = 0;
    for (long long z = 0; z <= static_cast<long long>(nz); ++z)
        for (long long y = 0; y <= static_cast<long long>(ny); ++y)
            for (long long x = 0; x <= static_cast<long long>(nx); ++x)
                for (int kind = 0; kind < 8; ++kind) {
                    bool is_there = false;
                    for (int n = 0; n < 8; ++n)
                        if ((n & kind) == 0)
                            is_there =
                                is_there || is_solid(x - (n & 1), y - (n >> 1 & 1), z - (n >> 2));
                    const int dimension = (kind & 1) + (kind >> 1 & 1) + (kind >> 2);
                    number += is_there ? (dimension % 2 == 0 ? 1 : -1) : 0;
                }
    return number;
}

TEST_P(Voxelize, KeepsTheHoleOfATorus) {
    const VoxelGrid grid{.cells = {40, 40, 20}, .low = {-20, -20, -10}};
    const TriangleMesh torus = test::torus_mesh(60, 30, {0.1, 0.2, 0.3}, 13, 5);
    EXPECT_EQ(euler_number(solid(torus, grid), grid), 0);
    const TriangleMesh sphere = test::sphere_mesh(3, {0.1, 0.2, 0.3}, 8);
    EXPECT_EQ(euler_number(solid(sphere, grid), grid), 1);
}

TEST_P(Voxelize, FindsThinPlatesAtCellCenters) {
    const VoxelGrid grid{.cells = {8, 8, 8}};
    EXPECT_EQ(count(solid(test::box_mesh({1, 1, 3.45}, {7, 7, 3.55}), grid)), 36u);
    EXPECT_EQ(count(solid(test::box_mesh({1, 1, 3.6}, {7, 7, 3.7}), grid)), 0u);
    EXPECT_EQ(count(solid(test::box_mesh({3.45, 1, 1}, {3.55, 7, 7}), grid)), 36u);
}

TEST_P(Voxelize, ClipsAtTheGridsBorder) {
    const VoxelGrid grid{.cells = {10, 10, 10}};
    EXPECT_EQ(count(solid(test::box_mesh({-50, -3, -2}, {1000, 5, 5}), grid)), 250u);
    EXPECT_EQ(count(solid(test::box_mesh({20, 2, 2}, {30, 5, 5}), grid)), 0u);
    EXPECT_EQ(count(solid(test::box_mesh({-20, 2, 2}, {-10, 5, 5}), grid)), 0u);
    EXPECT_EQ(count(solid(test::box_mesh({2, 2, 12}, {5, 5, 15}), grid)), 0u);
}

// The boxes end where the longest axis ends. The result must not depend on which word holds a
// cell's bit.
TEST_P(Voxelize, WorksAcrossWordBoundaries) {
    const VoxelGrid grid{.cells = {101, 1, 1}};
    for (const double low : {0.0, 31.0, 32.0, 33.0, 63.0, 64.0, 95.0, 100.0})
        EXPECT_EQ(count(solid(test::box_mesh({low, 0, 0}, {101, 1, 1}), grid)),
                  101 - static_cast<std::size_t>(low));
}

TEST_P(Voxelize, VotesWhereAMeshHasHoles) {
    const VoxelGrid grid{.cells = {24, 24, 24}, .low = {-12, -12, -12}};
    TriangleMesh sphere = test::sphere_mesh(3, {0.1, 0.2, 0.3}, 9);
    const auto whole = solid(sphere, grid);
    EXPECT_EQ(solid(sphere, grid, {.by_votes = true}), whole);
    const auto looks_along_x = [&](const auto& triangle) {  // a hole of 1/4 of the sphere's width
        const auto& p = sphere.positions[triangle[0]];
        return p[0] > 0 && std::hypot(p[1], p[2]) < 2;
    };
    EXPECT_GT(std::erase_if(sphere.triangles, looks_along_x), 0u);
    const auto differing = [&](const auto& cells) {
        std::size_t different = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) different += cells[i] != whole[i];
        return different;
    };
    EXPECT_GT(differing(solid(sphere, grid)), 40u);
    EXPECT_EQ(differing(solid(sphere, grid, {.by_votes = true})), 0u);
}

TEST_P(Voxelize, SupportsManyTriangles) {
    const VoxelGrid grid{.cells = {48, 48, 48}, .low = {-1, -1, -1}, .spacing = 1.0 / 24};
    const TriangleMesh sphere = test::sphere_mesh(7, {0, 0, 0}, 0.9);  // 131072
    const auto cells = solid(sphere, grid);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const double r = test::length(center_of(grid, i));
        if (std::abs(r - 0.9) > 1e-3) wrong += (r < 0.9) != (cells[i] == 1);
    }
    EXPECT_EQ(wrong, 0u);
}

std::string message(const auto& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST_P(Voxelize, SupportsMeshesOfAnySize) {
    const float most = std::numeric_limits<float>::max();
    TriangleMesh far = test::box_mesh({-1, -1, -1}, {1, 1, 1});
    for (auto& p : far.positions)
        for (float& each : p) each *= most;
    const double cell = double{most} / 4;
    const VoxelGrid around{
        .cells = {12, 12, 12}, .low = {-6 * cell, -6 * cell, -6 * cell}, .spacing = cell};
    EXPECT_EQ(count(solid(far, around)), 8u * 8 * 8);
    const VoxelGrid unit{.cells = {4, 4, 4}};
    EXPECT_EQ(message([&] { solid(far, unit); }).substr(0, 40),
              "cannot voxelize a mesh: the mesh extends");
    TriangleMesh point = far;
    for (auto& p : point.positions) p = {2, 2, 2};
    EXPECT_EQ(count(solid(point, unit)), 0u);
    EXPECT_EQ(count(solid(point, unit, {.by_votes = true})), 0u);
    EXPECT_EQ(
        message([&] { solid(point, {.cells = {4, 4, 4}, .spacing = 5e-324}); }),
        "cannot voxelize a mesh on a grid of 4 x 4 x 4 cells: the spacing 5e-324 is out of range");
}

TEST_P(Voxelize, RefusesInvalidGridsAndMeshes) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    EXPECT_EQ(message([&] { solid(box, {.cells = {4, 0, 4}}); }),
              "cannot voxelize a mesh on a grid of 4 x 0 x 4 cells: each axis must have 1 to 65535 "
              "cells");
    EXPECT_EQ(
        message([&] { solid(box, {.cells = {4, 4, 4}, .spacing = -1}); }),
        "cannot voxelize a mesh on a grid of 4 x 4 x 4 cells: the spacing -1 is out of range");
    EXPECT_EQ(message([&] { solid(box, {.cells = {4, 4, 4}, .spacing = 1e-9}); }),
              "cannot voxelize a mesh: the mesh extends 1e+09 cells from the corner of the grid. "
              "The size of the mesh is 1 x 1 x 1, but the spacing is 1e-09");
    TriangleMesh wrong = box;
    wrong.triangles[3][1] = 8;
    EXPECT_EQ(message([&] { DeviceMesh(stream_, wrong); }),
              "cannot copy a mesh of 12 triangles to a device: a triangle refers to position 8, "
              "but the mesh has 8 positions");
    wrong = box;
    wrong.positions[2][1] = std::nanf("");
    EXPECT_EQ(
        message([&] { DeviceMesh(stream_, wrong); }),
        "cannot copy a mesh of 12 triangles to a device: the position (0, nan, 0) is not finite");
    EXPECT_EQ(message([&] { DeviceMesh(stream_, {}); }),
              "cannot copy a mesh of 0 triangles to a device: the mesh has no triangles");
    EXPECT_EQ(
        message([&] { (void)solid_fractions(DeviceMesh(stream_, box), {.cells = {4, 4, 4}}, 17); }),
        "cannot voxelize a mesh: 17 samples per axis of a cell is not between 1 and 16");
}

}  // namespace
}  // namespace glint
