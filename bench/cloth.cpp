// SPDX-License-Identifier: MIT
// Measures a step of cloth, for a flat and for a folded sheet, and predicts its time from its
// memory traffic. Also measures the step without contacts, a substep with constraints in tiles and
// by colors, the contact search, and the drawing.
#include <memory>
#include <string>
#include <vector>

#include <apps/catalog.hpp>
#include <apps/cloth/cloth.hpp>
#include <bench/copies.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 7;

// Bytes per vertex. In a substep, a tile of 48 x 30 vertices reads positions and velocities of 63 x
// 36 vertices (28 x 1.575), and writes positions (16). The other kernels read old and new
// positions, velocities and the number of contacts (45), and write positions and velocities (28). A
// search reads positions and writes cell indices (20), sorts these with the vertex indices in three
// passes (52), reorders the positions (36), and reads and counts neighbors (17).
constexpr double kSubstep = 28 * 1.575 + 16 + 45 + 28, kSearch = 20 + 52 + 36 + 17;

std::unique_ptr<apps::Cloth> cloth_of(int side, const Device& device) {
    studio::SimulationOptions options = apps::options_for(apps::find_entry("cloth"), device);
    options.settings = {{"columns", std::to_string(side)},
                        {"rows", std::to_string(side)},
                        {"size", "4"},
                        {"picture_width", "1280"},
                        {"picture_height", "720"},
                        {"shade", "2048"},
                        {"tiled", "true"}};
    return std::make_unique<apps::Cloth>(options);
}

double monitor(apps::Cloth& cloth, std::string_view function) {
    const auto values = cloth.monitors();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (cloth.declaration().derived[i].function == function) return values[i].value();
    return 0;
}

void measure(apps::Cloth& cloth, const Device& device, const char* when, double bandwidth) {
    const int repeats = device.kind() == BackendKind::cpu ? 1 : 4;
    const auto time = [&](const auto& work) {
        return 1e3 * seconds_per_run(cloth.stream(), kTurns, repeats, work);
    };
    const double count = cloth.get("columns") * cloth.get("rows"), parts = cloth.get("substeps");
    const double touching = monitor(cloth, "touching_there") / count;
    studio::Step part = cloth.now();
    part.dt /= parts;
    const studio::Snapshot before = cloth.capture();
    const double step = time([&] { cloth.advance(1); });
    cloth.restore(before);
    const double search = time([&] { cloth.find_contacts(part); });
    const double substep = time([&] { cloth.move(part); });
    cloth.restore(before);
    cloth.set("touches", 0);
    const double alone = time([&] { cloth.advance(1); });
    cloth.restore(before);
    cloth.set("touches", 0);
    cloth.set("tiled", 0);
    const double colors = time([&] { cloth.move(part); });
    cloth.restore(before);
    cloth.set("touches", 1);
    cloth.set("tiled", 1);
    const double draw = time([&] { cloth.draw(); });
    const double bytes = 1e3 / bandwidth * count * parts * kSubstep,
                 of_search = 1e3 / bandwidth * count * kSearch;
    fmt::print(
        "  {:>9.0f} {:<9} {:>6.1f} % {:>8.2f} {:>9.2f} {:>8.3f} {:>8.3f} {:>9.3f} {:>8.3f} "
        "{:>7.2f} {:>8.2f} {:>9.3f}\n",
        count, when, 100 * touching, step, alone, search, substep, colors, alone / parts, draw,
        bytes, of_search);
}

void measure(const Device& device) {
    const bool is_cpu = device.kind() == BackendKind::cpu;
    const double bandwidth = copy_bandwidth(device, kTurns);
    fmt::print(
        "{}, copies {:.0f} GB/s; ms, 20 substeps\n  {:>9} {:<9} {:>8} {:>8} {:>9} {:>8} {:>8} "
        "{:>9} {:>8} {:>7} {:>8} {:>9}\n",
        headline(device), bandwidth * 1e-9, "vertices", "", "touching", "step", "no touch",
        "search", "substep", "colors", "no touch", "draw", "bytes", "of search");
    for (const int side : is_cpu ? std::vector{96, 256} : std::vector{256, 512, 1024}) {
        const auto cloth = cloth_of(side, device);
        measure(*cloth, device, "flat", bandwidth);
        cloth->advance(is_cpu ? 40 : 90);
        measure(*cloth, device, "in folds", bandwidth);
    }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
