#include <apps/glint/kept_request.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/run_flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/studio/declaration/mistake.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>
#include <glint/studio/state/mesh_input.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

/// A relative path seen from another folder.
fs::path seen_from(const fs::path& folder, const fs::path& path) {
    return path.empty() || path.is_absolute() ? path : folder / path;
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
    RunRequest request = parse_run(record.arguments);
    const fs::path& folder = record.directory;
    std::error_code absent;
    if (fs::is_regular_file(seen_from(folder, request.simulation), absent))
        request.simulation = seen_from(folder, request.simulation).string();
    for (std::string& input : request.inputs) input = input_seen_from(folder, input);
    for (auto* file : {&request.monitors, &request.picture, &request.result})
        if (*file) *file = seen_from(folder, **file);
    if (!request.beside.empty() && fs::is_regular_file(seen_from(folder, request.beside), absent))
        request.beside = seen_from(folder, request.beside).string();
    if (!request.recording.empty())
        request.recording = studio::next_part(seen_from(folder, request.recording)).string();
    request.record = record;
    set_length(request);
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
        if (entry.require) entry.require(*simulation);
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
