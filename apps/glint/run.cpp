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
#include <apps/glint/open_app.hpp>
#include <apps/glint/output_files.hpp>
#include <apps/glint/run_files.hpp>
#include <apps/glint/run_spec.hpp>
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

bool is_headless(const RunSpec& spec) { return spec.options.headless || !has_display(); }

/// Returns the request to save fields. Checks only for mistakes that are visible in the flags.
studio::SaveRequest save_request(const RunSpec& spec) {
    studio::SaveRequest save = spec.run.save;
    const auto format = studio::find_file_format(spec.save_as);
    if (!format)
        throw app::WrongOption("--save-as", fmt::format("'{}' is not one of {}", spec.save_as,
                                                        fmt::join(studio::kFileFormats, ", ")));
    save.format = *format;
    const bool is_vtk = *format == studio::FileFormat::vti || *format == studio::FileFormat::vtp;
    if (save.is_compressed && !is_vtk)
        throw app::WrongOption("--save-compressed", "applies only to --save-as vti and vtp");
    if (save.fields.empty())
        for (const auto& [flag, is_given] : {std::pair{"--save-every", save.every.has_value()},
                                             std::pair{"--save-at", !save.at.empty()}})
            if (is_given) throw app::WrongOption(flag, "requires --save");
    return save;
}

void check_views(const RunSpec& spec) {
    const std::size_t count = spec.run.views.size();
    if (count > 1 && !spec.comparison.empty())
        throw app::WrongOption("--views", "--beside allows only one view");
    if (count > studio::Viewer::kMaxPanes)
        throw app::WrongOption("--views",
                               fmt::format("the number of views must be from 1 to {}, not {}",
                                           studio::Viewer::kMaxPanes, count));
}

/// Checks the flags for recording, before any kernel is compiled. Throws WrongOption.
void check_recording(const RunSpec& spec) {
    if (!spec.run.record) return;
    try {
        studio::check_recording({.file = spec.run.record->file, .fps = spec.run.fps});
    } catch (const Error& error) {
        if (error.code() == ErrorCode::not_found) throw;
        throw app::WrongOption(error);
    }
}

/// Throws WrongOption for flags that would have no effect. Allows --fps and --path-seconds in a
/// window, where they apply to the buttons for recordings, and in a resumed run, which keeps its
/// original flags.
void check_flags(const RunSpec& spec) {
    if (spec.json && !is_headless(spec))
        throw app::WrongOption("--json", "applies only to headless runs");
    const char* const stop = spec.run.stop_at ? "--steps" : spec.until ? "--until" : nullptr;
    if (stop && !is_headless(spec)) throw app::WrongOption(stop, "applies only to headless runs");
    if (spec.run.stop_at && spec.until)
        throw app::WrongOption("--steps", "--until already sets the end of the run");
    if (stop && spec.options.frames > 0)
        throw app::WrongOption(stop, "--frames already sets the end of the run");
    if (spec.json && spec.error_bar)
        throw app::WrongOption("--json", "cannot be combined with --error-bar");
    if (!is_headless(spec) || spec.run.keep.from) return;
    if (spec.has_fps && !spec.run.record) throw app::WrongOption("--fps", "requires --record");
    if (spec.has_path_seconds && spec.run.tour.bookmarks.empty())
        throw app::WrongOption("--path-seconds", "requires --camera-path");
}

void check_path(const RunSpec& spec, const fs::path& file) {
    if (spec.run.tour.bookmarks.empty()) return;
    const studio::Viewer::Bookmarks bookmarks = studio::read_bookmarks(studio::bookmark_file(file));
    try {
        studio::check_tour(spec.run.tour, bookmarks);
    } catch (const Error& error) {
        throw app::WrongOption("--camera-path", error.reason());
    }
}

void check_error_bar(const RunSpec& spec, const Entry& entry) {
    if (!spec.error_bar) return;
    if (!spec.options.headless) throw app::WrongOption("--error-bar", "requires --headless");
    if (entry.lengths.empty())
        throw app::WrongOption("--error-bar",
                               fmt::format("'{}' cannot run on a coarser grid. Only wind_tunnel, "
                                           "wind_tunnel3d and wind_tunnel3d_16 can",
                                           entry.name));
}

