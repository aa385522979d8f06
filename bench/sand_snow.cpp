// SPDX-License-Identifier: MIT
// Measures particles per second in a substep of apps/sand_snow: with both transfers in one kernel,
// and with each transfer in its own kernel. Compares them with copies of the bytes that the
// transfers move.
#include <string>
#include <vector>

#include <apps/catalog.hpp>
#include <apps/sand_snow/sand_snow.hpp>
#include <bench/copies.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 7;
constexpr unsigned kWarmUp = 5;     // number of warm-up steps
constexpr unsigned kSubsteps = 16;  // substeps after each sort

struct Case {
    const char* name;
    int material;  // material of all particles; -1: the materials of the scene
    std::size_t count, width, height, depth;

    double nodes() const { return static_cast<double>(width * height * depth); }
};

// Numbers of particles on the CPU and on GPUs: eight in each cell that the scene fills.
constexpr std::size_t kFew = 53000, kMany = 2600000;
constexpr Case kOnCpu[] = {{"all four", -1, kFew, 48, 32, 24},
                           {"water", 0, kFew, 48, 32, 24},
                           {"jelly", 1, kFew, 48, 32, 24},
                           {"snow", 2, kFew, 48, 32, 24},
                           {"sand", 3, kFew, 48, 32, 24}};
constexpr Case kOnGpu[] = {
    {"all four", -1, kMany, 224, 144, 104}, {"water", 0, kMany, 224, 144, 104},
    {"jelly", 1, kMany, 224, 144, 104},     {"snow", 2, kMany, 224, 144, 104},
    {"sand", 3, kMany, 224, 144, 104},      {"all four", -1, 8 * kMany, 448, 288, 208}};

// Bytes per particle. The fused transfer reads and writes position, memory and six strain
// components, and reads mass and material. The split transfer reads these values twice (mass only
// once), writes strain and position twice, and writes and reads the velocity and the nine
// components of its gradient.
constexpr double kFused = 2 * (16 + 24) + 4 + 1;
constexpr double kSplit = 2 * 2 * (16 + 24) + 4 + 2 * 1 + 2 * (12 + 36);
// Bytes per node: four floats each to zero, to accumulate (a read and a write) and to read.
constexpr double kNode = 4 * 16;

std::unique_ptr<studio::Simulation> box_of(const Case& each, const Device& device) {
    const apps::Entry entry = apps::find_entry("sand_snow");
    auto options = apps::options_for(entry, device);
    options.settings = {{"count", std::to_string(each.count)},
                        {"width", std::to_string(each.width)},
                        {"height", std::to_string(each.height)},
                        {"depth", std::to_string(each.depth)}};
    // Makes all densities equal. Below, the particles keep their masses when their material
    // changes, and without this setting, some materials would become much lighter or stiffer than
    // the others.
    if (each.material >= 0)
        for (const char* name : {"water", "jelly", "snow", "sand"})
            options.settings.emplace_back(std::string(name) + "_density", "1000");
    auto box = apps::make_simulation(entry, options);
    if (each.material >= 0)
        box->field<unsigned char>("material") = static_cast<unsigned char>(each.material);
    return box;
}

void measure(const Case& each, const Device& device) {
    const auto made = box_of(each, device);
    auto& box = dynamic_cast<apps::SandSnow&>(*made);
    box.advance(kWarmUp);
    Stream& stream = box.stream();
    const double substep = box.now().dt / box.substeps();
    const double sort = median_seconds(kTurns, [&] {
        box.sort(box.now());
        stream.synchronize();
    });
    const auto moved = [&](bool is_fused) {
        box.set("fused", is_fused ? 1 : 0);
        const auto move = [&](unsigned substeps) {
            return median_seconds(kTurns, [&] {
                box.sort(box.now());
                box.move(box.now(), substeps, substep);
                stream.synchronize();
            });
        };
        // Subtracts one substep, because the first and the last half substep are never fused.
        return (move(kSubsteps + 1) - move(1)) / kSubsteps;
    };
    const double fused = moved(true), split = moved(false);
    const auto particles = static_cast<double>(each.count);
    const double copied = copy_seconds(stream, kTurns, kFused * particles + kNode * each.nodes());
    const double copied_split =
        copy_seconds(stream, kTurns, kSplit * particles + kNode * each.nodes());
    const auto rate = [&](double seconds) { return particles / seconds * 1e-6; };
    fmt::print("  {:<9} {:>9} {:>10.1f} {:>10.1f} {:>7.2f} {:>10.1f} {:>10.1f} {:>9.3f} {:>6.1f}\n",
               each.name, each.count, rate(fused), rate(split), split / fused, rate(copied),
               rate(copied_split), sort * 1e3, sort / fused);
}

void measure(const Device& device) {
    fmt::print(
        "{}, M particles/s per substep\n  {:<9} {:>9} {:>10} {:>10} {:>7} {:>10} {:>10} "
        "{:>9} {:>6}\n",
        headline(device), "", "particles", "fused", "split", "ratio", "copy", "copy split",
        "sort, ms", "of one");
    const auto cases = device.kind() == BackendKind::cpu ? std::span<const Case>(kOnCpu)
                                                         : std::span<const Case>(kOnGpu);
    for (const Case& each : cases) measure(each, device);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
