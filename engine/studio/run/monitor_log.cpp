#include <glint/studio/run/monitor_log.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

std::size_t find_monitor(const Declaration& declaration, std::string_view name,
                         const std::string& operation) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        const Derived& derived = declaration.derived[i];
        if (!derived.is_monitor()) continue;
        if (name == derived.display.label || name == derived.function) return i;
        known.push_back(derived.display.label);
        known.push_back(derived.function);
    }
    throw Error(ErrorCode::not_found, operation,
                "there is no such monitor" + text::did_you_mean(name, known));
}

Limit parse_limit(const Declaration& declaration, const std::string& text) {
    const std::string operation = fmt::format("limit '{}'", text);
    const std::size_t equals = text.find('='),
                      dots = text.find("..", std::min(equals, text.size()));
    if (equals == text.npos || dots == text.npos)
        throw Error(ErrorCode::invalid_argument, operation, "expected MONITOR=MIN..MAX");
    const auto low = text::parse_double(text::trim(text.substr(equals + 1, dots - equals - 1)));
    const auto high = text::parse_double(text::trim(text.substr(dots + 2)));
    if (!low || !high || !(*low <= *high))
        throw Error(ErrorCode::invalid_argument, operation,
                    "the range is not of two numbers, the lesser first");
    return {.derived = find_monitor(declaration, text::trim(text.substr(0, equals)), operation),
            .low = *low,
            .high = *high};
}

}  // namespace

std::vector<Limit> limits_of(const Declaration& declaration,
                             const std::vector<std::string>& texts) {
    std::vector<Limit> limits;
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        const Derived& derived = declaration.derived[i];
        if (derived.is_monitor() && derived.display.range)
            limits.push_back({i, derived.display.range->first, derived.display.range->second});
    }
    for (const std::string& text : texts) {
        const Limit limit = parse_limit(declaration, text);
        std::erase_if(limits, [&](const Limit& other) { return other.derived == limit.derived; });
        limits.push_back(limit);
    }
    return limits;
}

std::optional<std::string> left_limits(const Declaration& declaration,
                                       const std::vector<Limit>& limits,
                                       const std::vector<std::optional<double>>& values,
                                       std::uint64_t step) {
    for (const Limit& limit : limits) {
        const double value = *values[limit.derived];
        if (value >= limit.low && value <= limit.high) continue;
        return fmt::format("'{}' is {:.9g} at step {}, outside of {}..{}",
                           declaration.derived[limit.derived].display.label, value, step,
                           text::shortest(limit.low), text::shortest(limit.high));
    }
    return std::nullopt;
}

MonitorLog::MonitorLog(const std::filesystem::path& file, const Declaration& declaration)
    : file_(file), out_(file) {
    std::string header = "step,time";
    for (const Derived& derived : declaration.derived)
        if (derived.is_monitor()) functions_.push_back(derived.function);
    for (const std::string& function : functions_) header += ',' + function;
    out_ << header << '\n' << std::flush;
    if (!out_)
        throw Error(ErrorCode::io, fmt::format("write '{}'", file_.string()),
                    "it cannot be written");
}

void MonitorLog::add(const Step& now, const Declaration& declaration,
                     const std::vector<std::optional<double>>& values) {
    if (last_ == now.number) return;
    last_ = now.number;
    std::string row = fmt::format("{},{}", now.number, text::shortest(now.time));
    std::size_t from = 0;  // one function may have several monitors, which keep their order
    for (const std::string& function : functions_) {
        row += ',';
        for (std::size_t i = from; i < values.size(); ++i) {
            if (!values[i] || declaration.derived[i].function != function) continue;
            row += text::shortest(*values[i]);
            from = i + 1;
            break;
        }
    }
    out_ << row << '\n' << std::flush;
    if (!out_)
        throw Error(ErrorCode::io, fmt::format("write '{}'", file_.string()),
                    fmt::format("the row of step {} could not be written", now.number));
}

}  // namespace glint::studio
