// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/glint/failure_text.hpp>
#include <apps/glint/open_app.hpp>
#include <apps/glint/run_flags.hpp>
#include <apps/glint/run_spec.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/bundle.hpp>
#include <glint/studio/keep/replay.hpp>
#include <glint/studio/keep/run_folder.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/window/presets.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

void warn_about_differences(const studio::RunRecord& record, const std::string& device) {
    if (record.device_kind != to_string(Device::open(device).kind()))
        log::warning(fmt::format(
            "the run was recorded on {}. A replay on another kind of device is not bit-identical",
            record.device));
    if (!record.inexact.empty())
        log::warning(
            fmt::format("the replay is approximate, because the results depend on the order of "
                        "threads: {}",
                        fmt::join(record.inexact, "; ")));
}

/// Returns the spec of the replay: the settings of the recorded run. If a bundle is given, the
/// files are those of the bundle.
RunSpec making_of(const studio::RunRecord& record, const studio::OpenBundle* bundle) {
    const RunSpec was = recorded_spec(record);
    RunSpec spec;
    spec.simulation = was.simulation;
    spec.inputs = was.inputs;
    spec.preset = was.preset;
    spec.options.settings = was.options.settings;
    spec.options.seed = was.options.seed;
    spec.options.time_step = was.options.time_step;
    spec.options.device = record.device_kind;
    spec.options.every = 0;
    if (!bundle) return spec;
    spec.file = bundle->file(record.file);
    for (std::size_t i = 0; i < spec.inputs.size(); ++i)
        spec.inputs[i] = with_path(spec.inputs[i], bundle->input(i, path_in(spec.inputs[i])));
    if (!spec.preset.empty()) spec.preset = bundle->preset();
    return spec;
}

/// Throws WrongOption for flags that would change the replay's length or record the replay.
void refuse_conflicting_flags(const RunSpec& spec, bool verifies) {
    const auto refuse = [](const char* flag, bool is_given, const char* reason) {
        if (is_given) throw app::WrongOption(flag, reason);
    };
    refuse("--frames", spec.options.frames > 0, "use --to STEP to end a replay");
    refuse("--steps", spec.run.stop_at.has_value(), "use --to STEP to end a replay");
    refuse("--until", spec.until.has_value(), "use --to STEP to end a replay");
    refuse("--checkpoint-every", spec.run.keep.checkpoint_every.has_value(),
           "not allowed in a replay, which writes no run record");
    refuse("--sums-every", spec.run.keep.checksum_every.has_value(),
           "not allowed in a replay, which writes no run record");
    refuse("--json", spec.json && verifies, "not allowed with --verify");
    refuse("--beside", !spec.comparison.empty(),
           "not allowed in a replay, which shows only the recorded run");
}

/// Returns the step at which the replay ends. Warns if the recorded run continued after that step.
std::uint64_t end_of(const studio::RunRecord& record, const studio::ReadLog& read,
                     const fs::path& folder) {
    const std::uint64_t last = read.entries.empty() ? 0 : read.entries.back().step;
    if (record.steps > last)
        log::warning(fmt::format("the log in '{}' ends at step {}, but the run ended at step {}",
                                 folder.string(), last, record.steps));
    return std::min(record.steps, last);
}

std::string environment_of(const studio::RunRecord& record) {
    const std::string nvrtc = compiler::nvrtc_version();
    return fmt::format("glint {}\n{}\nNVRTC: {}\nmade {}\n", record.glint, record.device,
                       nvrtc.empty() ? "none" : nvrtc, record.started);
}

/// Returns the reason why the log ends before the step at which the replay stops, or an empty
/// string if the log is complete. The log of a completed run ends with checksums of its last step.
std::string missing_in(const studio::RunRecord& record, const studio::ReadLog& log,
                       const std::optional<std::uint64_t>& stop) {
    const std::uint64_t last = log.entries.empty() ? 0 : log.entries.back().step;
    if (stop && *stop <= last) return {};
    if (log.is_cut)
        return fmt::format("the last line of the log, after step {}, is truncated", last);
    const bool has_end = !log.entries.empty() &&
                         std::holds_alternative<studio::LoggedChecksums>(log.entries.back().what);
    if (record.steps > last || (record.steps > 0 && !has_end))
        return fmt::format("the log ends at step {}, but the run ended at step {}", last,
                           record.steps);
    return {};
}

