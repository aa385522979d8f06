// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/catalog.hpp>
#include <apps/glint/error_bar.hpp>
#include <apps/glint/failure_text.hpp>
#include <apps/glint/first_frame.hpp>
#include <apps/glint/kept_request.hpp>
#include <apps/glint/open_app.hpp>
#include <apps/glint/output_files.hpp>
#include <apps/glint/run_files.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/app/frame_rate.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/path_lock.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/run_report.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/keep/files/field_saving.hpp>
#include <glint/studio/keep/recording/bookmark_file.hpp>
#include <glint/studio/keep/run_folder.hpp>
#include <glint/studio/state/mesh_input.hpp>
#include <glint/studio/window/presets.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

bool is_headless(const RunRequest& request) { return request.options.headless || !has_display(); }

/// Builds the request to save fields from the flags.
studio::SaveRequest save_request(const RunRequest& request) {
    const auto format = studio::find_file_format(request.save_as);
    if (!format)
        throw app::WrongOption("--save-as", fmt::format("'{}' is not one of {}", request.save_as,
                                                        fmt::join(studio::kFileFormats, ", ")));
    const bool is_vtk = *format == studio::FileFormat::vti || *format == studio::FileFormat::vtp;
    if (request.save_compressed && !is_vtk)
        throw app::WrongOption("--save-compressed", "applies only to --save-as vti and vtp");
    if (request.save.empty())
        for (const auto& [flag, is_given] :
             {std::pair{"--save-every", request.save_every.has_value()},
              std::pair{"--save-at", !request.save_at.empty()}})
            if (is_given) throw app::WrongOption(flag, "requires --save");
    return {.fields = request.save,
            .format = *format,
            .is_compressed = request.save_compressed,
            .every = request.save_every,
            .at = request.save_at};
}

/// Builds the options for probes, limits and views, checked against the declaration.
studio::RunOptions run_options(const RunRequest& request, const studio::Declaration& declaration) {
    studio::RunOptions options{.probes = request.probes,
                               .monitors = request.monitors,
                               .check_every = request.check_every,
                               .times = request.times,
                               .views = request.views,
                               .picture = request.picture,
                               .result = request.result,
                               .started = request.started,
                               .save = save_request(request),
                               .history_bytes = request.history_bytes};
    if (request.views.size() > 1 && !request.beside.empty())
        throw app::WrongOption("--views", "--beside allows only one view");
    if (request.views.size() > studio::Viewer::kMostPanes)
        throw app::WrongOption("--views",
                               fmt::format("the number of views must be 1 to {}, not {}",
                                           studio::Viewer::kMostPanes, request.views.size()));
    try {
        for (const std::string& name : request.views)
            (void)studio::find_view(declaration, studio::shown_in(declaration), name);
        for (const std::string& text : request.probes)
            (void)studio::parse_probe(declaration, text);  // fails now, not after hours
        options.limits = studio::limits_of(declaration, request.limits);
        const double dt = request.options.time_step;
        studio::check_saves(declaration, options.save, dt != 0 ? dt : declaration.dt);
    } catch (const Error& error) {
        throw app::WrongOption(error);
    }
    return options;
}

/// Throws before anything is compiled.
std::optional<studio::RecordingOptions> recording_of(const RunRequest& request) {
    if (request.recording.empty()) return std::nullopt;
    studio::RecordingOptions options{.file = request.recording};
    if (request.fps) options.fps = *request.fps;
    try {
        studio::check_recording(options);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::not_found) throw;
        throw app::WrongOption(error);
    }
    return options;
}

studio::CameraTourOptions tour_of(const RunRequest& request) {
    studio::CameraTourOptions options{.bookmarks = request.camera_path};
    if (request.path_seconds) options.seconds = *request.path_seconds;
    return options;
}

/// Rejects flags that have no effect. Some also apply to a window's buttons, so only headless runs
/// reject them. A resumed run keeps its original flags.
void check_rates(const RunRequest& request) {
    if (request.json && !is_headless(request))
        throw app::WrongOption("--json", "applies only to headless runs");
    const char* const stop = request.steps ? "--steps" : request.until ? "--until" : nullptr;
    if (stop && !is_headless(request))
        throw app::WrongOption(stop, "applies only to headless runs");
    if (request.steps && request.until)
        throw app::WrongOption("--steps", "--until already sets the end of the run");
    if (stop && request.options.frames > 0)
        throw app::WrongOption(stop, "--frames already sets the end of the run");
    if (request.json && request.error_bar)
        throw app::WrongOption("--json", "cannot be combined with --error-bar");
    if (!is_headless(request) || request.from) return;
    if (request.fps && request.recording.empty())
        throw app::WrongOption("--fps", "requires --record");
    if (request.path_seconds && request.camera_path.empty())
        throw app::WrongOption("--path-seconds", "requires --camera-path");
}

