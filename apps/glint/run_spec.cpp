// SPDX-License-Identifier: MIT
#include <apps/glint/run_spec.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/run_flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/compiler/compile_ahead.hpp>
#include <glint/studio/declaration/mistake.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>
#include <glint/studio/keep/run_folder.hpp>
#include <glint/studio/state/mesh_input.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

/// Returns `path`, resolved against `folder` if the path is relative.
fs::path seen_from(const fs::path& folder, const fs::path& path) {
    return path.empty() || path.is_absolute() ? path : folder / path;
}

/// Returns the output file of a flag if the file is in the run's folder. Otherwise, or if the
/// folder does not contain the record of this run (`is_of_run` is false), warns and returns
/// nullopt.
std::optional<fs::path> file_within(const fs::path& folder, bool is_of_run, const char* flag,
                                    const std::optional<fs::path>& file) {
    if (!file) return std::nullopt;
    if (!is_of_run) {
        log::warning(
            fmt::format("not writing {0} '{1}', because '{2}' contains no record of the run. To "
                        "write the file, pass {0} again",
                        flag, file->string(), folder.string()));
        return std::nullopt;
    }
    std::error_code unknown;
    const fs::path whole = fs::weakly_canonical(folder, unknown);
    const fs::path inside =
        unknown ? fs::path() : fs::weakly_canonical(*file, unknown).lexically_relative(whole);
    if (!unknown && !inside.empty() && *inside.begin() != ".." && inside != ".") return file;
    log::warning(
        fmt::format("not writing {0} '{1}', because the file is outside the run's folder '{2}'. To "
                    "write the file, pass {0} again",
                    flag, file->string(), folder.string()));
    return std::nullopt;
}

/// Returns true if the preset is given by a path, and false if by a name; see find_preset().
bool is_preset_file(const fs::path& preset, const fs::path& folder) {
    std::error_code absent;
    return !preset.empty() && (preset.extension() == ".toml" || preset.has_parent_path() ||
                               fs::exists(seen_from(folder, preset), absent));
}

RunSpec parse_recorded(const std::vector<std::string>& arguments) try {
    return parse_run(arguments);
} catch (const app::WrongOption& error) {
    throw Error(ErrorCode::bad_input, "read the arguments in the run record", error.what());
}

std::string input_seen_from(const fs::path& folder, const std::string& input) {
    return with_path(input, seen_from(folder, path_in(input)));
}

}  // namespace

fs::path path_in(const std::string& input) { return studio::split_input(input).file; }

std::string with_path(const std::string& input, const fs::path& path) {
    const studio::InputText parts = studio::split_input(input);
    return (parts.has_field ? parts.field + '=' : "") + path.string() +
           (parts.options.empty() ? "" : ',' + parts.options);
}

RunSpec recorded_spec(const studio::RunRecord& record) {
    RunSpec spec = parse_recorded(record.arguments);
    const fs::path& folder = record.directory;
    const auto simulation_seen_from = [&](const std::string& name) {
        const std::string found = find_simulation(name, folder);
        std::error_code absent;
        const fs::path file = seen_from(folder, found);
        return fs::is_regular_file(file, absent) ? file.string() : found;
    };
    spec.simulation = simulation_seen_from(spec.simulation);
    for (std::string& input : spec.inputs) input = input_seen_from(folder, input);
    for (auto* file : {&spec.run.monitors, &spec.run.picture, &spec.run.result})
        if (*file) *file = seen_from(folder, **file);
    if (is_preset_file(spec.preset, folder)) spec.preset = seen_from(folder, spec.preset).string();
    if (!spec.comparison.empty()) spec.comparison = simulation_seen_from(spec.comparison);
    if (spec.run.record)
        spec.run.record->file = studio::next_part(seen_from(folder, spec.run.record->file));
    spec.run.keep.record = record;
    set_length(spec);
    return spec;
}

RunSpec resumed_spec(const studio::RunRecord& record, const fs::path& folder) {
    const RunSpec was = recorded_spec(record);
    RunSpec spec;
    spec.simulation = was.simulation;
    spec.run = was.run;
    spec.inputs = was.inputs;
    spec.limits = was.limits;
    spec.until = was.until;
    spec.comparison = was.comparison;
    spec.save_as = was.save_as;
    spec.has_fps = was.has_fps;
    spec.has_path_seconds = was.has_path_seconds;
    spec.error_bar = was.error_bar;
    spec.json = was.json;
    spec.options.width = was.options.width;
    spec.options.height = was.options.height;
    spec.options.headless = was.options.headless;
    spec.options.frames = was.options.frames;
    spec.options.every = was.options.every;
    spec.options.device = was.options.device;
    spec.options.sharing = was.options.sharing;
    spec.options.time_step = was.options.time_step;
    spec.options.out = folder;
    const auto there = studio::find_record(folder);
    const auto kept = [&, is_of_run = there && is_same_run(*there, record)](
                          const char* flag, const std::optional<fs::path>& file) {
        return file_within(folder, is_of_run, flag, file);
    };
    spec.run.monitors = kept("--monitors", was.run.monitors);
    spec.run.picture = kept("--picture", was.run.picture);
    spec.run.result = kept("--result", was.run.result);
    if (was.run.record && !kept("--record", was.run.record->file)) spec.run.record.reset();
    return spec;
}

OpenedFile open_file(const RunSpec& spec) {
    OpenedFile file{.entry = find_entry(spec.simulation), .text = {}, .declaration = {}};
    if (!spec.file.empty()) file.entry.file = spec.file;
    file.text = spec.text ? *spec.text : read_text(file.entry.file);
    file.declaration = studio::read_annotations(file.entry.file.string(), file.text).declaration;
    return file;
}

std::unique_ptr<studio::Simulation> make_simulation(const RunSpec& spec, const OpenedFile& file,
                                                    const Device& device) {
    const Entry& entry = file.entry;
    studio::SimulationOptions options = options_for(entry, device);
    options.text = file.text;
    options.seed = spec.options.seed;
    if (spec.options.time_step != 0) options.dt = spec.options.time_step;
    std::ranges::copy(spec.first_settings, std::back_inserter(options.settings));
    std::ranges::copy(preset_settings(spec, entry.file, file.declaration),
                      std::back_inserter(options.settings));
    std::ranges::copy(spec.options.settings, std::back_inserter(options.settings));
    options.inputs = spec.inputs;
    try {
        auto simulation = make_simulation(entry, options);
        if (entry.require && !is_stand_in(device)) entry.require(*simulation);
        return simulation;
    } catch (const studio::DeclarationError&) {
        throw;
    } catch (const Error& error) {
        const bool is_unknown_field =
            error.code() == ErrorCode::not_found && error.operation().starts_with("read input");
        if (error.code() != ErrorCode::invalid_argument && !is_unknown_field) throw;
        throw app::WrongOption(error);
    }
}

}  // namespace glint::apps