/// Creates the simulation of --beside; null without that flag. This simulation gets the preset, the
/// settings of those parameters that its file has, and all inputs except those for fields that it
/// lacks.
std::unique_ptr<studio::Simulation> comparison_for(const RunSpec& spec, const OpenedFile& file,
                                                   const Device& device) {
    if (spec.comparison.empty()) return nullptr;
    RunSpec other = spec;
    other.simulation = spec.comparison;
    other.file.clear();
    other.text.reset();
    const OpenedFile opened = open_file(other);
    std::erase_if(other.inputs, [&](const std::string& text) {
        const studio::InputText input = studio::split_input(text);
        return input.has_field && !opened.declaration.find_field(input.field);
    });
    if (!spec.preset.empty())  // presets by name belong to the first file
        other.preset = studio::find_preset(file.entry.file, spec.preset);
    return make_simulation(other, opened, device);
}

studio::RunRecordRequest run_record_request(const RunSpec& spec, const app::App& app) {
    studio::RunRecordRequest keep = spec.run.keep;
    keep.from_name = keep.from_file.string();
    if (!keep.from) {
        keep.record.arguments = spec.arguments;
        keep.record.directory = fs::current_path();
    }
    if (keep.folder) keep.folder = app.options().out;
    return keep;
}

/// A parameter value, and the option that sets it.
struct GivenValue {
    std::string option;
    std::string name;
    std::string text;
};

/// Returns the values of the preset, followed by those of --set, which take precedence.
std::vector<GivenValue> given_values(const RunSpec& spec, const OpenedFile& file) {
    std::vector<GivenValue> values;
    if (!spec.preset.empty()) {
        const studio::Preset preset =
            studio::read_preset(studio::find_preset(file.entry.file, spec.preset));
        for (const studio::Preset::Value& value : preset.values)
            values.push_back(
                {fmt::format("--preset {}", spec.preset),
                 value.structure.empty() ? value.name : value.structure + '.' + value.name,
                 value.text});
    }
    for (const auto& [name, value] : spec.options.settings)
        values.push_back({fmt::format("--set {}={}", name, value), name, value});
    return values;
}

/// Throws WrongOption if an input file determines a parameter, and the preset or --set gives the
/// parameter another value.
void require_settings_used_by_input(const RunSpec& spec, const OpenedFile& file,
                                    studio::Simulation& simulation) {
    if (spec.inputs.empty()) return;
    const std::vector<GivenValue> values = given_values(spec, file);
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
                    ? fmt::format(
                          "the --input file sets this parameter to {}. Omit one of the two options",
                          set.text(parameter))
                    : fmt::format("the preset sets '{}' to {}, but the --input file sets this "
                                  "parameter to {}. Omit one of the two options",
                                  parameter.name, wanted.text(parameter), set.text(parameter)));
        }
}

/// Returns the hash that hash_of_run() computes for this run.
std::string hash_of(const RunSpec& spec, const OpenedFile& file) {
    return hash_of_run(file.text, files_of_run(spec, file.entry.file, file.text));
}

int run_in(app::App& app, const RunSpec& spec, const OpenedFile& file, FirstFrameKernels& kernels) {
    if (!kernels.wait(app)) return EXIT_SUCCESS;
    const auto simulation = make_simulation(spec, file, app.device());
    if (!spec.run.keep.from && !spec.run.replay)
        require_settings_used_by_input(spec, file, *simulation);
    const auto comparison = comparison_for(spec, file, app.device());
    studio::RunOptions options = run_options(spec, simulation->declaration());
    options.comparison = comparison.get();
    options.keep = run_record_request(spec, app);
    if (options.result) options.code = hash_of(spec, file);
    const auto is_monitor = [](const studio::Derived& derived) { return derived.is_monitor(); };
    if (options.keep.folder && spec.is_named && !options.monitors && app.options().headless &&
        std::ranges::any_of(simulation->declaration().derived, is_monitor))
        options.monitors = *options.keep.folder / "monitors.csv";
    studio::RunReport report;
    if (spec.json) options.report = &report;
    std::optional<ErrorBar> error_bar;
    if (spec.error_bar) error_bar.emplace(file.entry, *simulation, options);
    const int status = studio::run(app, *simulation, options);
    const std::vector<fs::path> images = app.images();
    if (spec.json) {
        report.files.insert(report.files.end(), images.begin(), images.end());
        console::write(studio::report_text(report) + '\n');
    } else {
        for (const fs::path& image : images) console::print("wrote {}\n", image.string());
    }
    return error_bar && status == EXIT_SUCCESS ? error_bar->print() : status;
}

