// What Poisson's equation costs by multigrid: a V-cycle beside the copying of as many bytes as it
// moves on all levels, and the divergence of a flow that is noise, solved to 1e-6.
#include "measure.hpp"

#include <random>

#include <glint/algorithms/poisson.hpp>
#include <glint/array/sequence.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>

namespace glint::bench {
namespace {

constexpr int kRuns = 21;

// What a cycle reads and writes for each cell of the finest level, each number once in each of its
// passes: four half sweeps of 12 bytes, 8 for the residual and 8 for the correction.
constexpr double kBytes = 4 * 12 + 8 + 8;

/// A level has an eighth or a quarter of the cells of the finer one.
double bytes_of(const Shape& shape) {
    const double share = shape.rank() == 3 ? 8.0 / 7 : 4.0 / 3;
    return kBytes * share * static_cast<double>(shape.size());
}

/// What flows out of each cell; the flow is noise, and goes along the two fastest dimensions.
Array<float> divergence(Stream& stream, const Shape& shape) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<float> flow(shape.size());
    for (float& each : flow) each = uniform(generator);
    const std::size_t width = shape[shape.rank() - 1];
    std::vector<float> values(flow.size(), 0.0f);
    for (std::size_t i = width; i < flow.size(); ++i)
        values[i] = 2 * flow[i] - flow[i - 1] - flow[i - width];
    Array<float> result(stream, shape);
    result.assign(values);
    return result;
}

double copy_seconds(Stream& stream, double bytes) {
    const auto count = static_cast<std::size_t>(bytes / 8);
    const Array<float> from = zeros<float>(stream, Shape(count));
    Array<float> to = empty_like(from);
    return median_seconds(kRuns, [&] {
        to.view() = from;
        stream.synchronize();
    });
}

void measure(const Device& device, const Shape& shape, PoissonBorder border) {
    Stream stream(device);
    Poisson<float> poisson(stream, shape, {.borders = {{border, border}}});
    const Array<float> f = divergence(stream, shape);
    Array<float> p = zeros<float>(stream, shape);
    poisson.cycle(f.view(), p.view());
    const Graph graph = Graph::capture(stream, [&] { poisson.cycle(f.view(), p.view()); });
    ExecutableGraph captured = graph.instantiate();
    const double cycle = median_seconds(kRuns, [&] {
        captured.launch(stream);
        stream.synchronize();
    });
    const double copied = copy_seconds(stream, bytes_of(shape));
    PoissonReport report;
    const double solved = median_seconds(5, [&] {
        p.view() = 0.0f;
        report = poisson.solve(f.view(), p.view());
    });
    fmt::print("  {:<18} {:<10} {:>9.3f} {:>11.2f} {:>7} {:>11.3f} {:>12.3f}\n", to_string(shape),
               border == PoissonBorder::neumann ? "closed" : "fixed", cycle * 1e3, cycle / copied,
               report.has_converged ? std::to_string(report.cycles) : "none", solved * 1e3,
               static_cast<double>(shape.size()) / solved * 1e-9);
}

void measure(const Device& device) {
    fmt::print("{}\n  {:<18} {:<10} {:>9} {:>11} {:>7} {:>11} {:>12}\n", headline(device), "cells",
               "borders", "cycle, ms", "to a copy", "cycles", "solved, ms", "G cells/s");
    const bool is_gpu = device.kind() == BackendKind::cuda;
    const std::size_t deep = is_gpu ? 256 : 96, wide = is_gpu ? 4096 : 1024;
    for (const PoissonBorder border : {PoissonBorder::dirichlet, PoissonBorder::neumann}) {
        measure(device, {deep, deep, deep}, border);
        measure(device, {wide, wide}, border);
    }
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::measure(device);
}
