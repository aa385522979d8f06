// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/run_flags.hpp>
#include <apps/glint/run_spec.hpp>
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

/// Returns the last readable checkpoint of a run. Throws Error(not_found) if no checkpoint exists.
/// If none can be read, throws the error from reading the first checkpoint.
std::pair<fs::path, studio::Checkpoint> last_checkpoint(const fs::path& folder) {
    const std::vector<fs::path> all = studio::checkpoints_in(folder);
    if (all.empty())
        throw Error(ErrorCode::not_found, fmt::format("resume '{}'", folder.string()),
                    "the folder contains no checkpoint. To write checkpoints, run with "
                    "--checkpoint-every N");
    for (std::size_t i = all.size(); i > 1; --i) {
        try {
            return {all[i - 1], studio::read_checkpoint(all[i - 1])};
        } catch (const Error& error) {
            log::warning(fmt::format("{}. Using the previous checkpoint instead", error.what()));
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
        refuse(fmt::format(
            "'{}' has changed since the checkpoint was written (the checkpoint contains the old "
            "version as code.cu). Use --adopt to continue with the arrays that still match",
            file.string()));
    if (!checkpoint.included) return;
    const std::string changed = studio::first_difference(
        *checkpoint.included, studio::included_hashes(file, checkpoint.code));
    if (!changed.empty())
        refuse(
            fmt::format("'{}', which '{}' includes, has changed since the checkpoint was written. "
                        "Use --adopt to continue with the arrays that still match",
                        changed, file.string()));
}

/// Returns false if the run was killed before it could record its end, and true otherwise.
bool has_ended(const fs::path& folder, const studio::RunRecord& record) {
    const auto there = studio::find_record(folder);
    return !there || !is_same_run(*there, record) || there->status;
}

/// Returns the number of complete frames, counted in the same way as in a headless run.
unsigned frames_done(const studio::Checkpoint& checkpoint) {
    const auto declaration = studio::read_annotations("code.cu", checkpoint.code).declaration;
    return static_cast<unsigned>(checkpoint.step / declaration.steps_per_frame);
}

/// The settings that determine where a run ends.
struct Length {
    unsigned frames = 0;
    std::optional<std::uint64_t> steps{};
    std::optional<double> until{};
};

Length take_length(RunSpec& spec) {
    return {.frames = std::exchange(spec.options.frames, 0),
            .steps = std::exchange(spec.run.stop_at, std::nullopt),
            .until = std::exchange(spec.until, std::nullopt)};
}

/// Sets the end of the resumed run. The flags --steps and --frames count from the checkpoint.
/// Without --steps, --frames and --until, the run ends where the original run would have ended.
void set_end(RunSpec& spec, const Length& before, const studio::Checkpoint& checkpoint,
             const fs::path& from) {
    unsigned& wanted = spec.options.frames;
    if (spec.run.stop_at) {
        *spec.run.stop_at += checkpoint.step;
    } else if (!spec.until && wanted == 0) {
        spec.run.stop_at = before.steps;
        spec.until = before.until;
    }
    if (!spec.options.headless) return;
    const unsigned done = spec.options.frames_done = frames_done(checkpoint);
    if (spec.run.stop_at || spec.until) return;
    wanted = wanted > 0 ? done + wanted : (before.frames > 0 ? before.frames : app::kDefaultFrames);
    if (wanted == done && spec.may_repeat_last_frame)
        --spec.options.frames_done;
    else if (wanted <= done)
        throw Error(
            ErrorCode::invalid_state, fmt::format("resume '{}'", from.string()),
            fmt::format("all {} frames are complete. Use --frames N to run N more frames", wanted));
}

/// Removes the settings that only headless runs support, and the output files that a window would
/// overwrite.
void make_windowed(RunSpec& spec, const OnEscape& on_escape) {
    set_escape(spec.options, on_escape);
    spec.options.headless = false;
    spec.options.width = app::AppOptions().width;
    spec.options.height = app::AppOptions().height;
    spec.json = false;
    spec.error_bar = false;
    spec.run.times = false;
    spec.run.picture.reset();
    spec.run.result.reset();
    spec.run.record.reset();
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
    request.spec = resumed_spec(record, file.parent_path());
    Length length = take_length(request.spec);
    if (on_escape) {
        make_windowed(request.spec, on_escape);
        length = {};
    }
    request.spec.may_repeat_last_frame = !has_ended(file.parent_path(), record);
    request.spec.options.seed = checkpoint.seed;
    parse_resume(arguments, request);  // flags of the command override those of the recorded run
    if (!request.adopts) request.spec.first_settings = checkpoint.parameters;
    RunSpec& spec = request.spec;
    set_end(spec, length, checkpoint, from);
    if (!request.adopts) {
        require_same_text(spec.simulation, checkpoint, file);
        // Runs the text that was compared above, even if the user saves another version now.
        spec.text = checkpoint.code;
    }
    spec.run.keep.adopts = request.adopts;
    spec.run.keep.from_file = file;
    spec.run.keep.from = std::make_shared<studio::Checkpoint>(std::move(checkpoint));
    return run(std::move(spec));
}

}  // namespace glint::apps