/// Replays at full speed, without a display. Returns 0 if all checksums of the run match, else 1.
int verify(const RunSpec& spec, const studio::ReplayPlan& plan, const std::string& missing) {
    const auto simulation =
        make_simulation(spec, open_file(spec), Device::open(spec.options.device));
    for (const std::string& probe : spec.run.probes)
        (void)studio::parse_probe(simulation->declaration(), probe);
    studio::Replay replay(*simulation, plan.entries);
    replay.advance_to(plan.stop.value_or(plan.end), plan.stop);
    for (const std::string& probe : spec.run.probes)
        console::print("{}\n", studio::probed(*simulation, studio::parse_probe(
                                                               simulation->declaration(), probe)));
    if (!replay.difference().empty()) {
        console::print("{}. All checksums up to step {} match\n", replay.difference(),
                       replay.last_same());
        return EXIT_FAILURE;
    }
    if (replay.compared() == 0) {
        console::print("nothing was compared, because the log has no checksums up to step {}\n",
                       simulation->now().number);
        return EXIT_FAILURE;
    }
    console::print("the checksums of {} match, up to step {}\n",
                   text::counted(replay.compared(), "step"), simulation->now().number);
    if (missing.empty()) return EXIT_SUCCESS;
    console::print("the rest of the run was not compared, because {}\n", missing);
    return EXIT_FAILURE;
}

/// Replays with the views of `glint run`. The number of frames is usually known in advance.
/// However, a reset or another version of the file can end a frame early. If the log contains a
/// reset or another version, the replay ends at the end of the log.
int show(RunSpec spec, const studio::ReplayPlan& plan) {
    if (spec.options.headless || !has_display()) {
        const bool is_plain = std::ranges::none_of(plan.entries, [](const studio::LogEntry& entry) {
            return std::holds_alternative<studio::Reset>(entry.what) ||
                   std::holds_alternative<studio::LoggedVersion>(entry.what);
        });
        const auto each = open_file(spec).declaration.steps_per_frame;
        constexpr std::uint64_t kMax = std::numeric_limits<unsigned>::max();
        spec.options.frames = static_cast<unsigned>(
            is_plain && plan.step_count() > 0
                ? std::min<std::uint64_t>(ceil_div(plan.step_count(), each), kMax)
                : kMax);
    }
    spec.run.replay = plan;
    return run(std::move(spec));
}

}  // namespace

int bundle(const fs::path& run, fs::path to) {
    const fs::path folder = absolute_path(run / "").lexically_normal().parent_path();
    const studio::RunRecord record = studio::read_record(folder);
    const RunSpec spec = recorded_spec(record);
    studio::BundleParts parts{
        .file = record.file, .inputs = {}, .environment = environment_of(record)};
    for (const std::string& input : spec.inputs) parts.inputs.push_back(path_in(input));
    if (!spec.preset.empty()) parts.preset = studio::find_preset(record.file, spec.preset);
    if (to.empty()) to = folder.filename().string() + ".glint.zip";
    // Any other extension could be that of an input, which would be overwritten.
    if (text::lower_case(to.extension().string()) != ".zip")
        throw app::WrongOption(
            "-o", fmt::format("cannot write '{}': only .zip files are supported", to.string()));
    studio::write_bundle(to, folder, parts);
    console::print("wrote {0}. Replay the run with: glint replay {0}\n", to.string());
    return EXIT_SUCCESS;
}

namespace {

int replay_with(const std::vector<std::string>& arguments,
                std::optional<studio::OpenBundle>& bundle, const OnEscape& on_escape) {
    ReplayRequest request;
    parse_replay(arguments, request);
    const fs::path of = request.of;
    std::error_code absent;
    if (!fs::is_directory(of, absent)) bundle.emplace(of);
    const fs::path folder = bundle ? bundle->folder() : absolute_path(of).lexically_normal();
    const studio::RunRecord record = studio::read_record(folder);
    request = {.of = {}, .to = {}, .spec = making_of(record, bundle ? &*bundle : nullptr)};
    if (on_escape) set_escape(request.spec.options, on_escape);
    parse_replay(arguments, request);  // flags of the command override those of the recorded run
    refuse_conflicting_flags(request.spec, request.verify);
    if (!fs::exists(folder / studio::kLogFile, absent))
        throw Error(ErrorCode::not_found, fmt::format("replay '{}'", of.string()),
                    fmt::format("the recorded run has no {}", studio::kLogFile));
    studio::ReadLog read = studio::read_log(folder / studio::kLogFile);
    if (read.is_cut) log::warning(fmt::format("the log in '{}' is truncated", folder.string()));
    request.spec.text = read_text(folder / studio::kTextFile);
    const std::uint64_t end = end_of(record, read, folder);
    const std::string missing = missing_in(record, read, request.to);
    const studio::ReplayPlan plan{std::move(read.entries), end, request.to};
    warn_about_differences(record, request.spec.options.device);
    return request.verify ? verify(request.spec, plan, missing)
                          : show(std::move(request.spec), plan);
}

}  // namespace

int replay(const std::vector<std::string>& arguments, const OnEscape& on_escape) {
    std::optional<studio::OpenBundle> bundle;
    try {
        return replay_with(arguments, bundle, on_escape);
    } catch (const app::WrongOption&) {
        throw;
    } catch (const studio::DeclarationError&) {
        throw;
    } catch (const Error& error) {
        if (!bundle) throw;
        ReplayRequest request;
        parse_replay(arguments, request);
        throw with_path(error, bundle->folder(), request.of);
    }
}

}  // namespace glint::apps
