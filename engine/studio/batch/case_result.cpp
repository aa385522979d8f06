// SPDX-License-Identifier: MIT
#include <glint/studio/batch/case_result.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/detail/case_json.hpp>

namespace glint::studio {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kOutputFlags{
    "--out=", "--monitors=", "--picture=", "--result="};

// Returns a JSON number, or a string for NaN and infinity, which JSON cannot represent as numbers.
OrderedJson number_json(double value) {
    if (std::isfinite(value)) return value;
    return text::shortest(value);
}

double number_in(const OrderedJson& json) {
    if (json.is_number()) return json.get<double>();
    return text::parse_double(json.get<std::string>()).value_or(std::nan(""));
}

/// Returns the integer in `json`, or nullopt for fractions and for values out of range. get<T>()
/// would silently convert such values.
template <std::integral T>
std::optional<T> whole_in(const OrderedJson& json) {
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        return std::in_range<T>(value) ? std::optional(static_cast<T>(value)) : std::nullopt;
    }
    if (!json.is_number_integer()) return std::nullopt;
    const auto value = json.get<std::int64_t>();
    return std::in_range<T>(value) ? std::optional(static_cast<T>(value)) : std::nullopt;
}

std::optional<CaseResult> result_in(const OrderedJson& json) {
    const auto status = whole_in<int>(json.at("status"));
    const auto steps = whole_in<std::uint64_t>(json.at("steps"));
    if (!status || !steps) return std::nullopt;
    CaseResult result{.status = *status,
                      .reason = json.at("reason").get<std::string>(),
                      .seconds = json.at("seconds").get<double>(),
                      .steps = *steps,
                      .time = number_in(json.at("time"))};
    for (const auto& [name, value] : json.at("monitors").items())
        result.monitors.emplace_back(name, number_in(value));
    result.arguments = json.at("arguments").get<std::vector<std::string>>();
    result.code = json.at("code").get<std::string>();
    return result;
}

}  // namespace

OrderedJson detail::to_json(const CaseResult& result) {
    OrderedJson monitors = OrderedJson::object();
    for (const auto& [name, value] : result.monitors) monitors[name] = number_json(value);
    return {{"status", result.status},          {"reason", result.reason},
            {"seconds", result.seconds},        {"steps", result.steps},
            {"time", number_json(result.time)}, {"monitors", monitors},
            {"arguments", result.arguments},    {"code", result.code}};
}

std::vector<std::string> identifying_arguments(const std::vector<std::string>& arguments) {
    std::vector<std::string> all;
    for (const std::string& argument : arguments) {
        const auto names = [&](std::string_view flag) { return argument.starts_with(flag); };
        if (std::ranges::none_of(kOutputFlags, names)) all.push_back(console::printable(argument));
    }
    return all;
}

void write_case_result(const std::filesystem::path& file, const CaseResult& result) {
    LateSync::sync();  // the files of the run must be on disk before its result
    // Replaces invalid bytes: a failure reason may quote bytes that are not UTF-8.
    write_atomically(
        file,
        detail::to_json(result).dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
    LateSync::sync();
}

std::optional<CaseResult> read_case_result(const std::filesystem::path& file) try {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::nullopt;  // usual in a new sweep
    return result_in(OrderedJson::parse(read_text(file)));
} catch (const Error&) {
    return std::nullopt;
} catch (const OrderedJson::exception&) {
    return std::nullopt;
}

}  // namespace glint::studio
