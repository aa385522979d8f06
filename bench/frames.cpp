// SPDX-License-Identifier: MIT
// Cost of a frame of the particle simulation, for each method of sharing memory with OpenGL.
#include "measure.hpp"

#include <apps/catalog.hpp>
#include <glint/base/error.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/interop/device_match.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::bench {
namespace {

constexpr int kFrames = 31;

std::vector<int> counts_for(const Device& device) {
    if (device.kind() == BackendKind::cuda) return {1'000'000, 10'000'000};
    return {200'000, 1'000'000};
}

void measure(const Device& device, const gl::Context& context, interop::Sharing way, int count) {
    studio::SimulationOptions options = apps::options_for(apps::find_entry("particles"), device);
    options.settings.emplace_back("count", std::to_string(count));
    studio::Simulation particles(options);
    studio::Viewer viewer(particles, context, way);
    gl::Framebuffer target(context, {.width = 1280, .height = 720});
    const double stepped = median_seconds(kFrames, [&] {
        particles.advance(1);
        particles.stream().synchronize();
    });
    const double drawn = median_seconds(kFrames, [&] {
        particles.advance(1);
        viewer.draw(target);
        context.finish();
    });
    fmt::print("  {:<11} {:>9} {:>12.3f} {:>14.3f}\n", to_string(way), count, stepped * 1e3,
               drawn * 1e3);
}

void measure(const Device& device, const gl::Context& context) {
    fmt::print("{}, OpenGL on {}\n  {:<11} {:>9} {:>12} {:>14}\n", headline(device),
               context.renderer(), "sharing", "particles", "step, ms", "and drawn, ms");
    for (const interop::Sharing way : interop::sharing_methods(device.kind()))
        for (const int count : counts_for(device)) try {
                measure(device, context, way, count);
            } catch (const Error& error) {
                fmt::print("  {:<11} {:>9} {}\n", to_string(way), count, error.what());
            }
}

}  // namespace
}  // namespace glint::bench

int main() {
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : glint::bench::open_all())
        glint::bench::measure(device, context);
}
