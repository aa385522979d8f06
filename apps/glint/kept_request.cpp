// SPDX-License-Identifier: MIT
#include <apps/glint/kept_request.hpp>

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

/// Resolves a relative path against another folder.
fs::path seen_from(const fs::path& folder, const fs::path& path) {
    return path.empty() || path.is_absolute() ? path : folder / path;
}

/// Returns the file named by a run's flag if it is in the run's folder. Without a record of this
/// run, a folder with one of its checkpoints could belong to anyone.
std::optional<fs::path> file_within(const fs::path& folder, bool is_of_run, const char* flag,
                                    const std::optional<fs::path>& file) {
    if (!file) return std::nullopt;
    if (!is_of_run) {
        log::warning(
            fmt::format("not writing {0} '{1}', because '{2}' has no record of the run. Pass {0} "
                        "again to write it",
                        flag, file->string(), folder.string()));
        return std::nullopt;
    }
    std::error_code unknown;
    const fs::path whole = fs::weakly_canonical(folder, unknown);
    const fs::path inside =
        unknown ? fs::path() : fs::weakly_canonical(*file, unknown).lexically_relative(whole);
    if (!unknown && !inside.empty() && *inside.begin() != ".." && inside != ".") return file;
    log::warning(
        fmt::format("not writing {0} '{1}', because it is outside of the run's folder '{2}'. "
                    "Pass {0} again to write it",
                    flag, file->string(), folder.string()));
    return std::nullopt;
}

/// Returns true for a preset given by its path, not by its name; see find_preset().
bool is_preset_file(const fs::path& preset, const fs::path& folder) {
    std::error_code absent;
    return !preset.empty() && (preset.extension() == ".toml" || preset.has_parent_path() ||
                               fs::exists(seen_from(folder, preset), absent));
}

RunRequest parse_kept_run(const std::vector<std::string>& arguments) try {
    return parse_run(arguments);
} catch (const app::WrongOption& error) {
    throw Error(ErrorCode::bad_input, "read the arguments in the run's record", error.what());
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

RunRequest request_of(const studio::RunRecord& record) {
    RunRequest request = parse_kept_run(record.arguments);
    const fs::path& folder = record.directory;
    const auto simulation_seen_from = [&](const std::string& name) {
        const std::string found = find_simulation(name, folder);
        std::error_code absent;
        const fs::path file = seen_from(folder, found);
        return fs::is_regular_file(file, absent) ? file.string() : found;
    };
    request.simulation = simulation_seen_from(request.simulation);
    for (std::string& input : request.inputs) input = input_seen_from(folder, input);
    for (auto* file : {&request.monitors, &request.picture, &request.result})
        if (*file) *file = seen_from(folder, **file);
    if (is_preset_file(request.preset, folder))
        request.preset = seen_from(folder, request.preset).string();
    if (!request.beside.empty()) request.beside = simulation_seen_from(request.beside);
    if (!request.recording.empty())
        request.recording = studio::next_part(seen_from(folder, request.recording)).string();
    request.record = record;
    set_length(request);
    return request;
}

RunRequest resumed_request(const studio::RunRecord& record, const fs::path& folder) {
    const RunRequest was = request_of(record);
    RunRequest request;
    request.simulation = was.simulation;
    request.inputs = was.inputs;
    request.probes = was.probes;
    request.limits = was.limits;
    request.check_every = was.check_every;
    request.steps = was.steps;
    request.until = was.until;
    request.beside = was.beside;
    request.views = was.views;
    request.times = was.times;
    request.json = was.json;
    request.save = was.save;
    request.save_as = was.save_as;
    request.save_every = was.save_every;
    request.save_at = was.save_at;
    request.save_compressed = was.save_compressed;
    request.history_bytes = was.history_bytes;
    request.error_bar = was.error_bar;
    request.fps = was.fps;
    request.camera_path = was.camera_path;
    request.path_seconds = was.path_seconds;
    request.checkpoint_every = was.checkpoint_every;
    request.sums_every = was.sums_every;
    request.record = record;
    request.options.width = was.options.width;
    request.options.height = was.options.height;
    request.options.headless = was.options.headless;
    request.options.frames = was.options.frames;
    request.options.every = was.options.every;
    request.options.device = was.options.device;
    request.options.sharing = was.options.sharing;
    request.options.time_step = was.options.time_step;
    request.options.out = folder;
    const auto there = studio::find_record(folder);
    const auto kept = [&, is_of_run = there && is_same_run(*there, record)](
                          const char* flag, const std::optional<fs::path>& file) {
        return file_within(folder, is_of_run, flag, file);
    };
    request.monitors = kept("--monitors", was.monitors);
    request.picture = kept("--picture", was.picture);
    request.result = kept("--result", was.result);
    if (!was.recording.empty())
        request.recording = kept("--record", fs::path(was.recording)).value_or("").string();
    return request;
}

Entry entry_of(const RunRequest& request) {
    Entry entry = find_entry(request.simulation);
    if (!request.file.empty()) entry.file = request.file;
    return entry;
}

std::string text_of(const RunRequest& request, const Entry& entry) {
    return request.text ? *request.text : read_text(entry.file);
}

std::unique_ptr<studio::Simulation> simulation_of(const RunRequest& request, const Device& device) {
    const Entry entry = entry_of(request);
    studio::SimulationOptions options = options_for(entry, device);
    options.text = request.text;
    options.seed = request.options.seed;
    if (request.options.time_step != 0) options.dt = request.options.time_step;
    std::ranges::copy(request.first_settings, std::back_inserter(options.settings));
    const studio::Declaration declaration =
        studio::read_annotations(entry.file.string(), text_of(request, entry)).declaration;
    std::ranges::copy(preset_settings(request, entry.file, declaration),
                      std::back_inserter(options.settings));
    std::ranges::copy(request.options.settings, std::back_inserter(options.settings));
    options.inputs = request.inputs;
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
