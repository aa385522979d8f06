// SPDX-License-Identifier: MIT
// Cost of a step of apps/gallery/gray_scott.cu, as a single step and as one of several fused steps,
// compared with a copy of the bytes that a single step must move.
#include <cstdlib>

#include <apps/catalog.hpp>
#include <bench/measure.hpp>
#include <bench/openmp/turns.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 15;
constexpr unsigned kSteps = 20;
constexpr std::size_t kBytesPerCell = 4 * sizeof(float);  // reads and writes U and V

studio::Simulation simulation_of(std::size_t width, std::size_t height, const Device& device,
                                 bool at_once) {
    auto options = apps::options_for(apps::find_entry("gray_scott"), device);
    options.settings = {{"width", fmt::format("{}", width)}, {"height", fmt::format("{}", height)}};
    options.steps_at_once = at_once;
    return studio::Simulation(options);
}

void measure(const Device& device, std::size_t width, std::size_t height) {
    studio::Simulation single = simulation_of(width, height, device, false);
    studio::Simulation several = simulation_of(width, height, device, true);
    Stream& stream = single.stream();
    const std::size_t cells = width * height;
    const DeviceMemory<std::byte> from(stream, cells * kBytesPerCell / 2);
    DeviceMemory<std::byte> to(stream, cells * kBytesPerCell / 2);
    const auto steps_of = [](studio::Simulation& simulation) {
        return [&simulation] {
            simulation.advance(kSteps);
            simulation.stream().synchronize();
        };
    };
    std::vector<Side> sides{{.name = "single", .run = steps_of(single)},
                            {.name = "several", .run = steps_of(several)},
                            {.name = "copy", .run = [&] {
                                 for (unsigned i = 0; i < kSteps; ++i) copy(stream, to, from);
                                 stream.synchronize();
                             }}};
    take_turns(sides, kTurns, [] {});
    const double copied = sides[2].median();
    for (const Side& side : std::span(sides).first(2))
        fmt::print("  {:>5} x {:>5} {:<8} {:>10.4f} {:>10.0f} {:>8.2f}\n", width, height, side.name,
                   1e3 * side.median() / kSteps,
                   1e-6 * static_cast<double>(cells) * kSteps / side.median(),
                   copied / side.median());
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    for (const glint::Device& device : devices_of(argc, argv)) {
        fmt::print("{}\n  {:<22} {:>10} {:>10} {:>8}\n", headline(device), "", "ms/step",
                   "M cells/s", "vs copy");
        const bool is_cpu = device.kind() == glint::BackendKind::cpu;
        measure(device, is_cpu ? 682 : 1820, is_cpu ? 384 : 1024);
        measure(device, is_cpu ? 2048 : 8192, is_cpu ? 2048 : 8192);
    }
}
