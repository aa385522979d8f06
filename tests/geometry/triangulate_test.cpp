// SPDX-License-Identifier: MIT
#include "mesh_reading.hpp"

#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint::test {
namespace {

using Triangulate = ReadMesh;

/// Area of a flat mesh whose faces all point along z (`sign` 1) or in the opposite direction (-1).
double area_of(const TriangleMesh& mesh, double sign) {
    double area = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const test::Place normal = test::cross(test::corner(mesh, t, 1) - test::corner(mesh, t, 0),
                                               test::corner(mesh, t, 2) - test::corner(mesh, t, 0));
        EXPECT_GE(sign * normal[2], 0) << t;
        area += sign * normal[2] / 2;
    }
    return area;
}

std::string polygon(const std::vector<std::array<double, 2>>& outline, bool is_reversed = false) {
    std::string content, face = "f";
    for (const auto& [x, y] : outline) content += fmt::format("v {} {} 0\n", x, y);
    for (std::size_t i = 0; i < outline.size(); ++i)
        face += fmt::format(" {}", is_reversed ? outline.size() - i : i + 1);
    return content + face + '\n';
}

TEST_F(Triangulate, TriangulatesOutlinesOfAllKinds) {
    struct Case {
        const char* name;
        std::vector<std::array<double, 2>> outline;
        double area;
    };
    const Case cases[] = {
        {"a square", {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1},
        {"a dart", {{0, 0}, {2, 1}, {0, 2}, {1, 1}}, 1},
        {"a dart from its dent", {{1, 1}, {0, 0}, {2, 1}, {0, 2}}, 1},
        {"corners on an edge", {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {0, 1}}, 3},
        {"a comb",
         {{0, 0},
          {5, 0},
          {5, 3},
          {4, 3},
          {4, 1},
          {3, 1},
          {3, 3},
          {2, 3},
          {2, 1},
          {1, 1},
          {1, 3},
          {0, 3}},
         11},
        {"a spiral",
         {{0, 0},
          {5, 0},
          {5, 5},
          {1, 5},
          {1, 2},
          {3, 2},
          {3, 3},
          {2, 3},
          {2, 4},
          {4, 4},
          {4, 1},
          {0, 1}},
         15},
        {"a hole joined by a cut",
         {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}},
         12}};
    for (const Case& each : cases)
        for (const bool is_reversed : {false, true}) {
            const TriangleMesh mesh = read("a.obj", polygon(each.outline, is_reversed));
            EXPECT_EQ(mesh.triangles.size(), each.outline.size() - 2) << each.name;
            EXPECT_NEAR(area_of(mesh, is_reversed ? -1 : 1), each.area, 1e-5) << each.name;
        }
}

TEST_F(Triangulate, TriangulatesConcaveStars) {
    std::vector<std::array<double, 2>> star;
    constexpr int kCorners = 1000;
    double area = 0;
    for (int i = 0; i < kCorners; ++i) {
        const double angle = 2 * std::numbers::pi * i / kCorners, radius = i % 2 == 0 ? 10 : 9.9;
        star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
        area += 0.5 * 10 * 9.9 * std::sin(2 * std::numbers::pi / kCorners);
    }
    const TriangleMesh mesh = read("star.obj", polygon(star));
    EXPECT_EQ(mesh.triangles.size(), kCorners - 2u);
    EXPECT_NEAR(area_of(mesh, 1), area, 1e-3);
}

// Outlines that exceed a limit of steps per corner are refused, so that reading does not take long.
TEST_F(Triangulate, RefusesOutlinesThatWouldTakeTooLong) {
    std::vector<std::array<double, 2>> comb;
    constexpr int kTeeth = 20'000;
    for (int i = 0; i < kTeeth; ++i) {
        comb.push_back({2.0 * i, 0});
        comb.push_back({2.0 * i + 1, i % 7 + 1.0});
    }
    comb.push_back({2.0 * kTeeth, 100});
    comb.push_back({-1, 100});
    const auto begin = std::chrono::steady_clock::now();
    try {
        const TriangleMesh mesh = read("comb.obj", polygon(comb));
        EXPECT_EQ(mesh.triangles.size(), comb.size() - 2);
    } catch (const Error& error) {
        EXPECT_EQ(error.reason(),
                  "face 0 has 40002 corners, and the outline of the face is too complicated. Split "
                  "the face into triangles before exporting");
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(Triangulate, AcceptsSelfIntersectingOutlines) {
    for (const auto& outline : std::vector<std::vector<std::array<double, 2>>>{
             {{0, 0}, {1, 1}, {1, 0}, {0, 1}},
             {{0, 0}, {0, 0}, {0, 0}, {0, 0}},
             {{0, 0}, {3, 0}, {1, 0}, {2, 0}},
             {{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}}})
        EXPECT_EQ(read("a.obj", polygon(outline)).triangles.size(), outline.size() - 2);
}

}  // namespace
}  // namespace glint::test
