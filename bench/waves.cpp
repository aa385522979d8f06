// SPDX-License-Identifier: MIT
// Measures a step of apps/waves compared with a copy of the bytes that the step must move. On the
// CPU, also compares the same steps in C++ and OpenMP.
#include <cmath>
#include <cstdlib>
#include <optional>

#include <apps/catalog.hpp>
#include <bench/difference.hpp>
#include <bench/measure.hpp>
#include <bench/openmp/libraries.hpp>
#include <bench/openmp/turns.hpp>
#include <bench/openmp/waves.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 21;
// Each half step reads the level, the previous level and the medium, and writes a level.
constexpr double kBytesPerCell = 2 * 4 * sizeof(float);

struct Size {
    const char* name;
    int width, height, depth;

    std::size_t cells() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
               static_cast<std::size_t>(depth);
    }
};

constexpr Size kOnCpu[] = {{"waves", 640, 360, 1},
                           {"waves", 2048, 2048, 1},
                           {"waves3d", 64, 64, 64},
                           {"waves3d", 192, 160, 128}};
constexpr Size kOnGpu[] = {{"waves", 1920, 1080, 1},
                           {"waves", 8192, 8192, 1},
                           {"waves3d", 128, 128, 128},
                           {"waves3d", 512, 384, 384},
                           {"waves3d", 1024, 768, 512}};
// Cell updates per run. The number is large, so the final wait for the GPU costs little.
constexpr std::size_t kCellsPerRun = 1u << 22, kCellsPerRunOnGpu = 1u << 30;

studio::Simulation simulation_of(const Size& size, const Device& device) {
    auto options = apps::options_for(apps::find_entry(size.name), device);
    options.settings = {{"width", fmt::format("{}", size.width)},
                        {"height", fmt::format("{}", size.height)},
                        // Sources exert no force, as in the references.
                        {"amplitude", "0"}};
    if (size.depth > 1) options.settings.emplace_back("depth", fmt::format("{}", size.depth));
    return studio::Simulation(options);
}

std::vector<float> bump(std::size_t cells) {
    std::vector<float> values(cells, 0.0f);
    for (std::size_t i = 0; i < cells; ++i) values[i] = 0.01f * static_cast<float>(i * 7919 % 101);
    return values;
}

void set_out(studio::Simulation& simulation) {
    const auto values = bump(simulation.field<float>("level").size());
    simulation.field<float>("level").assign(values);
    simulation.field<float>("before").assign(values);
    simulation.stream().synchronize();
}

/// Measures glint's steps, a copy of the same size and, on the CPU, the references, alternately.
class Comparison {
public:
    Comparison(const Size& size, const Device& device, const std::vector<OpenMpLibrary>& libraries)
        : size_(size),
          simulation_(simulation_of(size, device)),
          from_(simulation_.stream(), bytes() / 2),
          to_(simulation_.stream(), bytes() / 2) {
        sides_.push_back({.name = "glint", .run = [this] {
                              for (int i = 0; i < repeats_; ++i) simulation_.advance(1);
                              simulation_.stream().synchronize();
                          }});
        sides_.push_back({.name = "copy", .run = [this] {
                              for (int i = 0; i < repeats_; ++i)
                                  copy(simulation_.stream(), to_, from_);
                              simulation_.stream().synchronize();
                          }});
        for (const OpenMpLibrary& library : libraries) add(library);
        const std::size_t cells = simulation_.is_on_cpu() ? kCellsPerRun : kCellsPerRunOnGpu;
        repeats_ = static_cast<int>(std::max<std::size_t>(1, cells / size_.cells()));
    }

    void print() {
        check();
        set_out(simulation_);
        take_turns(sides_, kTurns, [] {});
        const double step = sides_[0].median() / repeats_, copied = sides_[1].median() / repeats_;
        const auto cells = static_cast<double>(size_.cells());
        fmt::print("  {:<9} {:>5} x {:>4} x {:>3} {:>10.4f} {:>10.1f} {:>8.2f}", size_.name,
                   size_.width, size_.height, size_.depth, step * 1e3, 2 * cells / step / 1e6,
                   copied / step);
        if (sides_.size() > 2) {
            const auto references = std::span(sides_).subspan(2);
            const Side& best = references[fastest(references)];
            fmt::print(" {:>8.2f}  {}", step * repeats_ / best.median(), best.name);
        }
        fmt::print("\n");
    }

private:
    // Bytes that a step reads and writes. A copy of half as many bytes causes the same memory
    // traffic.
    std::size_t bytes() const { return static_cast<std::size_t>(kBytesPerCell) * size_.cells(); }

    void add(const OpenMpLibrary& library) {
        decltype(&openmp::openmp_waves) step = nullptr;
        library.find("openmp_waves", step);
        sides_.push_back({.name = library.compiler(), .run = [this, step] {
                              const auto level = simulation_.field<float>("level"),
                                         before = simulation_.field<float>("before"),
                                         medium = simulation_.field<float>("medium");
                              const openmp::Waves waves{.width = size_.width,
                                                        .height = size_.height,
                                                        .depth = size_.depth,
                                                        .courant = 0.5f,
                                                        .border = simulation_.get<float>("border"),
                                                        .force = {0, 0}};
                              for (int i = 0; i < repeats_; ++i)
                                  step(&waves, medium.data(), level.data(), before.data());
                          }});
    }

    /// Throws Error(bad_input) if the result of a reference differs from glint's result.
    void check() {
        const auto result = [&](const Side& side) {
            set_out(simulation_);
            side.run();
            return simulation_.field<float>("level").to_vector();
        };
        const std::vector<float> wanted = result(sides_.front());
        for (const Side& side : std::span(sides_).subspan(2)) {
            const std::vector<float> found = result(side);
            for (std::size_t i = 0; i < found.size(); ++i)
                if (!(std::abs(found[i] - wanted[i]) < 1e-4f))
                    throw Error(ErrorCode::bad_input, fmt::format("check {}", side.name),
                                fmt::format("cell {} is {}, not {}", i, found[i], wanted[i]));
        }
    }

    Size size_;
    studio::Simulation simulation_;
    DeviceMemory<std::byte> from_, to_;
    std::vector<Side> sides_;
    int repeats_ = 1;
};

void measure(const Device& device) {
    const bool is_cpu = device.kind() == BackendKind::cpu;
    std::vector<OpenMpLibrary> libraries;
    if (is_cpu) libraries = open_openmp_libraries(device.info().multiprocessors);
    fmt::print("{}\n  {:<27} {:>10} {:>10} {:>8}{}\n", headline(device), "", "ms/step", "M cells/s",
               "vs copy", is_cpu ? "  vs OpenMP" : "");
    for (const Size& size : is_cpu ? std::span<const Size>(kOnCpu) : std::span<const Size>(kOnGpu))
        Comparison(size, device, libraries).print();
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
