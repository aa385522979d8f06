// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/kept_request.hpp>
#include <apps/glint/run_flags.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>
#include <glint/studio/keep/run_folder.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

/// The last readable checkpoint of a run. If none is readable, throws the error of reading the last
/// one.
std::pair<fs::path, studio::Checkpoint> last_checkpoint(const fs::path& folder) {
    const std::vector<fs::path> all = studio::checkpoints_in(folder);
    if (all.empty())
        throw Error(ErrorCode::not_found, fmt::format("resume '{}'", folder.string()),
                    "it has no checkpoint. Record a run with --checkpoint-every N");
    for (std::size_t i = all.size(); i > 1; --i) {
        try {
            return {all[i - 1], studio::read_checkpoint(all[i - 1])};
        } catch (const Error& error) {
            log::warning(fmt::format("{}; using the previous checkpoint", error.what()));
        }
    }
    return {all.front(), studio::read_checkpoint(all.front())};
}

void require_same_text(const std::string& simulation, const studio::Checkpoint& checkpoint,
                       const fs::path& name) {
    const fs::path file = find_entry(simulation).file;
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::bad_input, fmt::format("resume from '{}'", name.string()), reason);
    };
    if (read_text(file) != checkpoint.code)
        refuse(
            fmt::format("'{}' has changed since then; the checkpoint has the old version, code.cu. "
                        "Use --adopt to continue with the arrays that still match",
                        file.string()));
    if (!checkpoint.included) return;
    const std::string changed = studio::first_difference(
        *checkpoint.included, studio::included_hashes(file, checkpoint.code));
    if (!changed.empty())
        refuse(fmt::format(
            "'{}', which '{}' includes, has changed since then. Use --adopt to continue "
            "with the arrays that still match",
            changed, file.string()));
}

/// Returns false for a run that was killed before it could record its end.
bool has_ended(const fs::path& folder, const studio::RunRecord& record) {
    const auto there = studio::find_record(folder);
    return !there || !is_same_run(*there, record) || there->status;
}

/// Frames that are complete, as a headless run counts them.
unsigned frames_done(const studio::Checkpoint& checkpoint) {
    const auto declaration = studio::read_annotations("code.cu", checkpoint.code).declaration;
    return static_cast<unsigned>(checkpoint.step / declaration.steps_per_frame);
}

/// The settings that end a run.
struct Length {
    unsigned frames = 0;
    std::optional<std::uint64_t> steps{};
    std::optional<double> until{};
};

Length take_length(RunRequest& request) {
    return {.frames = std::exchange(request.options.frames, 0),
            .steps = std::exchange(request.steps, std::nullopt),
            .until = std::exchange(request.until, std::nullopt)};
}

/// Sets the end of the resumed run: from its flags, counted from the checkpoint, or otherwise the
/// original end.
void set_end(RunRequest& request, const Length& before, const studio::Checkpoint& checkpoint,
             const fs::path& from) {
    unsigned& wanted = request.options.frames;
    if (request.steps) {
        *request.steps += checkpoint.step;
    } else if (!request.until && wanted == 0) {
        request.steps = before.steps;
        request.until = before.until;
    }
    if (!request.options.headless) return;
    const unsigned done = request.options.frames_done = frames_done(checkpoint);
    if (request.steps || request.until) return;
    wanted = wanted > 0 ? done + wanted : (before.frames > 0 ? before.frames : app::kDefaultFrames);
    if (wanted == done && request.may_repeat_last_frame)
        --request.options.frames_done;
    else if (wanted <= done)
        throw Error(
            ErrorCode::invalid_state, fmt::format("resume '{}'", from.string()),
            fmt::format("all {} frames are complete. Use --frames N to add N more", wanted));
}

/// Removes settings that only headless runs have, and files that the window would overwrite.
void make_windowed(RunRequest& request, const OnEscape& on_escape) {
    set_escape(request.options, on_escape);
    request.options.headless = false;
    request.options.width = app::AppOptions().width;
    request.options.height = app::AppOptions().height;
    request.json = false;
    request.error_bar = false;
    request.times = false;
    request.picture.reset();
    request.result.reset();
    request.recording.clear();
}

}  // namespace

int resume(const std::vector<std::string>& arguments, const OnEscape& on_escape) {
    ResumeRequest request;
    parse_resume(arguments, request);
    const fs::path from = absolute_path(request.from).lexically_normal();
    std::error_code absent;
    auto [file, checkpoint] = fs::is_directory(from, absent)
                                  ? last_checkpoint(from)
                                  : std::pair(from, studio::read_checkpoint(from));
    const studio::RunRecord record =
        studio::parse_run_record(checkpoint.run, file.string() + ": run.json");
    request.run = resumed_request(record, file.parent_path());
    Length length = take_length(request.run);
    if (on_escape) {
        make_windowed(request.run, on_escape);
        length = {};
    }
    request.run.may_repeat_last_frame = !has_ended(file.parent_path(), record);
    request.run.options.seed = checkpoint.seed;
    parse_resume(arguments, request);  // overrides the run's own flags
    if (!request.adopts) request.run.first_settings = checkpoint.parameters;
    RunRequest& run_request = request.run;
    set_end(run_request, length, checkpoint, from);
    if (!request.adopts) require_same_text(run_request.simulation, checkpoint, file);
    run_request.adopts = request.adopts;
    run_request.from_file = file;
    run_request.from = std::make_shared<studio::Checkpoint>(std::move(checkpoint));
    return run(std::move(run_request));
}

}  // namespace glint::apps