void check_path(const RunRequest& request, const fs::path& file) {
    if (request.camera_path.empty()) return;
    const studio::Viewer::Bookmarks bookmarks = studio::read_bookmarks(studio::bookmark_file(file));
    try {
        studio::check_tour(tour_of(request), bookmarks);
    } catch (const Error& error) {
        throw app::WrongOption("--camera-path", error.reason());
    }
}

void check_error_bar(const RunRequest& request, const Entry& entry) {
    if (!request.error_bar) return;
    if (!request.options.headless) throw app::WrongOption("--error-bar", "requires --headless");
    if (entry.lengths.empty())
        throw app::WrongOption("--error-bar",
                               fmt::format("'{}' cannot run on a coarser grid; only wind_tunnel, "
                                           "wind_tunnel3d and wind_tunnel3d_16 can",
                                           entry.name));
}

/// Makes the simulation of --beside; null without that flag. It gets the settings for which its
/// file has parameters, the preset, and all inputs except those for fields that it does not have.
std::unique_ptr<studio::Simulation> comparison_for(const RunRequest& first, app::App& app) {
    if (first.beside.empty()) return nullptr;
    RunRequest request = first;
    request.simulation = first.beside;
    request.file.clear();
    request.text.reset();
    const Entry entry = entry_of(request);
    const auto declaration =
        studio::read_annotations(entry.file.string(), read_text(entry.file)).declaration;
    std::erase_if(request.inputs, [&](const std::string& text) {
        const studio::InputText input = studio::split_input(text);
        return input.has_field && !declaration.find_field(input.field);
    });
    if (!first.preset.empty())  // a name refers to the first file's presets
        request.preset = studio::find_preset(entry_of(first).file, first.preset);
    return simulation_of(request, app.device());
}

/// A run that writes nothing keeps nothing.
studio::KeepRequest keep_request(const RunRequest& request, app::App& app) {
    studio::KeepRequest keep{.record = request.record,
                             .checkpoint_every = request.checkpoint_every,
                             .sums_every = request.sums_every,
                             .from = request.from,
                             .from_name = request.from_file.string(),
                             .from_file = request.from_file,
                             .adopts = request.adopts};
    if (!request.from) {
        keep.record.arguments = request.arguments;
        keep.record.directory = fs::current_path();
    }
    if (request.is_kept) keep.folder = app.options().out;
    return keep;
}

/// A value that an option gives a parameter.
struct GivenValue {
    std::string option;
    std::string name;
    std::string text;
};

/// Values of the preset, then of --set, which override them.
std::vector<GivenValue> given_values(const RunRequest& request) {
    std::vector<GivenValue> values;
    if (!request.preset.empty()) {
        const studio::Preset preset =
            studio::read_preset(studio::find_preset(entry_of(request).file, request.preset));
        for (const studio::Preset::Value& value : preset.values)
            values.push_back(
                {fmt::format("--preset {}", request.preset),
                 value.structure.empty() ? value.name : value.structure + '.' + value.name,
                 value.text});
    }
    for (const auto& [name, value] : request.options.settings)
        values.push_back({fmt::format("--set {}={}", name, value), name, value});
    return values;
}

/// Throws WrongOption if an input sets an extent to a size other than the one from the preset or
/// --set.
void require_settings_kept(const RunRequest& request, studio::Simulation& simulation) {
    if (request.inputs.empty()) return;
    const std::vector<GivenValue> values = given_values(request);
    for (const ParameterSet& set : simulation.parameters())
        for (const Parameter& parameter : set.list()) {
            const auto last = std::find_if(
                values.rbegin(), values.rend(),
                [&](const GivenValue& value) { return set.is_called(parameter, value.name); });
            if (last == values.rend()) continue;
            ParameterSet wanted = set;
            wanted.set_text(parameter, last->text);
            if (wanted.text(parameter) == set.text(parameter)) continue;
            throw app::WrongOption(
                last->option,
                last->option.starts_with("--set")
                    ? fmt::format("the file of --input sets it to {}. Omit one of them",
                                  set.text(parameter))
                    : fmt::format("it sets '{}' to {}, but the file of --input sets it to {}. Omit "
                                  "one of them",
                                  parameter.name, wanted.text(parameter), set.text(parameter)));
        }
}

