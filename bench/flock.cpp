// SPDX-License-Identifier: MIT
// Measures a step of flock, its sort, and the drawing, for evenly distributed boids and for boids
// that have formed flocks. Predicts the time of the step from its memory traffic.
#include <string>
#include <vector>

#include <apps/catalog.hpp>
#include <apps/flock/flock.hpp>
#include <bench/copies.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 7;

// Bytes per boid and step: reading positions and writing cell indices (20); three sort passes that
// read and write keys and list indices (48), with their digit counts (4); reordering the boids
// (4 + 32 + 32); and reading and writing boids in the step itself (32 + 33).
constexpr double kBytes = 205;

struct Size {
    int count, width, height, depth;
};

constexpr Size kOnCpu[] = {{40000, 48, 32, 48}, {250000, 96, 48, 96}};
constexpr Size kOnGpu[] = {
    {1000000, 144, 72, 144}, {8000000, 288, 144, 288}, {30000000, 448, 224, 448}};

std::unique_ptr<apps::Flock> flock_of(const Size& size, const Device& device) {
    studio::SimulationOptions options = apps::options_for(apps::find_entry("flock"), device);
    options.settings = {{"count", std::to_string(size.count)},
                        {"width", std::to_string(size.width)},
                        {"height", std::to_string(size.height)},
                        {"depth", std::to_string(size.depth)},
                        {"start", "1"},
                        {"picture_width", "1280"},
                        {"picture_height", "720"}};
    return std::make_unique<apps::Flock>(options);
}

double monitor(apps::Flock& flock, std::string_view title) {
    const auto values = flock.monitors();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (flock.declaration().derived[i].function == title) return values[i].value();
    return 0;
}

void measure(apps::Flock& flock, const Device& device, const char* when, double bandwidth) {
    const int repeats = device.kind() == BackendKind::cpu ? 2 : 5;
    const auto time = [&](const auto& work) {
        return seconds_per_run(flock.stream(), kTurns, repeats, work);
    };
    const double all = time([&] { flock.advance(1); });
    const double sort = time([&] { flock.sort(); });
    const double draw = time([&] { flock.draw(); });
    const double count = flock.get("count");
    fmt::print(
        "  {:>10.0f} {:<9} {:>6.1f} {:>6.1f} % {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.1f}"
        " {:>8.1f}\n",
        count, when, monitor(flock, "mean_neighbours"), 100 * monitor(flock, "sampled"), all * 1e3,
        sort * 1e3, draw * 1e3, kBytes * count / bandwidth * 1e3, count / all * 1e-6, 1 / all);
}

void measure(const Device& device) {
    const bool is_cpu = device.kind() == BackendKind::cpu;
    const double bandwidth = copy_bandwidth(device, kTurns);
    fmt::print(
        "{}, copies {:.0f} GB/s\n  {:>10} {:<9} {:>6} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} "
        "{:>8}\n",
        headline(device), bandwidth * 1e-9, "boids", "", "seen", "sampled", "step, ms", "sort, ms",
        "draw, ms", "bytes, ms", "M/s", "steps/s");
    const auto sizes = is_cpu ? std::vector<Size>(std::begin(kOnCpu), std::end(kOnCpu))
                              : std::vector<Size>(std::begin(kOnGpu), std::end(kOnGpu));
    for (const Size& size : sizes) {
        const auto flock = flock_of(size, device);
        measure(*flock, device, "even", bandwidth);
        flock->advance(is_cpu ? 120 : 600);
        measure(*flock, device, "in flocks", bandwidth);
    }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
