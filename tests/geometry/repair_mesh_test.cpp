// SPDX-License-Identifier: MIT
#include <glint/geometry/repair_mesh.hpp>

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/geometry/read_mesh.hpp>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint {
namespace {

void turn(TriangleMesh& mesh, std::size_t triangle) {
    std::swap(mesh.triangles[triangle][0], mesh.triangles[triangle][1]);
}

TEST(RepairMesh, ClosedMeshesAreUnchanged) {
    const TriangleMesh torus = test::torus_mesh(12, 7, {0, 0, 0}, 3, 1);
    TriangleMesh mesh = torus;
    const MeshReport report = repair_mesh(mesh);
    EXPECT_TRUE(report.is_closed());
    EXPECT_EQ(report.triangles, 12u * 7 * 2);
    EXPECT_EQ(report.parts, 1u);
    EXPECT_EQ(report.holes + report.flipped + report.degenerate + report.duplicates +
                  report.crowded_edges + report.one_sided,
              0u);
    EXPECT_EQ(mesh.triangles, torus.triangles);
}

// Defects of meshes from scanners and CAD: missing, flipped, duplicate and degenerate faces.
TEST(RepairMesh, CountsTheHolesAndFlippedFacesOfARealFile) {
    TriangleMesh mesh = test::sphere_mesh(4, {1, 2, 3}, 10);      // 2048
    for (std::size_t t = 100; t < 2000; t += 190) turn(mesh, t);  // 10
    mesh.triangles.push_back(mesh.triangles[7]);
    mesh.triangles.push_back({mesh.triangles[9][1], mesh.triangles[9][0], mesh.triangles[9][2]});
    mesh.triangles.push_back({5, 5, 9});
    mesh.triangles.erase(mesh.triangles.begin() + 1501);
    mesh.triangles.erase(mesh.triangles.begin() + 601);
    const test::TemporaryFolder folder;
    TriangleMesh found = read_mesh(folder.write("scan.stl", test::binary_stl(mesh)));
    const MeshReport report = repair_mesh(found);
    EXPECT_EQ(report.triangles, 2046u);
    EXPECT_EQ(report.degenerate, 1u);
    EXPECT_EQ(report.duplicates, 2u);
    EXPECT_EQ(report.flipped, 10u);
    EXPECT_EQ(report.open_edges, 6u);
    EXPECT_EQ(report.holes, 2u);
    EXPECT_EQ(report.crowded_edges, 0u);
    EXPECT_EQ(report.parts, 1u);
    EXPECT_FALSE(report.is_closed());
    for (std::size_t t = 0; t < found.triangles.size(); ++t) {
        const test::Place a = test::corner(found, t, 0), b = test::corner(found, t, 1);
        const test::Place normal = test::cross(b - a, test::corner(found, t, 2) - a);
        ASSERT_GT(test::dot(normal, a - test::Place{1, 2, 3}), 0) << t;
    }
}

TEST(RepairMesh, FlipsInsideOutMeshes) {
    TriangleMesh mesh = test::box_mesh({10, 10, 10}, {11, 12, 13});
    for (std::size_t t = 0; t < 12; ++t) turn(mesh, t);
    EXPECT_LT(test::volume_of(mesh), 0);
    EXPECT_EQ(repair_mesh(mesh).flipped, 12u);
    EXPECT_NEAR(test::volume_of(mesh), 6, 1e-4);
}

// Flat and slanted tetrahedra. Their volume is a small difference of large terms.
TEST(RepairMesh, OrientsTetrahedraOfAnyShape) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> place(-1, 1);
    for (int i = 0; i < 200; ++i) {
        TriangleMesh mesh;
        for (int corner = 0; corner < 4; ++corner)
            mesh.positions.push_back({place(random), 3 * place(random), place(random)});
        mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
        const auto corner = [&](std::size_t of) { return test::corner(mesh, 0, of); };
        // If the body is right side out, the first triangle faces away from the fourth corner.
        const test::Place normal = test::cross(corner(1) - corner(0), corner(2) - corner(0));
        const auto& apex = mesh.positions[3];
        double height = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            height += normal[axis] * (apex[axis] - corner(0)[axis]);
        if (std::abs(height) < 1e-3) continue;
        EXPECT_EQ(repair_mesh(mesh).flipped, height < 0 ? 0u : 4u) << i;
    }
}

TEST(RepairMesh, KeepsInnerSurfacesOfHollowBodies) {
    TriangleMesh mesh = test::box_mesh({0, 0, 0}, {4, 4, 4});
    TriangleMesh hollow = test::box_mesh({1, 1, 1}, {3, 3, 3});
    for (std::size_t t = 0; t < 12; ++t) turn(hollow, t);
    turn(hollow, 3);
    for (const auto& t : hollow.triangles) mesh.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    mesh.positions.insert(mesh.positions.end(), hollow.positions.begin(), hollow.positions.end());
    const MeshReport report = repair_mesh(mesh);
    EXPECT_EQ(report.flipped, 1u);
    EXPECT_EQ(report.parts, 2u);
    EXPECT_NEAR(test::volume_of(mesh), 64 - 8, 1e-4);
}

TEST(RepairMesh, CountsALongHoleOnce) {
    TriangleMesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
    mesh.triangles.resize(10);  // removes the side at x = 1
    const MeshReport report = repair_mesh(mesh);
    EXPECT_EQ(report.open_edges, 4u);
    EXPECT_EQ(report.holes, 1u);
}

TEST(RepairMesh, DetectsNonmanifoldEdges) {
    TriangleMesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
    const TriangleMesh other = test::box_mesh({1, 1, 0}, {2, 2, 1});  // the boxes share an edge
    for (const auto& t : other.triangles) {
        auto& added = mesh.triangles.emplace_back();
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& p = other.positions[t[i]];
            const auto known = std::find(mesh.positions.begin(), mesh.positions.end(), p);
            added[i] = static_cast<std::uint32_t>(known - mesh.positions.begin());
            if (known == mesh.positions.end()) mesh.positions.push_back(p);
        }
    }
    const MeshReport report = repair_mesh(mesh);
    EXPECT_TRUE(report.is_closed());
    EXPECT_EQ(report.crowded_edges, 1u);
    EXPECT_EQ(report.flipped, 0u);
}

TEST(RepairMesh, DetectsMoebiusStrips) {
    constexpr std::uint32_t kCount = 20;
    TriangleMesh strip;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double turn = std::numbers::pi * i / kCount;
        for (const double side : {-1.0, 1.0}) {
            const double r = 3 + side * std::cos(turn);
            strip.positions.push_back(test::stored(
                {r * std::cos(2 * turn), r * std::sin(2 * turn), side * std::sin(turn)}));
        }
        const bool is_last = i + 1 == kCount;
        const std::uint32_t a = 2 * i, b = a + 1;
        const std::uint32_t c = is_last ? 1 : a + 2, d = is_last ? 0 : a + 3;
        strip.triangles.push_back({a, b, c});
        strip.triangles.push_back({b, d, c});
    }
    const MeshReport report = repair_mesh(strip);
    EXPECT_EQ(report.open_edges, 2 * kCount);
    EXPECT_EQ(report.holes, 1u);
    EXPECT_GE(report.one_sided, 1u);
}

TEST(RepairMesh, AcceptsMeshesWithoutTriangles) {
    TriangleMesh nothing;
    EXPECT_EQ(repair_mesh(nothing).triangles, 0u);
}

}  // namespace
}  // namespace glint
