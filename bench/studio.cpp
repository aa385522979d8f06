// SPDX-License-Identifier: MIT
// Measures the overhead of the studio compared with a loop written for one simulation. The two run
// the same kernels and draw the same picture, alternately.
#include "measure.hpp"

#include <cstdlib>

#include <glm/gtc/type_precision.hpp>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/copies.hpp>
#include <glint/gl/copy_picture.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/window/detail/live_editing.hpp>

namespace glint::bench {
namespace {

constexpr int kWidth = 1280, kHeight = 720;
constexpr int kGridWidth = 960, kGridHeight = 540, kSteps = 4;
constexpr float kTimeStep = 0.004f;
constexpr int kTurns = 41;

/// Runs apps/gallery/pond.cu in the studio, as in a window, but without the panel.
class InTheStudio {
public:
    InTheStudio(const Device& device, const gl::Context& context)
        : simulation_({.device = device, .file = resource("apps/gallery/pond.cu")}),
          viewer_(simulation_, context, interop::Sharing::automatic),
          editing_(simulation_) {}

    void frame(gl::Framebuffer& target) {
        (void)editing_.update();
        simulation_.advance(kSteps);
        viewer_.draw(target);
    }

private:
    studio::Simulation simulation_;
    studio::Viewer viewer_;
    studio::LiveEditing editing_;
};

/// Runs the same simulation in a loop written by hand.
class ByHand {
public:
    ByHand(const Device& device, const gl::Context& context)
        : stream_(device),
          pond_(device, resource("apps/gallery/pond.cu")),
          picture_(device, resource("bench/pond_picture.cu")),
          parameters_(pond_.parameters()),
          push_(pond_.kernel<Push>("push")),
          rise_(pond_.kernel<Rise>("rise")),
          shade_(pond_.kernel<Shade>("shade")),
          show_(picture_.kernel<Show>("show")),
          water_(stream_, kCells),
          level_(stream_, kCells),
          rising_(stream_, kCells),
          texture_(device, context,
                   {.width = kWidth, .height = kHeight, .format = PixelFormat::rgba8}) {
        fill(stream_, level_, 0.0f);
        fill(stream_, rising_, 0.0f);
    }

    void frame(gl::Framebuffer& target) {
        const LaunchShape cells = threads_2d(kGridWidth, kGridHeight);
        for (int i = 0; i < kSteps; ++i, ++step_) {
            push_.launch(stream_, cells, kGridWidth, kGridHeight, kTimeStep, parameters_, level_,
                         rising_);
            rise_.launch(stream_, cells, kGridWidth, kGridHeight, kTimeStep, step_, 1u, parameters_,
                         rising_, level_);
        }
        shade_.launch(stream_, cells, kGridWidth, kGridHeight, level_, water_);
        {
            const auto mapped = texture_.map(stream_);
            show_.launch(stream_, threads_2d(kWidth, kHeight), kWidth, kHeight, kGridWidth,
                         static_cast<float>(kGridWidth) / kWidth, water_, mapped);
        }
        gl::copy_picture(target, texture_.gl(), {.width = kWidth, .height = kHeight});
    }

private:
    static constexpr std::size_t kCells = std::size_t(kGridWidth) * kGridHeight;
    using Push = void(int, int, float, const ParameterSet&, const float*, float*);
    using Rise = void(int, int, float, int, unsigned, const ParameterSet&, const float*, float*);
    using Shade = void(int, int, const float*, glm::u8vec4*);
    using Show = void(int, int, int, float, const glm::u8vec4*, Surface);

    Stream stream_;
    Program pond_, picture_;
    ParameterSet parameters_;
    Kernel<Push> push_;
    Kernel<Rise> rise_;
    Kernel<Shade> shade_;
    Kernel<Show> show_;
    DeviceMemory<glm::u8vec4> water_;
    DeviceMemory<float> level_, rising_;
    interop::SharedTexture texture_;
    int step_ = 0;
};

/// Returns the seconds per frame, averaged over `frames` frames. With `waits`, waits for each
/// frame, like a program that reads its pictures. Otherwise, waits only for the last frame.
template <class Loop>
double frame_seconds(Loop& loop, const gl::Context& context, gl::Framebuffer& target, int frames,
                     bool waits) {
    const double all = seconds([&] {
        for (int i = 0; i < frames; ++i) {
            loop.frame(target);
            if (waits) context.finish();
        }
        context.finish();
    });
    return all / frames;
}

// Returns the time of the best round, because other processes disturb some rounds.
double best(const std::vector<double>& times) { return *std::ranges::min_element(times); }

void measure(const Device& device, const gl::Context& context) {
    InTheStudio studio(device, context);
    ByHand hand(device, context);
    gl::Framebuffer target(context, {.width = kWidth, .height = kHeight});
    const auto picture = [&](auto& loop) {
        for (int i = 0; i < 30; ++i) loop.frame(target);
        return target.read_pixels().rgba;
    };
    if (picture(studio) != picture(hand))
        throw Error(ErrorCode::unsupported, "compare the loops",
                    "the images of the two loops differ");
    const int frames = device.kind() == BackendKind::cpu ? 8 : 100;
    for (const bool waits : {false, true}) {
        std::vector<double> in_studio, by_hand;
        for (int turn = 0; turn < kTurns; ++turn) {
            in_studio.push_back(frame_seconds(studio, context, target, frames, waits));
            by_hand.push_back(frame_seconds(hand, context, target, frames, waits));
        }
        fmt::print("  {:<24} {:>12.1f} {:>12.1f} {:>8.3f}\n",
                   waits ? "waiting for each frame" : "frames in a row", 1 / best(in_studio),
                   1 / best(by_hand), best(in_studio) / best(by_hand));
    }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : devices_of(argc, argv)) {
        fmt::print("{}, OpenGL on {}\n  {:<24} {:>12} {:>12} {:>8}\n", headline(device),
                   context.renderer(), "frames/s", "studio", "hand-written", "time");
        measure(device, context);
    }
}
