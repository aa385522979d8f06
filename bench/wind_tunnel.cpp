// SPDX-License-Identifier: MIT
// Measures how many cells per second the wind tunnel updates, compared with a kernel that only
// copies the tunnel's populations.
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

/// Returns the seconds per step in the best of several rounds, because other processes may use the
/// device during some rounds.
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

/// Returns the time of a kernel that copies `directions` 4-byte words for each of `count` elements.
/// An element is a cell or, with 16-bit populations, a pair of cells.
double copy_seconds(Stream& stream, const char* kernel, std::size_t directions, std::size_t count,
                    unsigned steps) {
    Program program(stream.device(), resource("bench/wind_tunnel.cu"));
    const auto copy = program.kernel<void(int, const void*, const unsigned char*, void*)>(kernel);
    DeviceMemory<float> one(stream, directions * count), other(stream, directions * count);
    DeviceMemory<unsigned char> kind(stream, count);
    fill(stream, one, 0.0f);
    fill(stream, kind, static_cast<unsigned char>(0));
    const int cells = static_cast<int>(count);
    return step_seconds(stream, steps, [&](unsigned copies) {
        for (unsigned i = 0; i < copies; i += 2) {
            copy.launch(stream, elements(count), cells, one.data(), kind, other.data());
            copy.launch(stream, elements(count), cells, other.data(), kind, one.data());
        }
    });
}

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A tunnel, and the kernel that copies the same number of bytes as a step of the tunnel.
struct Case {
    const char* name;
    const char* simulation;
    const char* copy;
    std::size_t directions;
    std::size_t cells_a_word;
    Settings settings{};
};

struct Size {
    std::size_t width, height, depth;

    std::size_t cells() const { return width * height * depth; }
};

void measure(const Device& device, const Size& size, const Case& each) {
    studio::SimulationOptions options =
        apps::options_for(apps::find_entry(each.simulation), device);
    options.settings.insert(options.settings.end(), {{"width", std::to_string(size.width)},
                                                     {"height", std::to_string(size.height)},
                                                     {"depth", std::to_string(size.depth)}});
    options.settings.insert(options.settings.end(), each.settings.begin(), each.settings.end());
    const unsigned steps = device.kind() == BackendKind::cpu ? 20 : 200;
    const auto cells = static_cast<double>(size.cells());
    Stream stream(device);
    // The tunnel exists only in this block, so that memory never holds both the tunnel and the
    // arrays of the copy.
    const double stepped = [&] {
        studio::Simulation tunnel(options);
        return step_seconds(tunnel.stream(), steps, [&](unsigned count) { tunnel.advance(count); });
    }();
    const double copied =
        copy_seconds(stream, each.copy, each.directions, size.cells() / each.cells_a_word, steps);
    fmt::print("  {:<24} {:>5} x {:>4} x {:<4} {:>10.3f} {:>10.3f} {:>8.3f}\n", each.name,
               size.width, size.height, size.depth, cells / stepped * 1e-9, cells / copied * 1e-9,
               copied / stepped);
}

void measure(const Device& device) {
    fmt::print("{}, G cells/s\n  {:<24} {:<19} {:>10} {:>10} {:>8}\n", headline(device), "", "",
               "steps", "copies", "share");
    const bool is_cpu = device.kind() == BackendKind::cpu;
    const Settings empty_2d{{"cylinder", "false"}, {"ends", "1"}, {"walls", "2"}};
    const Settings empty_3d{{"obstacles", "false"}, {"ends", "1"}, {"walls", "2"}, {"sides", "2"}};
    const auto flat = [](const char* name, Settings settings) {
        return Case{name, "wind_tunnel", "copy_9", 9, 1, std::move(settings)};
    };
    const auto singles = [](const char* name, Settings settings) {
        return Case{name, "wind_tunnel3d", "copy_19", 19, 1, std::move(settings)};
    };
    const auto halves = [](const char* name, Settings settings) {
        return Case{name, "wind_tunnel3d_16", "copy_19_halves", 19, 2, std::move(settings)};
    };
    for (const Case& each : {flat("cylinder", {}), flat("turbulence", {{"turbulence", "0.17"}}),
                             flat("periodic", empty_2d)})
        for (const Size& size : is_cpu ? std::vector<Size>{{576, 240, 1}, {2304, 960, 1}}
                                       : std::vector<Size>{{2304, 960, 1}, {8192, 4096, 1}})
            measure(device, size, each);
    for (const Case& each :
         {singles("3D, ball", {}), singles("3D, turbulence", {{"turbulence", "0.17"}}),
          singles("3D, periodic", empty_3d), halves("3D, 16 bits, ball", {}),
          halves("3D, 16 bits, turbulence", {{"turbulence", "0.17"}}),
          halves("3D, 16 bits, periodic", empty_3d)})
        for (const Size& size : is_cpu ? std::vector<Size>{{128, 64, 64}}
                                       : std::vector<Size>{{256, 256, 256}, {384, 192, 192}})
            measure(device, size, each);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