/// Output folder of a run. Creates a folder if the command does not name one. The destructor
/// removes a created folder that is empty.
class NewFolder {
public:
    explicit NewFolder(RunSpec& spec) {
        app::AppOptions& options = spec.options;
        const bool was_named = !options.out.empty();
        const bool writes = is_headless(spec) && options.every != 0u;
        const bool leaves_something = was_named || writes || !spec.run.save.fields.empty() ||
                                      spec.run.keep.checkpoint_every ||
                                      spec.run.keep.checksum_every;
        spec.is_named = was_named;
        if (!was_named)
            options.out =
                leaves_something
                    ? made_ = studio::make_run_folder(
                          "runs", text::lower_case(fs::path(spec.simulation).stem().string()))
                    : fs::path("out");
        if (leaves_something && !spec.run.replay) spec.run.keep.folder = options.out;
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

/// Writes the reason why a run failed to the file of --result, if that flag is given.
void write_failure(const RunSpec& spec, const std::optional<OpenedFile>& file, int status,
                   const std::string& reason) {
    if (!spec.run.result) return;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - spec.run.started;
    studio::CaseResult result{.status = status, .reason = reason, .seconds = taken.count()};
    result.arguments = studio::identifying_arguments(spec.arguments);
    try {
        if (file) result.code = hash_of(spec, *file);
    } catch (const Error&) {  // hash_of() failed; the reason to report stays the same
    }
    studio::write_case_result(*spec.run.result, result);
}

/// Returns the step at which the run ends; nullopt if the number of frames determines the end.
std::optional<std::uint64_t> last_step(const RunSpec& spec, double dt) {
    if (!spec.until) return spec.run.stop_at;
    try {
        return std::max(studio::step_at(*spec.until, dt), std::uint64_t(1));
    } catch (const Error& error) {
        throw app::WrongOption("--until", error.reason());
    }
}

/// Sets the number of frames so that the run reaches its last step.
void set_frames(RunSpec& spec, const studio::Declaration& declaration) {
    constexpr std::uint64_t kMaxFrames = 1'000'000'000;  // same maximum as --frames
    const double dt = spec.options.time_step;
    spec.run.stop_at = last_step(spec, dt != 0 ? dt : declaration.dt);
    if (!spec.run.stop_at) return;
    if (*spec.run.stop_at / declaration.steps_per_frame >= kMaxFrames)
        throw app::WrongOption(spec.until ? "--until" : "--steps",
                               fmt::format("{} steps take more than the maximum of {} frames",
                                           *spec.run.stop_at, kMaxFrames));
    if (spec.run.keep.from && *spec.run.stop_at <= spec.run.keep.from->step) {
        const bool ends_here = *spec.run.stop_at == spec.run.keep.from->step &&
                               *spec.run.stop_at % declaration.steps_per_frame == 0;
        if (!ends_here || !spec.may_repeat_last_frame)
            throw Error(ErrorCode::invalid_state,
                        fmt::format("resume '{}'", spec.run.keep.from_file.string()),
                        fmt::format("all {} steps are complete. Use --steps N to run N more steps",
                                    *spec.run.stop_at));
        --spec.options.frames_done;
    }
    spec.options.frames =
        static_cast<unsigned>(ceil_div(*spec.run.stop_at, declaration.steps_per_frame));
}

int run_file(RunSpec& spec, const OpenedFile& file) {
    check_path(spec, file.entry.file);
    check_error_bar(spec, file.entry);
    set_length(spec);
    set_frames(spec, file.declaration);
    if (!file.declaration.title.empty()) spec.options.title = file.declaration.title;
    spec.options.steps_per_second = app::kFramesPerSecond;
    const NewFolder folder(spec);
    require_own_names(spec, file.declaration);
    app::AppOptions options = spec.options;
    if (options.time_step == 0) options.time_step = file.declaration.dt;
    options.is_recorded = spec.run.record.has_value();
    FirstFrameKernels kernels(spec, file, options);
    app::App app = open_app(std::move(options));
    const Device device = app.device();
    try {
        return run_in(app, spec, file, kernels);
    } catch (const std::exception& error) {
        const auto loss = studio::loss_message(
            error, device, app.draws() ? std::optional<gl::Context>(app.gl()) : std::nullopt);
        if (!loss) throw;
        console::say("glint: {}\n", *loss);
        write_failure(spec, file, studio::kDeviceLost, *loss);
        return studio::kDeviceLost;
    }
}

/// Locks the output files of the command against other runs. Throws Error(invalid_state) if another
/// run uses a file, and WrongOption if two flags name the same file.
std::vector<PathLock> lock_files(const RunSpec& spec) {
    std::vector<PathLock> locks;
    std::vector<std::pair<const char*, fs::path>> named;
    for (const auto& [flag, file] :
         {std::pair{"--monitors", &spec.run.monitors}, std::pair{"--picture", &spec.run.picture},
          std::pair{"--result", &spec.run.result}}) {
        std::error_code absent;
        if (!*file || (fs::exists(**file, absent) && !fs::is_regular_file(**file, absent)))
            continue;
        const fs::path whole = fs::weakly_canonical(absolute_path(**file), absent);
        for (const auto& [other, there] : named)
            if (there == whole && !whole.empty())
                throw app::WrongOption(flag, fmt::format("'{}' is already the output file of {}",
                                                         (*file)->string(), other));
        named.emplace_back(flag, whole);
        auto lock = PathLock::try_lock(**file);
        if (!lock)
            throw Error(ErrorCode::invalid_state, fmt::format("write '{}'", (*file)->string()),
                        "another run is writing to this file. Choose another file");
        locks.push_back(std::move(*lock));
    }
    return locks;
}

}  // namespace

studio::RunOptions run_options(const RunSpec& spec, const studio::Declaration& declaration) {
    check_views(spec);
    studio::RunOptions options = spec.run;
    options.save = save_request(spec);
    if (options.record) options.record->fps = options.fps;
    try {
        for (const std::string& name : options.views)
            (void)studio::find_view(declaration, studio::declared_views(declaration), name);
        for (const std::string& text : options.probes)
            (void)studio::parse_probe(declaration, text);  // reports errors now, not after hours
        options.limits = studio::limits_of(declaration, spec.limits);
        const double dt = spec.options.time_step;
        studio::check_saves(declaration, options.save, dt != 0 ? dt : declaration.dt);
    } catch (const Error& error) {
        throw app::WrongOption(error);
    }
    return options;
}

void check_run(const RunSpec& spec, const studio::Declaration& declaration) {
    (void)run_options(spec, declaration);
    (void)studio::read_inputs(declaration, spec.inputs);
}

void set_length(RunSpec& spec) {
    app::AppOptions& options = spec.options;
    if (!options.headless || options.frames > 0 || spec.run.tour.bookmarks.empty()) return;
    options.frames =
        static_cast<unsigned>(std::ceil(app::kFramesPerSecond * spec.run.tour.duration()));
}

std::vector<std::pair<std::string, std::string>> preset_settings(
    const RunSpec& spec, const fs::path& file, const studio::Declaration& declaration) {
    std::vector<std::pair<std::string, std::string>> settings;
    if (spec.preset.empty()) return settings;
    std::vector<ParameterSet> trial = declaration.parameters;
    try {
        const studio::Preset preset = studio::read_preset(studio::find_preset(file, spec.preset));
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

int run(RunSpec spec) {
    require_free_outputs(spec);
    const std::vector<PathLock> locks = lock_files(spec);
    std::optional<LateSync> late;  // exists until the result is written
    if (spec.run.result) late.emplace();
    std::optional<OpenedFile> file;
    try {
        check_flags(spec);
        check_recording(spec);
        file = open_file(spec);
        return run_file(spec, *file);
    } catch (const app::WrongOption& error) {
        write_failure(spec, file, app::kWrongUsage, error.what());
        throw;
    } catch (const std::exception& error) {
        write_failure(spec, file, EXIT_FAILURE, failure_text(error));
        throw;
    }
}

}  // namespace glint::apps
