// SPDX-License-Identifier: MIT
// Measures a step of apps/nbody with each method of summation, in TFLOP/s at 20 operations per
// interaction. Compares this rate with the limit set by the GPU's instruction issue rate.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include <apps/catalog.hpp>
#include <apps/nbody/nbody.hpp>
#include <bench/measure.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 3;
constexpr double kOperations = 20;  // per interaction, the usual convention

struct Way {
    const char* name;
    const char* integrator;
    const char* sums;
    const char* pairs;
    double instructions;  // per interaction on sm_90, including shares of loop overhead and loads
};

constexpr Way kWays[] = {{"plain", "0", "0", "1", 13.4},
                         {"pairs once", "0", "0", "2", 8.9},
                         {"compensated", "0", "1", "1", 15.0},
                         {"double", "0", "2", "1", 13.9},
                         {"Hermite", "1", "0", "1", 27.9}};
constexpr unsigned kOnCpu[] = {1024, 4096, 16384};
constexpr unsigned kOnGpu[] = {65536, 262144, 1048576};
constexpr unsigned kMaxOthers = 262144;  // maximum for all methods but the first two

/// Instructions per second that all lanes of a GPU can issue: 128 per clock and multiprocessor.
/// Meaningless for CPUs, which do not report their clock rate.
double instructions_a_second(const DeviceInfo& info) {
    return 128.0 * info.multiprocessors * static_cast<double>(info.clock_hz);
}

void measure(const Way& way, unsigned count, const Device& device) {
    auto options = apps::options_for(apps::find_entry("nbody"), device);
    options.settings = {{"scene", "1"},        {"count", std::to_string(count)},
                        {"energy_every", "0"}, {"integrator", way.integrator},
                        {"sums", way.sums},    {"pairs", way.pairs}};
    options.dt = 1e-4;
    apps::NBody bodies(options);
    const double interactions = static_cast<double>(count) * count;
    const bool is_cpu = device.kind() == BackendKind::cpu;
    const double expected = interactions / (is_cpu ? 1e9 : 2e12);
    const auto repeats = static_cast<int>(std::clamp(0.1 / expected, 1.0, 50.0));
    const auto seconds_of = [&](const auto& work) {
        return seconds_per_run(bodies.stream(), kTurns, repeats, work);
    };
    const double step = seconds_of([&] { bodies.advance(1); });
    const double sums = seconds_of([&] { bodies.sum_forces(); });
    const double rate = kOperations * interactions / step;
    fmt::print("  {:<12} {:>8} {:>11.4f} {:>11.4f} {:>12.1f} {:>9.2f}", way.name, count, step * 1e3,
               sums * 1e3, interactions / step / 1e9, rate / 1e12);
    const double roof =
        is_cpu ? 0 : instructions_a_second(device.info()) / way.instructions * kOperations;
    if (roof > 0) fmt::print(" {:>9.2f} {:>8.2f}", roof / 1e12, rate / roof);
    fmt::print("\n");
}

void measure(const Device& device) {
    const bool is_cpu = device.kind() == BackendKind::cpu;
    fmt::print("{}\n  {:<12} {:>8} {:>11} {:>11} {:>12} {:>9}{}\n", headline(device), "", "bodies",
               "ms/step", "ms for sums", "G pairs/s", "TFLOP/s",
               is_cpu ? "" : "      roof  of roof");
    const auto counts =
        is_cpu ? std::span<const unsigned>(kOnCpu) : std::span<const unsigned>(kOnGpu);
    for (const Way& way : kWays)
        for (const unsigned count : counts)
            if (count <= kMaxOthers || &way < kWays + 2) measure(way, count, device);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
