// SPDX-License-Identifier: MIT
// Measures the time to return to one of the last 10,000 steps, and the cost of recording the
// necessary history.
#include "measure.hpp"

#include <algorithm>
#include <random>

#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/history/detail/history.hpp>

namespace glint::bench {
namespace {

constexpr std::uint64_t kReach = 10'000;
constexpr unsigned kFrame = 20;  // number of steps per frame
constexpr int kWays = 200;

studio::Simulation open(const Device& device, const char* name) {
    return studio::Simulation(
        {.device = device, .file = resource(std::string("apps/gallery/") + name + ".cu")});
}

/// Total seconds of all frames of `kFrame` steps: `alone` without a history, `kept` with a history.
/// The two simulations alternate, so that they have the same clock rates and background load.
struct Cost {
    double alone = 0, kept = 0;
};

double frame(studio::Simulation& simulation, studio::History* history) {
    return seconds([&] {
        if (history) history->begin_steps();
        simulation.advance(kFrame);
        if (history) history->end_steps(kFrame);
        simulation.stream().synchronize();
    });
}

Cost make_steps(studio::Simulation& alone, studio::Simulation& kept, studio::History& history,
                std::uint64_t steps) {
    Cost cost;
    while (kept.now().number < steps) {
        cost.alone += frame(alone, nullptr);
        cost.kept += frame(kept, &history);
    }
    return cost;
}

void measure(const Device& device, const char* name, std::uint64_t steps) {
    studio::Simulation alone = open(device, name), kept = open(device, name);
    for (studio::Simulation* each : {&alone, &kept}) {
        each->advance(kFrame);
        each->stream().synchronize();
        each->reset();
    }
    studio::History history(kept, {.budget_bytes = studio::default_history_bytes(device)});
    const Cost cost = make_steps(alone, kept, history, steps);

    std::mt19937 random(1);
    const std::uint64_t end = kept.now().number, begin = end - std::min(end, kReach);
    std::vector<double> ways;
    for (int i = 0; i < kWays; ++i)
        ways.push_back(seconds([&] {
            history.go_to(begin + random() % (end - begin + 1));
            kept.stream().synchronize();
        }));
    std::ranges::sort(ways);
    const double step_ms = 1e3 * history.step_time().value_or(Seconds(0)).count();
    fmt::print("{:<12} {:>7} {:>9.4f} {:>9} {:>9} {:>6} {:>10} {:>10.2f} {:>10.2f} {:>8.2f}\n",
               name, end, step_ms, text::human_bytes(kept.state().size_bytes()),
               history.snapshot_count(), history.spacing(),
               text::human_bytes(history.device_bytes() + history.host_bytes()),
               1e3 * ways[ways.size() / 2], 1e3 * ways.back(), 100 * (cost.kept / cost.alone - 1));
}

void run(const Device& device) {
    const bool is_gpu = device.kind() == BackendKind::cuda;
    fmt::print("{}\n{:<12} {:>7} {:>9} {:>9} {:>9} {:>6} {:>10} {:>10} {:>10} {:>8}\n",
               headline(device), "simulation", "steps", "step, ms", "state", "snapshots", "every",
               "memory", "median, ms", "max, ms", "cost, %");
    for (const char* name : {"pond", "gray_scott", "boids"}) {
        const bool is_slow = name == std::string_view("boids") && !is_gpu;
        measure(device, name, is_slow ? 1000 : is_gpu ? 50'000 : 12'000);
    }
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::run(device);
}
