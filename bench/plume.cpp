// SPDX-License-Identifier: MIT
// Measures a plume step and its parts, in 2D and 3D, compared with a copy of the bytes that the
// step must move.
#include <string>

#include <apps/catalog.hpp>
#include <apps/plume/plume.hpp>
#include <bench/copies.hpp>
#include <glint/driver/copies.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 9;
constexpr unsigned kWarmUp = 12;  // number of warm-up steps

struct Size {
    const char* name;
    std::size_t width, height, depth;

    bool is_space() const { return depth > 1; }
    std::size_t cells() const { return width * height * depth; }
};

constexpr Size kOnCpu[] = {{"plume", 512, 512, 1}, {"plume3d", 64, 64, 64}};
constexpr Size kOnGpu[] = {{"plume", 2048, 2048, 1}, {"plume3d", 256, 256, 256}};

/// Bytes that each part of a step reads and writes per cell. Each value is counted once per pass.
struct Bytes {
    double transport, forces, cycle, pressure;

    double rest() const { return transport + forces; }
    double projection(int cycles) const { return cycles * cycle + pressure; }
};

// Transport in 2D first reads four fields and writes their predicted values (`ahead`). Then it
// reads all eight and writes the new values of the four fields. In 3D, a separate first pass
// converts three velocity components to six displacement components. The second pass reads three of
// these and five fields, and writes five predicted fields. The third pass reads all six and both
// sets of five, and writes the five new fields. Forces: 3 values for the sources, and 4 to read
// heat, smoke and the vertical velocity and to write the latter. Closing faces at walls costs
// nothing, because walls do not change. A V-cycle moves, on all levels, 12 bytes in each of four
// half sweeps, 8 for the residual and 8 for the correction. Pressure: the divergence, and the
// subtraction of the pressure gradient.
constexpr Bytes kPlane{4 * (8 + 12), 4 * (3 + 4), 64 * 4.0 / 3, 4 * (4 + 6)};
constexpr Bytes kSpace{4 * (9 + 13 + 21), 4 * (3 + 4), 64 * 8.0 / 7, 4 * (5 + 8)};

std::unique_ptr<studio::Simulation> plume_of(const Size& size, const Device& device) {
    const apps::Entry entry = apps::find_entry(size.name);
    auto options = apps::options_for(entry, device);
    options.settings = {{"width", std::to_string(size.width)},
                        {"height", std::to_string(size.height)}};
    if (size.is_space()) options.settings.emplace_back("depth", std::to_string(size.depth));
    return apps::make_simulation(entry, options);
}

void measure(const Size& size, const Device& device) {
    const auto made = plume_of(size, device);
    auto& plume = dynamic_cast<apps::Plume&>(*made);
    plume.advance(kWarmUp);
    const int repeats = device.kind() == BackendKind::cpu ? 1 : 20;
    Stream& stream = plume.stream();
    const double step = seconds_per_run(stream, kTurns, repeats, [&] { plume.advance(1); });
    const double projection =
        seconds_per_run(stream, kTurns, repeats, [&] { plume.project(plume.now()); });
    const int cycles = plume.get<int>("cycles");
    const Bytes& bytes = size.is_space() ? kSpace : kPlane;
    const auto cells = static_cast<double>(size.cells());
    const double copied =
        copy_seconds(stream, kTurns, (bytes.rest() + bytes.projection(cycles)) * cells, repeats);
    const double copied_part =
        copy_seconds(stream, kTurns, bytes.projection(cycles) * cells, repeats);
    fmt::print(
        "  {:<8} {:>5} x {:>4} x {:>3} {:>7} {:>9.3f} {:>11.3f} {:>11.3f} {:>10.2f} {:>10.2f}\n",
        size.name, size.width, size.height, size.depth, cycles, step * 1e3,
        (step - projection) * 1e3, projection * 1e3, copied / step, copied_part / projection);
}

void measure(const Device& device) {
    fmt::print("{}, ms\n  {:<8} {:<19} {:>7} {:>9} {:>11} {:>11} {:>10} {:>10}\n", headline(device),
               "", "cells", "cycles", "step", "transport", "projection", "vs copy", "projection");
    const auto& sizes = device.kind() == BackendKind::cpu ? kOnCpu : kOnGpu;
    for (const Size& size : sizes) measure(size, device);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
