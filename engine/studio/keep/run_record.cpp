// SPDX-License-Identifier: MIT
#include <glint/studio/keep/run_record.hpp>

#include <chrono>
#include <limits>
#include <tuple>

#include <fmt/chrono.h>

#include <glint/studio/text/detail/json_reader.hpp>

namespace glint::studio {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kRecordFormat = 1;

/// Returns false for a path that can only be a folder: "", "/", "x/" and "x/..".
bool names_file(const std::filesystem::path& path) {
    const std::filesystem::path name = path.filename();
    return !name.empty() && name != "." && name != "..";
}

}  // namespace

std::string to_json(const RunRecord& record) {
    Json json{{"format", kRecordFormat},
              {"glint", record.glint},
              {"arguments", json_of(record.arguments)},
              {"directory", json_of(record.directory.string())},
              {"file", json_of(record.file.string())},
              {"code_hash", record.code_hash},
              {"device_kind", record.device_kind},
              {"device", record.device},
              {"seed", record.seed},
              {"dt", record.dt},
              {"exact", record.inexact.empty()},
              {"inexact_because", record.inexact},
              {"started", record.started},
              {"ended", nullptr},
              {"steps", record.steps},
              {"status", nullptr},
              {"resumed", record.resumed}};
    if (!record.ended.empty()) json["ended"] = record.ended;
    if (record.status) json["status"] = *record.status;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

RunRecord parse_run_record(const std::string& text, const std::string& name) {
    const JsonReader json(text, name);
    if (const int format = json.integer("format"); format != kRecordFormat)
        json.refuse(
            fmt::format("the run record has format {}, but this version of glint reads format {}",
                        format, kRecordFormat));
    RunRecord record;
    record.glint = json.text("glint");
    record.arguments = json.texts("arguments");
    record.directory = json.text("directory");
    record.file = json.text("file");
    if (!names_file(record.file))
        json.refuse(
            fmt::format("'file' is '{}', which is not the path of a file", record.file.string()));
    record.code_hash = json.text("code_hash");
    record.device_kind = json.text("device_kind");
    record.device = json.text("device");
    record.seed =
        static_cast<std::uint32_t>(json.whole("seed", std::numeric_limits<std::uint32_t>::max()));
    record.dt = json.number("dt");
    record.inexact = json.texts("inexact_because");
    record.started = json.text("started");
    if (!json.is_null("ended")) record.ended = json.text("ended");
    record.steps = json.whole("steps", kMaxFileSteps);
    if (!json.is_null("status")) record.status = json.integer("status");
    record.resumed = json.wholes("resumed", kMaxFileSteps);
    return record;
}

bool is_same_run(const RunRecord& one, const RunRecord& other) {
    const auto identity = [](const RunRecord& record) {
        return std::tie(record.started, record.arguments, record.directory, record.seed);
    };
    return identity(one) == identity(other);
}

std::string time_now() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now);
}

}  // namespace glint::studio
