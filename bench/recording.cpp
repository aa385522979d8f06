// SPDX-License-Identifier: MIT
// Measures the cost of recording: runs at 1920 x 1080 with every second frame drawn, with and
// without a recording of 30 pictures per second, at full speed and at the pace of a window.
//
//     glint_bench_recording [DEVICE]      default: every device
#include "measure.hpp"

#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include <apps/catalog.hpp>
#include <glint/app/detail/picture_tap.hpp>
#include <glint/app/frame_rate.hpp>
#include <glint/base/error.hpp>
#include <glint/base/run_program.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/keep/recording/detail/recorder.hpp>
#include <glint/studio/run/detail/pace.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::bench {
namespace {

constexpr int kWidth = 1920, kHeight = 1080;
constexpr unsigned kFps = 30, kFramesEach = app::kFramesPerSecond / kFps;
constexpr int kTurns = 5;
constexpr double kFrameSeconds = 1.0 / app::kFramesPerSecond;

/// An encoder that discards the pictures.
class NoEncoder final : public studio::Encoder {
public:
    unsigned threads() const override { return 1; }
    void add(const Picture&, std::size_t) override {}
    void finish() override {}
    std::optional<std::size_t> kept() override { return std::nullopt; }
};

enum class Kind { drawn, read, mp4, png };
constexpr std::array kKinds{Kind::drawn, Kind::read, Kind::mp4, Kind::png};
constexpr std::array<const char*, 4> kNames{"drawn only", "read back", "mp4", "PNG folder"};

std::unique_ptr<studio::Encoder> encoder_for(Kind kind, const std::filesystem::path& folder) {
    if (kind == Kind::read) return std::make_unique<NoEncoder>();
    return studio::make_encoder(
        {.file = folder / (kind == Kind::mp4 ? "run.mp4" : "pictures"), .fps = kFps});
}

struct Taken {
    double run_s = 0;     ///< time until the last frame is done
    double waited_s = 0;  ///< part of run_s spent waiting for the encoder
    double end_s = 0;     ///< time after run_s to complete the file
};

class Run {
public:
    Run(const std::string& name, const Device& device, const gl::Context& context)
        : simulation_(apps::options_for(apps::find_entry(name), device)),
          viewer_(simulation_, context, interop::Sharing::automatic),
          target_(context, {.width = kWidth, .height = kHeight}) {}

    studio::Simulation& simulation() { return simulation_; }

    Taken frames(Kind kind, unsigned frames, unsigned steps) {
        const ScratchFolder folder;
        std::unique_ptr<studio::Recorder> recorder;
        std::optional<app::PictureTap> tap;
        if (kind != Kind::drawn) {
            recorder = std::make_unique<studio::Recorder>(encoder_for(kind, folder.path()));
            tap.emplace(target_.context(), *recorder, kFramesEach, 1.0f);
        }
        Taken taken;
        taken.run_s = seconds([&] {
            for (unsigned frame = 1; frame <= frames; ++frame) one(frame, steps, tap);
            simulation_.stream().synchronize();
            target_.context().finish();
        });
        taken.end_s = seconds([&] {
            if (tap) taken.waited_s = tap->finish().count();
            if (recorder && recorder->finish().error)
                throw Error(ErrorCode::io, "record", *recorder->finish().error);
        });
        return taken;
    }

private:
    void one(unsigned frame, unsigned steps, std::optional<app::PictureTap>& tap) {
        const app::FrameInput input{.number = frame, .steps = 1};
        if (tap) tap->begin(input);
        simulation_.advance(steps);
        if (frame % kFramesEach == 0) viewer_.draw(target_);
        pace_.end_frame(simulation_.stream());
        if (tap)
            tap->end(input, target_, [this] { viewer_.draw_overlay(); });
        else
            target_.context().flush();
    }

    studio::Simulation simulation_;
    studio::Viewer viewer_;
    gl::Framebuffer target_;
    studio::Pace pace_{simulation_.stream().device()};
};

/// Alternates between all kinds of recording, so that drift of the machine affects them equally.
void measure(Run& run, const char* pace, unsigned frames, unsigned steps) {
    std::array<std::vector<double>, kKinds.size()> run_s, waited_s, end_s;
    for (int turn = 0; turn < kTurns; ++turn)
        for (std::size_t i = 0; i < kKinds.size(); ++i) {
            if (kKinds[i] == Kind::mp4 && !studio::has_ffmpeg()) continue;
            const Taken taken = run.frames(kKinds[i], frames, steps);
            run_s[i].push_back(taken.run_s);
            waited_s[i].push_back(taken.waited_s);
            end_s[i].push_back(taken.end_s);
        }
    fmt::print("  {}, {} frames of {}\n", pace, frames,
               steps == 1 ? "1 step" : fmt::format("{} steps", steps));
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (run_s[i].empty()) {
            fmt::print("    {:<11} ffmpeg not found\n", kNames[i]);
            continue;
        }
        const double taken = median(run_s[i]);
        fmt::print("    {:<11} {:>9.3f} {:>8.3f} {:>9.3f} {:>12.3f}\n", kNames[i],
                   taken / frames * 1e3, taken / median(run_s[0]), median(waited_s[i]),
                   median(end_s[i]));
    }
}

void measure(const std::string& name, const Device& device, const gl::Context& context) {
    Run run(name, device, context);
    const unsigned usual = run.simulation().declaration().steps_per_frame;
    const double frame = median_seconds(5, [&] { run.frames(Kind::drawn, 8, usual); }) / 8;
    const bool is_gpu = device.kind() == BackendKind::cuda;
    fmt::print("{}\n    {:<11} {:>9} {:>8} {:>9} {:>12}\n", name, "", "ms/frame", "ratio",
               "waited, s", "finish, s");
    measure(run, "as fast as possible", is_gpu ? 600 : 60, usual);
    // Measures the time per step, to find how many steps fit into a sixtieth of a second.
    const double step =
        median_seconds(5, [&] { run.frames(Kind::drawn, 2, 10 * usual); }) / (20.0 * usual);
    const auto steps = static_cast<unsigned>(std::max(kFrameSeconds / step, 1.0));
    if (frame < kFrameSeconds)
        measure(run, "at the frame rate of a window", is_gpu ? 180 : 60, steps);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // shows each line immediately: the run takes minutes
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : glint::bench::devices_of(argc, argv)) {
        fmt::print("{}, OpenGL on {}\n", glint::bench::headline(device), context.renderer());
        for (const char* name : {"pond", "boids"}) glint::bench::measure(name, device, context);
    }
}
