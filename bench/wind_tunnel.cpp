// Cells that the wind tunnel takes a step further each second, beside a kernel that only copies
// their populations.
#include "measure.hpp"

#include <algorithm>

#include <apps/catalog.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/copies.hpp>
#include <glint/driver/memory.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 9;

struct Case {
    const char* name;
    std::vector<std::pair<std::string, std::string>> settings;
};

/// Seconds for a step: the best of turns, between which others may have had the device.
template <class Work>
double step_seconds(Stream& stream, unsigned steps, const Work& work) {
    work(steps);
    stream.synchronize();
    std::vector<double> times;
    for (int turn = 0; turn < kTurns; ++turn)
        times.push_back(seconds([&] {
                            work(steps);
                            stream.synchronize();
                        }) /
                        steps);
    return *std::ranges::min_element(times);
}

double copy_seconds(Stream& stream, int cells, unsigned steps) {
    Program program(stream.device(), resource("bench/wind_tunnel.cu"));
    const auto copy =
        program.kernel<void(int, const float*, const unsigned char*, float*)>("copy_populations");
    const auto count = static_cast<std::size_t>(cells);
    DeviceMemory<float> one(stream, 9 * count), other(stream, 9 * count);
    DeviceMemory<unsigned char> kind(stream, count);
    fill(stream, one, 0.0f);
    fill(stream, kind, static_cast<unsigned char>(0));
    return step_seconds(stream, steps, [&](unsigned copies) {
        for (unsigned i = 0; i < copies; i += 2) {
            copy.launch(stream, elements(count), cells, one, kind, other);
            copy.launch(stream, elements(count), cells, other, kind, one);
        }
    });
}

void measure(const Device& device, int width, int height, const Case& each) {
    studio::SimulationOptions options = apps::options_for(apps::find_entry("wind_tunnel"), device);
    options.settings.insert(options.settings.end(),
                            {{"width", std::to_string(width)}, {"height", std::to_string(height)}});
    options.settings.insert(options.settings.end(), each.settings.begin(), each.settings.end());
    studio::Simulation tunnel(options);
    const int cells = width * height;
    const unsigned steps = device.kind() == BackendKind::cpu ? 20 : 200;
    const double stepped =
        step_seconds(tunnel.stream(), steps, [&](unsigned count) { tunnel.advance(count); });
    const double copied = copy_seconds(tunnel.stream(), cells, steps);
    fmt::print("  {:<12} {:>5} x {:<5} {:>14.3f} {:>14.3f} {:>8.3f}\n", each.name, width, height,
               cells / stepped * 1e-9, cells / copied * 1e-9, copied / stepped);
}

void measure(const Device& device) {
    fmt::print("{}, G cells/s\n  {:<12} {:<13} {:>14} {:>14} {:>8}\n", headline(device), "", "",
               "steps", "copies", "share");
    const bool is_cpu = device.kind() == BackendKind::cpu;
    const Case cases[] = {{"cylinder", {}},
                          {"turbulence", {{"turbulence", "0.17"}}},
                          {"periodic", {{"cylinder", "false"}, {"ends", "1"}, {"walls", "2"}}}};
    for (const Case& each : cases)
        for (const auto& [width, height] :
             is_cpu ? std::vector<std::pair<int, int>>{{576, 240}, {2304, 960}}
                    : std::vector<std::pair<int, int>>{{2304, 960}, {8192, 4096}})
            measure(device, width, height, each);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    const std::vector<glint::Device> devices =
        argc > 1 ? std::vector{glint::Device::open(argv[1])} : open_all();
    for (const glint::Device& device : devices) measure(device);
}
