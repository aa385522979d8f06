// What a frame of the particle simulation costs, for each way of sharing it with OpenGL.
#include "measure.hpp"

#include <apps/particles/particles.hpp>
#include <glint/base/error.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::bench {
namespace {

constexpr int kFrames = 31;
constexpr double kTimeStep = 1.0 / 60.0;

std::vector<double> counts_for(const Device& device) {
    if (device.kind() == BackendKind::cuda) return {1e6, 1e7};
    return {2e5, 1e6};
}

void measure(const Device& device, const gl::Context& context, interop::Sharing way, double count) {
    apps::Particles particles({.device = device, .context = context, .sharing = way});
    particles.parameters().set("count", count);
    particles.reset();
    gl::Framebuffer target(context, {.width = 1280, .height = 720});
    const double shared = median_seconds(kFrames, [&] {
        particles.advance(1, kTimeStep);
        particles.give_to_gl();
        context.finish();
    });
    const double drawn = median_seconds(kFrames, [&] {
        particles.advance(1, kTimeStep);
        particles.draw(target);
        context.finish();
    });
    fmt::print("  {:<11} {:>9.0f} {:>12.3f} {:>14.3f} {:>14.3f}\n", to_string(way), count,
               particles.kernel_time().count() * 1e3, shared * 1e3, drawn * 1e3);
}

void measure(const Device& device, const gl::Context& context) {
    fmt::print("{}, OpenGL on {}\n  {:<11} {:>9} {:>12} {:>14} {:>14}\n", headline(device),
               context.renderer(), "sharing", "particles", "step, ms", "step+share, ms",
               "and drawn, ms");
    for (const interop::Sharing way : interop::ways_of(device.kind()))
        for (const double count : counts_for(device)) try {
                measure(device, context, way, count);
            } catch (const Error& error) {
                fmt::print("  {:<11} {:>9.0f} {}\n", to_string(way), count, error.what());
            }
}

}  // namespace
}  // namespace glint::bench

int main() {
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : glint::bench::open_all())
        glint::bench::measure(device, context);
}
