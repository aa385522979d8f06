#include <glint/studio/keep/run_record.hpp>

#include <chrono>

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

constexpr int kRecordFormat = 1;

}  // namespace

std::string to_json(const RunRecord& record) {
    nlohmann::ordered_json json{{"format", kRecordFormat},
                                {"glint", record.glint},
                                {"arguments", record.arguments},
                                {"directory", record.directory.string()},
                                {"file", record.file.string()},
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
    return json.dump(2) + '\n';
}

RunRecord parse_run_record(const std::string& text, const std::string& name) try {
    const auto json = nlohmann::json::parse(text);
    if (const int format = json.at("format"); format != kRecordFormat)
        throw Error(
            ErrorCode::bad_input, fmt::format("read '{}'", name),
            fmt::format("its format is {}, and this glint reads {}", format, kRecordFormat));
    RunRecord record;
    json.at("glint").get_to(record.glint);
    json.at("arguments").get_to(record.arguments);
    record.directory = json.at("directory").get<std::string>();
    record.file = json.at("file").get<std::string>();
    json.at("code_hash").get_to(record.code_hash);
    json.at("device_kind").get_to(record.device_kind);
    json.at("device").get_to(record.device);
    json.at("seed").get_to(record.seed);
    json.at("dt").get_to(record.dt);
    json.at("inexact_because").get_to(record.inexact);
    json.at("started").get_to(record.started);
    if (!json.at("ended").is_null()) json.at("ended").get_to(record.ended);
    json.at("steps").get_to(record.steps);
    if (!json.at("status").is_null()) record.status = json.at("status").get<int>();
    json.at("resumed").get_to(record.resumed);
    return record;
} catch (const nlohmann::json::exception& error) {
    throw Error(ErrorCode::bad_input, fmt::format("read '{}'", name),
                fmt::format("it is not what glint writes there: {}", error.what()));
}

std::string time_now() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now);
}

}  // namespace glint::studio
