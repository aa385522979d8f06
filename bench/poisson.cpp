// SPDX-License-Identifier: MIT
// Measures how fast multigrid solves Poisson's equation: a V-cycle, compared with a copy of the
// bytes that the cycle moves on all levels; and a solve to a relative residual of 1e-6. The
// right-hand side is the divergence of a random flow.
#include "copies.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <utility>

#include <glint/algorithms/poisson.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>

namespace glint::bench {
namespace {

constexpr int kRuns = 21;

// Bytes that a V-cycle reads and writes per cell of the finest level, if each value is counted once
// per pass: 12 in each of four half sweeps, 8 for the residual and 8 for the correction.
constexpr double kBytes = 4 * 12 + 8 + 8;

/// Returns the bytes that a V-cycle moves. Each level has an eighth (3D) or a quarter (2D) of the
/// cells of the next finer level.
double bytes_of(const Shape& shape) {
    const double share = shape.rank() == 3 ? 8.0 / 7 : 4.0 / 3;
    return kBytes * share * static_cast<double>(shape.size());
}

/// Returns the divergence of a random flow along the two fastest dimensions of a closed box. Flow
/// through the walls would cause high pressure. On the largest grids, float rounding of this
/// pressure would hide all other effects.
Array<float> divergence(Stream& stream, const Shape& shape) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    const std::size_t width = shape[shape.rank() - 1], height = shape[shape.rank() - 2];
    std::vector<float> values(shape.size(), 0.0f);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float across = i % width > 0 ? uniform(generator) : 0;
        const float along = i / width % height > 0 ? uniform(generator) : 0;
        values[i] -= across + along;
        if (i % width > 0) values[i - 1] += across;
        if (i / width % height > 0) values[i - width] += along;
    }
    Array<float> result(stream, shape);
    result.assign(values);
    return result;
}

struct Case {
    const char* name;
    PoissonBorder border;
    bool has_ball = false;
    std::optional<bool> tiles{};
};

/// Closes the faces around a ball in the middle. Its radius is a fifth of the side of the box.
void put_ball(Poisson<float>& poisson, Stream& stream) {
    const auto side = static_cast<std::ptrdiff_t>(poisson.shape()[0]);
    const auto is_solid = [&](std::array<std::ptrdiff_t, 3> c) {
        std::ptrdiff_t square = 0;
        for (const std::ptrdiff_t each : c) square += (2 * each + 1 - side) * (2 * each + 1 - side);
        return square < side * side * 4 / 25;
    };
    std::array<Array<float>, 3> open;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Shape faces = poisson.shape();
        ++faces[axis];
        std::vector<float> values;
        const auto end = [&](std::size_t i) { return static_cast<std::ptrdiff_t>(faces[i]); };
        for (std::ptrdiff_t z = 0; z < end(0); ++z)
            for (std::ptrdiff_t y = 0; y < end(1); ++y)
                for (std::ptrdiff_t x = 0; x < end(2); ++x) {
                    std::array<std::ptrdiff_t, 3> below{z, y, x};
                    --below[axis];
                    values.push_back(is_solid({z, y, x}) || is_solid(below) ? 0.0f : 1.0f);
                }
        open[axis] = Array<float>(stream, faces);
        open[axis].assign(values);
    }
    const auto faces = [&](std::size_t axis) { return std::as_const(open[axis]).view(); };
    poisson.set_openness({faces(0), faces(1), faces(2)});
}

void measure(const Device& device, const Shape& shape, const Case& each) {
    Stream stream(device);
    Poisson<float> poisson(stream, shape,
                           {.borders = {{each.border, each.border}}, .tiles = each.tiles});
    if (each.has_ball) put_ball(poisson, stream);
    const Array<float> f = divergence(stream, shape);
    Array<float> p = zeros<float>(stream, shape);
    poisson.cycle(f.view(), p.view());
    const Graph graph = Graph::capture(stream, [&] { poisson.cycle(f.view(), p.view()); });
    ExecutableGraph captured = graph.instantiate();
    const double cycle = median_seconds(kRuns, [&] {
        captured.launch(stream);
        stream.synchronize();
    });
    const double copied = copy_seconds(stream, kRuns, bytes_of(shape));
    PoissonReport report;
    const double solved = median_seconds(5, [&] {
        p.view() = 0.0f;
        report = poisson.solve(f.view(), p.view());
    });
    fmt::print("  {:<18} {:<10} {:>9.3f} {:>11.2f} {:>7} {:>11.3f} {:>12.3f}\n", to_string(shape),
               each.name, cycle * 1e3, cycle / copied,
               report.has_converged ? std::to_string(report.cycles) : "none", solved * 1e3,
               static_cast<double>(shape.size()) / solved * 1e-9);
}

void measure(const Device& device) {
    fmt::print("{}\n  {:<18} {:<10} {:>9} {:>11} {:>7} {:>11} {:>12}\n", headline(device), "cells",
               "borders", "cycle, ms", "vs copy", "cycles", "solved, ms", "G cells/s");
    const bool is_gpu = device.kind() == BackendKind::cuda;
    const std::size_t deep = is_gpu ? 256 : 96, wide = is_gpu ? 4096 : 1024;
    using enum PoissonBorder;
    for (const Case& each : {Case{"fixed", dirichlet}, Case{"closed", neumann}}) {
        measure(device, {deep, deep, deep}, each);
        measure(device, {wide, wide}, each);
    }
    measure(device, {deep, deep, deep}, {"ball", neumann, true});
    measure(device, {deep, deep, deep}, {"no tiles", dirichlet, false, false});
    measure(device, {deep, deep, deep}, {"tiles", dirichlet, false, true});
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::measure(device);
}
