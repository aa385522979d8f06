// SPDX-License-Identifier: MIT
#include <glint/studio/batch/run_report.hpp>

#include <algorithm>

#include <glint/studio/batch/detail/case_json.hpp>

namespace glint::studio {
namespace {

using Json = nlohmann::ordered_json;

/// Converts the result of value_text() to JSON.
Json element_json(const std::string& text) {
    std::string json = text;
    std::ranges::replace(json, '(', '[');
    std::ranges::replace(json, ')', ']');
    const Json read = Json::parse(json, nullptr, false);
    return read.is_number() || read.is_array() ? read : Json(text);
}

}  // namespace

std::string report_text(const RunReport& report) {
    Json json = detail::to_json(report.result);
    json["probes"] = Json::object();
    for (const auto& [probe, value] : report.probes) json["probes"][probe] = element_json(value);
    json["files"] = Json::array();
    for (const auto& file : report.files) json["files"].push_back(file.string());
    return json.dump(1, ' ', false, Json::error_handler_t::replace);  // a name can be invalid UTF-8
}

}  // namespace glint::studio