/// See hash_of_run().
std::string hash_of(const RunRequest& request) {
    const Entry entry = entry_of(request);
    const std::string text = text_of(request, entry);
    return hash_of_run(text, files_of_run(request, entry.file, text));
}

int run_in(app::App& app, const RunRequest& request) {
    if (!compile_first_frame(app, request)) return EXIT_SUCCESS;
    const auto simulation = simulation_of(request, app.device());
    if (!request.from && !request.replay) require_settings_kept(request, *simulation);
    const auto comparison = comparison_for(request, app);
    studio::RunOptions options = run_options(request, simulation->declaration());
    options.beside = comparison.get();
    options.record = recording_of(request);
    if (request.fps) options.fps = *request.fps;
    options.tour = tour_of(request);
    options.keep = keep_request(request, app);
    if (request.result) options.code = hash_of(request);
    options.stop_at = request.steps;
    options.replay = request.replay;
    options.follow = request.follow;
    const auto is_monitor = [](const studio::Derived& derived) { return derived.is_monitor(); };
    if (options.keep.folder && request.is_named && !options.monitors && app.options().headless &&
        std::ranges::any_of(simulation->declaration().derived, is_monitor))
        options.monitors = *options.keep.folder / "monitors.csv";
    studio::RunReport report;
    if (request.json) options.report = &report;
    std::optional<ErrorBar> error_bar;
    if (request.error_bar) error_bar.emplace(entry_of(request), *simulation, options);
    const int status = studio::run(app, *simulation, options);
    const std::vector<fs::path> images = app.images();
    if (request.json) {
        report.files.insert(report.files.end(), images.begin(), images.end());
        console::write(studio::report_text(report) + '\n');
    } else {
        for (const fs::path& image : images) console::print("wrote {}\n", image.string());
    }
    return error_bar && status == EXIT_SUCCESS ? error_bar->print() : status;
}

