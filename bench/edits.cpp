// SPDX-License-Identifier: MIT
// Cost of saving a simulation's file while the simulation runs: the time until the first picture of
// the new version, and the times of the frames until then.
#include "measure.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include <unistd.h>

#include <glint/base/files.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/run/detail/launch_shape.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/window/detail/live_editing.hpp>

namespace glint::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kEdits = 20;
constexpr double kFrame = 1.0 / 60;  // as on a display with 60 Hz
constexpr double kLongestWait = 30;

/// A folder with a copy of the file, and an empty disk cache.
class Scratch {
public:
    Scratch() : folder_(fs::temp_directory_path() / fmt::format("glint-edits-{}", getpid())) {
        fs::create_directories(folder_);
        setenv("GLINT_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    }
    ~Scratch() { fs::remove_all(folder_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    fs::path save(const std::string& name, const std::string& text) const {
        replace_file(folder_ / name, std::as_bytes(std::span(text)), {.durable = false});
        return folder_ / name;
    }

private:
    fs::path folder_;
};

/// Returns a version of the file that is in no cache: one of its kernels contains `version`.
std::string edited(std::string text, int version) {
    const std::size_t at = text.find("__global__");
    const std::size_t body = text.find('{', at) + 1;
    return text.insert(body, fmt::format(" if (blockIdx.x == 1000000u + {}) return;", version));
}

struct Times {
    std::vector<double> to_picture, frames, adopting, first;
};

double most(const std::vector<double>& times) { return *std::ranges::max_element(times); }

/// Runs a simulation frame by frame and draws its picture, without a panel.
class Loop {
public:
    Loop(const Device& device, const gl::Context& context, const fs::path& file)
        : context_(context),
          simulation_({.device = device, .file = file}),
          viewer_(simulation_, context, interop::Sharing::automatic),
          editing_(simulation_),
          target_(context, {.width = 1280, .height = 720}) {}

    /// Computes a frame, and then waits until the next frame is due. Returns true if this frame is
    /// the first frame of a new version.
    bool frame(Times& times) {
        const auto start = Clock::now();
        const bool is_new = editing_.update();
        if (is_new) viewer_.refresh_views();
        const std::chrono::duration<double> taken = Clock::now() - start;
        simulation_.advance(simulation_.declaration().steps_per_frame);
        viewer_.draw(target_);
        context_.finish();
        const std::chrono::duration<double> whole = Clock::now() - start;
        times.frames.push_back(whole.count());
        if (is_new) times.adopting.push_back(taken.count());
        if (is_new) times.first.push_back((whole - taken).count());
        shown_ = Clock::now();
        std::this_thread::sleep_until(start + std::chrono::duration<double>(kFrame));
        return is_new;
    }
    Clock::time_point shown() const { return shown_; }

private:
    const gl::Context& context_;
    studio::Simulation simulation_;
    studio::Viewer viewer_;
    studio::LiveEditing editing_;
    gl::Framebuffer target_;
    Clock::time_point shown_;
};

void show(const char* what, const std::vector<double>& times) {
    fmt::print("  {:<40} {:8.1f} {:8.1f}\n", what, median(times) * 1e3, most(times) * 1e3);
}

/// Measures the stages of compiling a new version while nothing else runs.
void measure_compilation(const Device& device, const fs::path& file, const std::string& text) {
    std::vector<double> read, compile, load;
    for (int version = 1001; version <= 1005; ++version) {
        const std::string other = edited(text, version);
        read.push_back(seconds([&] { (void)studio::read_annotations(file.string(), other); }));
        std::optional<studio::Code> code;
        compile.push_back(
            seconds([&] { code.emplace(device, file, other, studio::CodeOptions{}); }));
        load.push_back(seconds([&] { studio::warm_up(*code); }));
    }
    show("alone: reading the annotations", read);
    show("alone: reading and compiling", compile);
    show("alone: loading", load);
}

void measure(const Device& device, const gl::Context& context, const std::string& name) {
    const Scratch scratch;
    const std::string text = read_text(resource("apps/gallery/" + name));
    const fs::path file = scratch.save(name, text);
    Loop loop(device, context, file);
    Times before, times;
    for (int i = 0; i < 60; ++i) (void)loop.frame(before);
    for (int edit = 1; edit <= kEdits; ++edit) {
        const auto saved = Clock::now();
        scratch.save(name, edited(text, edit));
        while (!loop.frame(times))
            if (Clock::now() - saved > std::chrono::duration<double>(kLongestWait)) return;
        times.to_picture.push_back(std::chrono::duration<double>(loop.shown() - saved).count());
        for (int i = 0; i < 20; ++i) (void)loop.frame(times);
    }
    before.frames.erase(before.frames.begin());  // the first frame includes the startup work
    fmt::print("  {:<40} {:>8} {:>8}\n", name + ", ms", "median", "longest");
    measure_compilation(device, file, text);
    show("a frame without edits", before.frames);
    show("a frame while files are saved", times.frames);
    show("of these: activating a version", times.adopting);
    show("of these: first steps and image", times.first);
    show("from the save to the first new image", times.to_picture);
}

}  // namespace
}  // namespace glint::bench

/// Measures the device that the first argument names, or all devices.
int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : devices_of(argc, argv)) {
        fmt::print("{}, OpenGL on {}\n", headline(device), context.renderer());
        for (const char* file : {"pond.cu", "boids.cu"}) measure(device, context, file);
    }
}
