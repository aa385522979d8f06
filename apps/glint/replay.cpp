#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/glint/kept_request.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/studio/keep/bundle.hpp>
#include <glint/studio/keep/replay.hpp>
#include <glint/studio/keep/run_folder.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/window/presets.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

/// The name by which Device::open() finds the kind of device that the run was made on.
std::string device_for(const ReplayRequest& request, const studio::RunRecord& record) {
    if (request.device != "auto") return request.device;
    return record.device_kind;
}

void warn_of_differences(const studio::RunRecord& record, const Device& device) {
    const std::string kind = device.kind() == BackendKind::cuda ? "cuda" : "cpu";
    if (kind != record.device_kind)
        log::warning(
            fmt::format("the run was made on {}: on another kind of device its bits are "
                        "others",
                        record.device));
    if (!record.inexact.empty())
        log::warning(
            fmt::format("the run is approximate, as the order of threads decides on its "
                        "bits: {}",
                        fmt::join(record.inexact, "; ")));
}

/// The run's request, with what the bundle has of it.
RunRequest request_in(const studio::RunRecord& record, const studio::OpenBundle& bundle) {
    RunRequest request = request_of(record);
    request.file = bundle.file(record.file);
    for (std::size_t i = 0; i < request.inputs.size(); ++i)
        request.inputs[i] =
            with_path(request.inputs[i], bundle.input(i, path_in(request.inputs[i])));
    if (!request.preset.empty()) request.preset = bundle.preset();
    return request;
}

std::string environment_of(const studio::RunRecord& record) {
    const std::string nvrtc = compiler::nvrtc_version();
    return fmt::format("glint {}\n{}\nNVRTC: {}\nmade {}\n", record.glint, record.device,
                       nvrtc.empty() ? "none" : nvrtc, record.started);
}

}  // namespace

int bundle(const fs::path& run, fs::path to) {
    const fs::path folder = fs::absolute(run / "").lexically_normal().parent_path();
    const studio::RunRecord record = studio::read_record(folder);
    const RunRequest request = request_of(record);
    studio::BundleParts parts{
        .file = record.file, .inputs = {}, .environment = environment_of(record)};
    for (const std::string& input : request.inputs) parts.inputs.push_back(path_in(input));
    if (!request.preset.empty()) parts.preset = studio::find_preset(record.file, request.preset);
    if (to.empty()) to = folder.filename().string() + ".glint.zip";
    studio::write_bundle(to, folder, parts);
    fmt::print("wrote {}; glint replay takes it\n", to.string());
    return EXIT_SUCCESS;
}

int replay(const ReplayRequest& request) {
    std::optional<studio::OpenBundle> bundle;
    if (!fs::is_directory(request.run)) bundle.emplace(request.run);
    const fs::path folder =
        bundle ? bundle->folder() : fs::absolute(request.run).lexically_normal();
    const studio::RunRecord record = studio::read_record(folder);
    const studio::ReadLog read = studio::read_log(folder / "events.jsonl");
    if (read.is_cut) log::warning(fmt::format("the log in '{}' breaks off", folder.string()));
    const Device device = Device::open(device_for(request, record));
    warn_of_differences(record, device);
    const auto simulation = simulation_of(bundle ? request_in(record, *bundle) : request_of(record),
                                          device, read_text(folder / "code.cu"));
    for (const std::string& probe : request.probes)
        (void)studio::parse_probe(simulation->declaration(), probe);
    studio::Replay replay(*simulation, read.entries);
    replay.advance_to(request.to.value_or(record.steps), request.to);
    for (const std::string& probe : request.probes)
        fmt::print("{}\n", studio::probed(*simulation,
                                          studio::parse_probe(simulation->declaration(), probe)));
    if (!request.verify) {
        fmt::print(stderr, "replayed up to step {}\n", simulation->now().number);
        return EXIT_SUCCESS;
    }
    if (!replay.difference().empty()) {
        fmt::print("{}; all was the same at step {}\n", replay.difference(), replay.last_same());
        return EXIT_FAILURE;
    }
    fmt::print("the same at all {} where the run wrote its sums down, up to step {}\n",
               text::counted(replay.compared(), "step"), simulation->now().number);
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
