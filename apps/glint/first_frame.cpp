// SPDX-License-Identifier: MIT
#include <apps/glint/first_frame.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include <apps/catalog.hpp>
#include <apps/glint/run_spec.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/compile_ahead.hpp>
#include <glint/studio/run/field_checksums.hpp>
#include <glint/studio/run/watch.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::apps {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kGpuPrefix = "cuda:";
constexpr std::string_view kArchitecturePrefix = "sm_";

/// Creates the simulation and computes its first frame exactly as a run does.
void make_first_frame(const RunSpec& spec, const OpenedFile& file, const Device& device,
                      interop::Sharing sharing, bool has_picture) {
    const log::Muted muted;  // the run itself logs these messages
    const auto simulation = make_simulation(spec, file, device);
    studio::Viewer viewer(*simulation, std::nullopt, sharing);
    if (!spec.run.views.empty()) viewer.show(spec.run.views);
    simulation->advance(simulation->declaration().steps_per_frame);
    if (has_picture) (void)viewer.picture(spec.options.width, spec.options.height);
    (void)simulation->monitors();
    if (spec.run.keep.folder)
        (void)studio::FieldChecksums(device).of(*simulation);  // as at the end of a recorded run
    if (spec.run.check_every != 0u) (void)studio::Watch(*simulation, {}).check_numbers();
}

/// Returns text that identifies the kernels of a first frame, except for the device: the kernels
/// are the same if the texts are equal.
std::string description_of(const RunSpec& spec, const OpenedFile& file, bool has_picture) {
    std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n", file.entry.name, file.text, spec.preset,
                                   has_picture, spec.run.check_every != 0u);
    if (spec.run.keep.folder) text += "kept\n";
    for (const auto& [name, value] : spec.first_settings) text += name + '=' + value + '\n';
    for (const auto& [name, value] : spec.options.settings) text += name + '=' + value + '\n';
    for (const auto* list : {&spec.inputs, &spec.run.views})
        for (const std::string& each : *list) text += each + '\n';
    return text;
}

std::string progress_text(const CompileAhead::Progress& progress) {
    return fmt::format("compiling kernels: {} of {} files", progress.done, progress.total);
}

/// Reports on stderr that kernels are being compiled, if that takes longer than a second.
class ProgressLine {
public:
    ProgressLine() = default;
    ~ProgressLine() {
        if (is_open_) console::draw("\r\x1b[K");
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const CompileAhead::Progress& progress) {
        if (Clock::now() - start_ < std::chrono::seconds(1)) return;
        if (is_terminal_) {
            console::draw('\r' + progress_text(progress));
            is_open_ = true;
        } else if (!has_said_) {
            log::info("compiling kernels, which are cached on disk for the next run");
        }
        has_said_ = true;
    }

private:
    Clock::time_point start_ = Clock::now();
    bool is_terminal_ = isatty(STDERR_FILENO) == 1;
    bool is_open_ = false;
    bool has_said_ = false;
};

/// Waits for the compilation and shows its progress. Returns false if the user closed the window.
bool wait_for(const CompileAhead& ahead, app::App& app) {
    ProgressLine line;
    while (!ahead.is_done()) {
        const CompileAhead::Progress progress = ahead.progress();
        if (app.options().headless) {
            line.show(progress);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        } else if (!app.show_progress(progress_text(progress),
                                      static_cast<float>(progress.done) /
                                          static_cast<float>(std::max(progress.total, 1u)))) {
            return false;
        }
    }
    return true;
}

/// Returns true if the first frame of the run has a picture.
bool draws_picture(const RunSpec& spec, const app::AppOptions& options) {
    return options.draws() || spec.run.picture.has_value();
}

