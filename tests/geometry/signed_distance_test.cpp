// SPDX-License-Identifier: MIT
#include <glint/geometry/signed_distance.hpp>

#include <cmath>
#include <limits>

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

class SignedDistance : public test::OnEachBackend {
protected:
    std::vector<float> distances(const TriangleMesh& mesh, const VoxelGrid& grid,
                                 const DistanceOptions& options = {}) {
        return signed_distance(DeviceMesh(stream_, mesh), grid, options).to_vector();
    }

    Stream stream_{open()};
};
INSTANTIATE_TEST_SUITE_P(Backends, SignedDistance, test::each_backend(), test::name);

struct Errors {
    double in_band = 0, beyond = 0;  // largest errors in cells
    std::size_t too_small = 0;
    std::size_t beyond_a_hundredth = 0;
};

/// Errors of absolute distances, compared with the distance to the nearest triangle in double.
Errors errors_of(const std::vector<float>& distances, const TriangleMesh& mesh,
                 const VoxelGrid& grid, double band) {
    Errors errors;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const double exact = test::distance_to(mesh, center_of(grid, i)) / grid.spacing;
        const double error = std::abs(distances[i]) / grid.spacing - exact;
        double& worst = exact <= band ? errors.in_band : errors.beyond;
        worst = std::max(worst, std::abs(error));
        errors.too_small += error < -1e-4;
        errors.beyond_a_hundredth += std::abs(error) > 0.01;
    }
    return errors;
}

TEST_P(SignedDistance, IsTheDistanceToTheNearestTriangle) {
    const VoxelGrid grid{.cells = {22, 20, 18}, .low = {-1.1, -1, -0.9}, .spacing = 0.1};
    for (unsigned seed = 0; seed < test::rounds(1u, 3u); ++seed) {
        const Place centre{0.02, 0.01, 0};
        const TriangleMesh torus =
            test::turned_at_random(test::torus_mesh(16, 7, centre, 0.55, 0.2), centre, seed);
        const Errors errors = errors_of(distances(torus, grid), torus, grid, 2);
        EXPECT_LT(errors.in_band, 1e-4);
        EXPECT_LT(errors.beyond, 0.05);
        EXPECT_EQ(errors.too_small, 0u);
        EXPECT_LT(errors.beyond_a_hundredth, 22u * 20 * 18 / 1000);
    }
}

TEST_P(SignedDistance, IsNegativeInside) {
    const VoxelGrid grid{.cells = {30, 30, 30}, .low = {-1.5, -1.5, -1.5}, .spacing = 0.1};
    const TriangleMesh sphere = test::sphere_mesh(5, {0.01, 0.02, 0.03}, 1);
    const std::vector<float> found = distances(sphere, grid);
    double near = 0, far = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double exact = test::length(center_of(grid, i) - Place{0.01, 0.02, 0.03}) - 1;
        double& worst = std::abs(exact) < 0.19 ? near : far;
        worst = std::max(worst, std::abs(exact - static_cast<double>(found[i])));
    }
    EXPECT_LT(near, 0.0015);  // faces are up to (edge / sqrt(3))^2 / 2 inside the sphere
    EXPECT_LT(far, 0.007);    // beyond the band, errors are below 0.1 cells
    const auto solid = voxelize(DeviceMesh(stream_, sphere), grid).to_vector();
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i] < 0, solid[i] == 1);
}

TEST_P(SignedDistance, IsLimitedToTheRequestedBand) {
    const VoxelGrid grid{.cells = {20, 20, 20}, .spacing = 0.5};
    const TriangleMesh box = test::box_mesh({3, 3, 3}, {7, 7, 7});
    const auto whole = distances(box, grid);
    const auto band = distances(box, grid, {.band = 3, .only_band = true});
    for (std::size_t i = 0; i < band.size(); ++i)
        ASSERT_FLOAT_EQ(band[i], std::clamp(whole[i], -1.5f, 1.5f)) << i;
}

TEST_P(SignedDistance, HandlesMeshesPartlyOutsideTheGrid) {
    const VoxelGrid grid{.cells = {12, 12, 12}};
    const TriangleMesh far = test::box_mesh({20, 4, 4}, {24, 8, 8});
    const auto found = distances(far, grid);
    EXPECT_FLOAT_EQ(found[(6 * 12 + 6) * 12 + 0], 19.5f);
    EXPECT_FLOAT_EQ(found[(6 * 12 + 6) * 12 + 11], 8.5f);
    const TriangleMesh through = test::box_mesh({4, 4, -30}, {8, 8, 40});
    EXPECT_FLOAT_EQ(distances(through, grid)[(6 * 12 + 5) * 12 + 5], -1.5f);
    const TriangleMesh around = test::box_mesh({-30, -30, -30}, {40, 40, 40});
    EXPECT_FLOAT_EQ(distances(around, grid)[(6 * 12 + 6) * 12 + 6], -33.5f);
}

// For triangles this large, squared extents in cells overflow floats.
TEST_P(SignedDistance, HandlesHugeTriangles) {
    const VoxelGrid grid{.cells = {8, 8, 8}};
    TriangleMesh huge;
    const float far = 1e8f;
    huge.positions = {{-far, -far, 3}, {far, -far, 3}, {0, far, 3}};
    huge.triangles = {{0, 1, 2}};
    const auto found = distances(huge, grid, {.solid = {.by_votes = true}});
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(std::abs(found[i]), std::abs(center_of(grid, i)[2] - 3), 1e-3) << i;
}

TEST_P(SignedDistance, SupportsMeshesOfAnySize) {
    const float most = std::numeric_limits<float>::max();
    TriangleMesh far = test::box_mesh({-1, -1, -1}, {1, 1, 1});
    for (auto& p : far.positions)
        for (float& each : p) each *= most;
    const double cell = double{most} / 4;
    const VoxelGrid grid{
        .cells = {64, 8, 8}, .low = {-4 * cell, -4 * cell, -4 * cell}, .spacing = cell};
    const auto found = distances(far, grid);
    EXPECT_FLOAT_EQ(found[(4 * 8 + 4) * 64 + 9], 0.375f * most);
    EXPECT_EQ(found[(4 * 8 + 4) * 64 + 63], most);  // the exact distance is 13.9 times as large
    for (const float each : found) ASSERT_TRUE(std::isfinite(each));
    TriangleMesh point = far;
    for (auto& p : point.positions) p = {2, 2, 2};
    const auto to_point = distances(point, {.cells = {4, 4, 4}});
    EXPECT_FLOAT_EQ(to_point[0], std::sqrt(6.75f));
    for (const double spacing : {1e39, 1e-39})
        EXPECT_THROW((void)distances(point, {.cells = {4, 4, 4}, .spacing = spacing}), Error);
}

TEST_P(SignedDistance, RefusesInvalidBands) {
    try {
        (void)distances(test::box_mesh({0, 0, 0}, {1, 1, 1}), {.cells = {4, 4, 4}}, {.band = 0});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "cannot compute the distances to a mesh: a band of 0 cells is not between 1 and 64");
    }
}

}  // namespace
}  // namespace glint
