#include <glint/studio/batch/case_result.hpp>

#include <cmath>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/detail/case_json.hpp>

namespace glint::studio {
namespace {

using OrderedJson = nlohmann::ordered_json;

// JSON has no infinity and nothing that is no number.
OrderedJson number_json(double value) {
    if (std::isfinite(value)) return value;
    return text::shortest(value);
}

double number_in(const OrderedJson& json) {
    if (json.is_number()) return json.get<double>();
    return text::parse_double(json.get<std::string>()).value_or(std::nan(""));
}

CaseResult result_in(const OrderedJson& json) {
    CaseResult result{.status = json.at("status").get<int>(),
                      .reason = json.at("reason").get<std::string>(),
                      .seconds = json.at("seconds").get<double>(),
                      .steps = json.at("steps").get<std::uint64_t>(),
                      .time = number_in(json.at("time"))};
    for (const auto& [name, value] : json.at("monitors").items())
        result.monitors.emplace_back(name, number_in(value));
    return result;
}

}  // namespace

OrderedJson detail::to_json(const CaseResult& result) {
    OrderedJson monitors = OrderedJson::object();
    for (const auto& [name, value] : result.monitors) monitors[name] = number_json(value);
    return {{"status", result.status},          {"reason", result.reason},
            {"seconds", result.seconds},        {"steps", result.steps},
            {"time", number_json(result.time)}, {"monitors", monitors}};
}

void write_case_result(const std::filesystem::path& file, const CaseResult& result) {
    LateSync::sync();  // first what the result speaks of
    // What a reason quotes may be no UTF-8.
    write_atomically(
        file,
        detail::to_json(result).dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
    LateSync::sync();
}

std::optional<CaseResult> read_case_result(const std::filesystem::path& file) try {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::nullopt;  // as for most of a new sweep
    return result_in(OrderedJson::parse(read_text(file)));
} catch (const Error&) {
    return std::nullopt;
} catch (const OrderedJson::exception&) {
    return std::nullopt;
}

}  // namespace glint::studio