/// Opens the GPU that the run will use. Returns nullopt if the run uses no GPU, or if OpenGL, which
/// is not open yet, determines the GPU. Also returns nullopt after an error, which App will report.
std::optional<Device> expected_gpu(const std::string& name) try {
    const auto is_gpu = [](const DeviceInfo& info) { return info.kind == BackendKind::cuda; };
    if (name == "auto" && std::ranges::count_if(devices(), is_gpu) != 1) return std::nullopt;
    if (name.starts_with("cpu")) return std::nullopt;
    Device device = Device::open(name);
    return device.kind() == BackendKind::cuda ? std::optional(std::move(device)) : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

bool is_architecture(const std::string& device) {
    return device.starts_with(std::string(kGpuPrefix) + std::string(kArchitecturePrefix));
}

/// Compiles the kernels of one simulation. Returns a report such as "12 kernel files in 3.2 s".
std::string warm(const RunSpec& spec, const OpenedFile& file, CompileAhead& ahead) {
    const auto start = Clock::now();
    ahead.start([&](const Device& stand_in) {
        make_first_frame(spec, file, stand_in, interop::Sharing::automatic, true);
    });
    ahead.wait();
    if (!ahead.failure().empty())
        throw Error(ErrorCode::invalid_state,
                    fmt::format("warm the cache for '{}'", spec.simulation), ahead.failure());
    const std::chrono::duration<double> taken = Clock::now() - start;
    return fmt::format("{} in {:.1f} s",
                       text::counted(ahead.progress().total, "kernel file", "kernel files"),
                       taken.count());
}

/// Runs the first frame on the CPU backend. The frame must run, because this backend compiles a
/// kernel at its first launch, for the block shape of this launch.
std::string warm_by_running(const RunSpec& spec, const OpenedFile& file, const Device& device) {
    const auto start = Clock::now();
    make_first_frame(spec, file, device, interop::Sharing::automatic, true);
    const std::chrono::duration<double> taken = Clock::now() - start;
    return fmt::format("first frame in {:.1f} s", taken.count());
}

std::string warm(const RunSpec& spec, const std::string& device) {
    const OpenedFile file = open_file(spec);
    if (is_architecture(device)) {
        CompileAhead ahead(std::string_view(device).substr(kGpuPrefix.size()));
        return warm(spec, file, ahead);
    }
    const Device opened = Device::open(device);
    if (opened.kind() == BackendKind::cpu) return warm_by_running(spec, file, opened);
    CompileAhead ahead(opened);
    return warm(spec, file, ahead);
}

}  // namespace

FirstFrameKernels::FirstFrameKernels(const RunSpec& spec, const OpenedFile& file,
                                     const app::AppOptions& options)
    : spec_(spec), file_(file) {
    if (!cache_folder()) return;
    if (const std::optional<Device> gpu = expected_gpu(options.device)) start(*gpu, options);
}

FirstFrameKernels::~FirstFrameKernels() = default;

void FirstFrameKernels::start(const Device& gpu, const app::AppOptions& options) {
    const bool draws = draws_picture(spec_, options);
    description_ = description_of(spec_, file_, draws);
    device_ = gpu.name();
    ahead_ = std::make_unique<CompileAhead>(gpu);
    is_cached_ = ahead_->was_done(description_);
    if (is_cached_) return;
    ahead_->start([this, sharing = options.sharing, draws](const Device& stand_in) {
        make_first_frame(spec_, file_, stand_in, sharing, draws);
    });
}

bool FirstFrameKernels::wait(app::App& app) {
    const Device device = app.device();
    const auto wanted = [&] {
        return description_of(spec_, file_, draws_picture(spec_, app.options()));
    };
    if (ahead_ && (device.name() != device_ || wanted() != description_))
        ahead_.reset();  // compiled for another GPU or another first frame
    if (device.kind() != BackendKind::cuda || !cache_folder()) return true;
    if (!ahead_) start(device, app.options());
    const auto ahead = std::move(ahead_);
    if (is_cached_) return true;
    if (!wait_for(*ahead, app)) return false;
    if (!ahead->failure().empty())
        log::debug(fmt::format("cannot compile all kernels ahead of time: {}", ahead->failure()));
    ahead->note_done(description_);
    return true;
}

int warm_cache(const WarmRequest& request) {
    if (!cache_folder())
        throw Error(ErrorCode::invalid_state, "warm the cache", "the cache is disabled");
    std::vector<std::string> names = request.simulations;
    if (names.empty())
        for (const Entry& entry : catalog()) names.push_back(entry.name);
    int status = EXIT_SUCCESS;
    for (const std::string& name : names) {
        RunSpec run;
        run.simulation = name;
        (void)find_entry(name);  // throws if the name is unknown
        try {
            console::print("{}: {}\n", name, warm(run, request.device));
        } catch (const Error& error) {
            console::say("glint: {}\n", error.what());
            status = EXIT_FAILURE;
        }
    }
    return status;
}

}  // namespace glint::apps
