// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include <glint/geometry/triangle_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>

namespace glint::test {

struct Place {
    double x = 0, y = 0, z = 0;

    double& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    double operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

inline Place operator-(const Place& a, const Place& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Place operator+(const Place& a, const Place& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Place operator*(double s, const Place& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline double dot(const Place& a, const Place& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Place cross(const Place& a, const Place& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(const Place& a) { return std::sqrt(dot(a, a)); }

inline std::array<float, 3> stored(const Place& p) {
    return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}
inline Place corner(const TriangleMesh& mesh, std::size_t triangle, std::size_t i) {
    const auto& p = mesh.positions[mesh.triangles[triangle][i]];
    return {p[0], p[1], p[2]};
}

inline Place center_of(const VoxelGrid& grid, std::size_t i) {
    const auto [nx, ny, nz] = grid.cells;
    return {grid.low[0] + (static_cast<double>(i % nx) + 0.5) * grid.spacing,
            grid.low[1] + (static_cast<double>(i / nx % ny) + 0.5) * grid.spacing,
            grid.low[2] + (static_cast<double>(i / (nx * ny)) + 0.5) * grid.spacing};
}

/// Volume enclosed by a closed mesh whose faces point outward.
inline double volume_of(const TriangleMesh& mesh) {
    double volume = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        volume += dot(corner(mesh, t, 0), cross(corner(mesh, t, 1), corner(mesh, t, 2))) / 6;
    return volume;
}

/// A box with two triangles per side.
inline TriangleMesh box_mesh(const Place& low, const Place& high) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.positions.push_back(
            stored({i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]}));
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

/// An octahedron whose faces are subdivided `divisions` times; all corners lie on the sphere.
inline TriangleMesh sphere_mesh(int divisions, const Place& centre, double radius) {
    std::vector<Place> places{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    TriangleMesh mesh;
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                      {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int i = 0; i < divisions; ++i) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [found, is_new] =
                middles.try_emplace(std::minmax(a, b), std::uint32_t(places.size()));
            if (is_new) {
                const Place sum = places[a] + places[b];
                places.push_back(1 / length(sum) * sum);
            }
            return found->second;
        };
        std::vector<std::array<std::uint32_t, 3>> finer;
        for (const auto& [a, b, c] : mesh.triangles) {
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const auto& each : {std::array{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
                finer.push_back(each);
        }
        mesh.triangles = std::move(finer);
    }
    for (const Place& each : places) mesh.positions.push_back(stored(centre + radius * each));
    return mesh;
}

/// A torus around the z axis.
inline TriangleMesh torus_mesh(std::uint32_t around, std::uint32_t across, const Place& centre,
                               double radius, double thickness) {
    TriangleMesh mesh;
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t j = 0; j < across; ++j) {
            const double a = 2 * std::numbers::pi * i / around;
            const double b = 2 * std::numbers::pi * j / across;
            const double r = radius + thickness * std::cos(b);
            mesh.positions.push_back(
                stored(centre + Place{r * std::cos(a), r * std::sin(a), thickness * std::sin(b)}));
            const auto at = [&](std::uint32_t u, std::uint32_t v) {
                return (i + u) % around * across + (j + v) % across;
            };
            mesh.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
            mesh.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
        }
    return mesh;
}

/// Returns the mesh, rotated at random about `centre`.
inline TriangleMesh turned_at_random(TriangleMesh mesh, const Place& centre, unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal;
    std::array<double, 4> q;  // a unit quaternion
    double square = 0;
    for (double& each : q) square += std::pow(each = normal(generator), 2);
    for (double& each : q) each /= std::sqrt(square);
    const Place axis{q[1], q[2], q[3]};
    for (auto& p : mesh.positions) {
        const Place from = Place{p[0], p[1], p[2]} - centre;
        const Place twice = 2.0 * cross(axis, from);
        p = stored(centre + from + q[0] * twice + cross(axis, twice));
    }
    return mesh;
}

/// Winding number of the mesh around `place`, which is not on its surface: 1 inside, 0 outside (van
/// Oosterom and Strackee, 1983).
inline double winding_number(const TriangleMesh& mesh, const Place& place) {
    double angle = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Place a = corner(mesh, t, 0) - place, b = corner(mesh, t, 1) - place;
        const Place c = corner(mesh, t, 2) - place;
        const double la = length(a), lb = length(b), lc = length(c);
        angle += 2 * std::atan2(dot(a, cross(b, c)),
                                la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return angle / (4 * std::numbers::pi);
}

inline double distance_to_edge(const Place& p, const Place& a, const Place& b) {
    const double along = std::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
    return length(p - a - along * (b - a));
}

inline double distance_to_triangle(const Place& p, const Place& a, const Place& b, const Place& c) {
    const Place normal = cross(b - a, c - a);
    const bool is_over = dot(cross(normal, b - a), p - a) >= 0 &&
                         dot(cross(normal, c - b), p - b) >= 0 &&
                         dot(cross(normal, a - c), p - c) >= 0;
    if (is_over) return std::abs(dot(normal, p - a)) / length(normal);
    return std::min(
        {distance_to_edge(p, a, b), distance_to_edge(p, b, c), distance_to_edge(p, c, a)});
}

inline double distance_to(const TriangleMesh& mesh, const Place& place) {
    double least = INFINITY;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        least = std::min(least, distance_to_triangle(place, corner(mesh, t, 0), corner(mesh, t, 1),
                                                     corner(mesh, t, 2)));
    return least;
}

}  // namespace glint::test