/// The run's output folder, created if the command named none. Removed again if it stays empty.
class NewFolder {
public:
    explicit NewFolder(RunRequest& request) {
        app::AppOptions& options = request.options;
        const bool was_named = !options.out.empty();
        const bool writes = is_headless(request) && options.every != 0u;
        const bool leaves_something = was_named || writes || !request.save.empty() ||
                                      request.checkpoint_every || request.sums_every;
        request.is_named = was_named;
        request.is_kept = leaves_something && !request.replay;
        if (was_named) return;
        options.out =
            leaves_something
                ? made_ = studio::make_run_folder(
                      "runs", text::lower_case(fs::path(request.simulation).stem().string()))
                : fs::path("out");
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;
    ~NewFolder() {
        std::error_code is_used;
        if (made_.empty()) return;
        fs::remove(made_, is_used);
        fs::remove(made_.parent_path(), is_used);
    }

private:
    fs::path made_;
};

/// Writes the reason of a failed run to the file of --result, if requested.
void keep_failure(const RunRequest& request, int status, const std::string& reason) {
    if (!request.result) return;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - request.started;
    studio::CaseResult result{.status = status, .reason = reason, .seconds = taken.count()};
    result.arguments = studio::identifying_arguments(request.arguments);
    try {
        result.code = hash_of(request);
    } catch (const Error&) {  // the run failed for the same reason
    }
    studio::write_case_result(*request.result, result);
}

/// The step at which the run ends; nullopt if the number of frames determines it.
std::optional<std::uint64_t> last_step(const RunRequest& request, double dt) {
    if (!request.until) return request.steps;
    try {
        return std::max(studio::step_at(*request.until, dt), std::uint64_t(1));
    } catch (const Error& error) {
        throw app::WrongOption("--until", error.reason());
    }
}

/// Sets the number of frames needed to reach the last step.
void set_frames(RunRequest& request, const studio::Declaration& declaration) {
    constexpr std::uint64_t kMostFrames = 1'000'000'000;  // as for --frames
    const double dt = request.options.time_step;
    request.steps = last_step(request, dt != 0 ? dt : declaration.dt);
    if (!request.steps) return;
    if (*request.steps / declaration.steps_per_frame >= kMostFrames)
        throw app::WrongOption(request.until ? "--until" : "--steps",
                               fmt::format("{} steps are more than the maximum of {} frames",
                                           *request.steps, kMostFrames));
    if (request.from && *request.steps <= request.from->step) {
        const bool ends_here = *request.steps == request.from->step &&
                               *request.steps % declaration.steps_per_frame == 0;
        if (!ends_here || !request.may_repeat_last_frame)
            throw Error(ErrorCode::invalid_state,
                        fmt::format("resume '{}'", request.from_file.string()),
                        fmt::format("all {} steps are complete. Use --steps N to add N more",
                                    *request.steps));
        --request.options.frames_done;
    }
    request.options.frames =
        static_cast<unsigned>(ceil_div(*request.steps, declaration.steps_per_frame));
}

int run_file(RunRequest request) {
    check_rates(request);
    (void)recording_of(request);
    const Entry entry = entry_of(request);
    check_path(request, entry.file);
    check_error_bar(request, entry);
    set_length(request);
    const studio::Reading reading =
        studio::read_annotations(entry.file.string(), text_of(request, entry));
    set_frames(request, reading.declaration);
    if (!reading.declaration.title.empty()) request.options.title = reading.declaration.title;
    request.options.steps_per_second = app::kFramesPerSecond;
    const NewFolder folder(request);
    require_own_names(request, reading.declaration);
    app::AppOptions options = request.options;
    if (options.time_step == 0) options.time_step = reading.declaration.dt;
    options.is_recorded = !request.recording.empty();
    app::App app = open_app(std::move(options));
    const Device device = app.device();
    try {
        return run_in(app, request);
    } catch (const std::exception& error) {
        const auto loss = studio::loss_behind(
            error, device, app.draws() ? std::optional<gl::Context>(app.gl()) : std::nullopt);
        if (!loss) throw;
        console::say("glint: {}\n", *loss);
        keep_failure(request, studio::kDeviceLost, *loss);
        return studio::kDeviceLost;
    }
}

/// Locks the files that the command names against other runs. Throws Error(invalid_state) if one of
/// them is in use, and WrongOption if two flags name the same file.
std::vector<PathLock> lock_files(const RunRequest& request) {
    std::vector<PathLock> locks;
    std::vector<std::pair<const char*, fs::path>> named;
    for (const auto& [flag, file] :
         {std::pair{"--monitors", &request.monitors}, std::pair{"--picture", &request.picture},
          std::pair{"--result", &request.result}}) {
        std::error_code absent;
        if (!*file || (fs::exists(**file, absent) && !fs::is_regular_file(**file, absent)))
            continue;
        const fs::path whole = fs::weakly_canonical(absolute_path(**file), absent);
        for (const auto& [other, there] : named)
            if (there == whole && !whole.empty())
                throw app::WrongOption(
                    flag, fmt::format("'{}' is also the file of {}", (*file)->string(), other));
        named.emplace_back(flag, whole);
        auto lock = PathLock::try_lock(**file);
        if (!lock)
            throw Error(ErrorCode::invalid_state, fmt::format("write '{}'", (*file)->string()),
                        "another run is writing it. Name another file");
        locks.push_back(std::move(*lock));
    }
    return locks;
}

}  // namespace

void check_run_request(const RunRequest& request, const studio::Declaration& declaration) {
    (void)run_options(request, declaration);
    (void)studio::read_inputs(declaration, request.inputs);
}

void set_length(RunRequest& request) {
    app::AppOptions& options = request.options;
    if (!options.headless || options.frames > 0 || request.camera_path.empty()) return;
    options.frames =
        static_cast<unsigned>(std::ceil(app::kFramesPerSecond * tour_of(request).duration()));
}

std::vector<std::pair<std::string, std::string>> preset_settings(
    const RunRequest& request, const fs::path& file, const studio::Declaration& declaration) {
    std::vector<std::pair<std::string, std::string>> settings;
    if (request.preset.empty()) return settings;
    std::vector<ParameterSet> trial = declaration.parameters;
    try {
        const studio::Preset preset =
            studio::read_preset(studio::find_preset(file, request.preset));
        for (const std::string& unknown : studio::apply_preset(preset, trial))
            log::warning(unknown);
        for (const auto& value : preset.values)
            settings.emplace_back(
                (value.structure.empty() ? "" : value.structure + '.') + value.name, value.text);
    } catch (const Error& error) {
        throw app::WrongOption(error);
    }
    return settings;
}

int run(RunRequest request) {
    const RunRequest kept = request;
    require_free_outputs(request);
    const std::vector<PathLock> locks = lock_files(request);
    std::optional<LateSync> late;  // held until the result is written
    if (request.result) late.emplace();
    try {
        return run_file(std::move(request));
    } catch (const app::WrongOption& error) {
        keep_failure(kept, app::kWrongUsage, error.what());
        throw;
    } catch (const std::exception& error) {
        keep_failure(kept, EXIT_FAILURE, failure_text(error));
        throw;
    }
}

}  // namespace glint::apps
