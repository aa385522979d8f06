// SPDX-License-Identifier: MIT
// Measures how long it takes to put a mesh into a grid: solid cells, solid fractions, and distances
// to the mesh, compared with the time to write that many cells.
#include "measure.hpp"

#include <cmath>
#include <numbers>

#include <glint/array/sequence.hpp>
#include <glint/geometry/signed_distance.hpp>
#include <glint/geometry/voxelize.hpp>

namespace glint::bench {
namespace {

constexpr int kRuns = 11;

/// Returns a wavy torus nine tenths as wide as the grid, of 2 x `around` x `across` triangles.
TriangleMesh waves_on_a_torus(std::uint32_t around, std::uint32_t across, double cells) {
    TriangleMesh mesh;
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t j = 0; j < across; ++j) {
            const double a = 2 * std::numbers::pi * i / around;
            const double b = 2 * std::numbers::pi * j / across;
            const double thick = 0.13 + 0.01 * std::sin(24 * a) * std::sin(10 * b);
            const double r = 0.31 + thick * std::cos(b);
            const double place[] = {r * std::cos(a), r * std::sin(a), thick * std::sin(b)};
            std::array<float, 3> position;
            for (std::size_t axis = 0; axis < 3; ++axis)
                position[axis] = static_cast<float>((place[axis] + 0.5) * cells);
            mesh.positions.push_back(position);
            const auto at = [&](std::uint32_t u, std::uint32_t v) {
                return (i + u) % around * across + (j + v) % across;
            };
            mesh.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
            mesh.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
        }
    return mesh;
}

template <class Work>
double time_of(Stream& stream, const Work& work) {
    return median_seconds(kRuns, [&] {
        const auto result = work();
        stream.synchronize();
    });
}

void print(const char* what, double time, double written, std::size_t triangles, double cells) {
    fmt::print("  {:<26} {:>10} {:>10.3f} {:>12.1f} {:>12.2f} {:>10.1f}\n", what, triangles,
               time * 1e3, static_cast<double>(triangles) / time * 1e-6, cells / time * 1e-9,
               time / written);
}

void measure(Stream& stream, std::size_t side, std::uint32_t around, std::uint32_t across) {
    const TriangleMesh host = waves_on_a_torus(around, across, static_cast<double>(side));
    const VoxelGrid grid{.cells = {side, side, side}};
    const auto cells = static_cast<double>(side * side * side);
    const DeviceMesh mesh(stream, host);
    const std::size_t count = mesh.size();
    const double bytes =
        time_of(stream, [&] { return full<unsigned char>(stream, Shape{side, side, side}, 1); });
    const double floats =
        time_of(stream, [&] { return full<float>(stream, Shape{side, side, side}, 1.0f); });
    print("copied from the host", time_of(stream, [&] { return DeviceMesh(stream, host); }), bytes,
          count, cells);
    print("solid", time_of(stream, [&] { return voxelize(mesh, grid); }), bytes, count, cells);
    print("solid by voting",
          time_of(stream, [&] { return voxelize(mesh, grid, {.by_votes = true}); }), bytes, count,
          cells);
    print("solid fractions", time_of(stream, [&] { return solid_fractions(mesh, grid); }), floats,
          count, cells);
    print("distances, band of 2",
          time_of(stream, [&] { return signed_distance(mesh, grid, {.only_band = true}); }), floats,
          count, cells);
    print("distances", time_of(stream, [&] { return signed_distance(mesh, grid); }), floats, count,
          cells);
}

void measure(const Device& device) {
    const std::size_t side = device.kind() == BackendKind::cuda ? 256 : 96;
    fmt::print("{}, {} x {} x {} cells\n  {:<26} {:>10} {:>10} {:>12} {:>12} {:>10}\n",
               headline(device), side, side, side, "", "triangles", "ms", "M triangles/s",
               "G cells/s", "vs fill");
    Stream stream(device);
    measure(stream, side, 354, 142);
    measure(stream, side, 1120, 447);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
