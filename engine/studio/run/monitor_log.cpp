// SPDX-License-Identifier: MIT
#include <glint/studio/run/monitor_log.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>
#include <glint/base/writable_folder.hpp>

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
                "monitor not found" + text::known_names(name, known));
}

Limit parse_limit(const Declaration& declaration, const std::string& text) {
    const std::string operation = fmt::format("use limit '{}'", text);
    const std::size_t equals = text.find('='),
                      dots = text.find("..", std::min(equals, text.size()));
    if (equals == text.npos || dots == text.npos)
        throw Error(ErrorCode::invalid_argument, operation,
                    "a limit must have the form MONITOR=MIN..MAX");
    const auto low = text::parse_double(text::trim(text.substr(equals + 1, dots - equals - 1)));
    const auto high = text::parse_double(text::trim(text.substr(dots + 2)));
    if (!low || !high || !(*low <= *high))
        throw Error(ErrorCode::invalid_argument, operation,
                    "the range must consist of two numbers, the lower number first");
    return {.derived = find_monitor(declaration, text::trim(text.substr(0, equals)), operation),
            .low = *low,
            .high = *high,
            .given = text};
}

/// Returns the table in the file without the rows from step `end` on, and without an incomplete
/// last row. If the file does not exist, returns only the header.
std::string rows_before(const std::filesystem::path& file, const std::string& header,
                        std::uint64_t end) {
    std::error_code absent;
    if (!std::filesystem::exists(file, absent)) return header + '\n';
    const std::string table = read_text(file);
    std::string kept;
    for (std::string_view rest = table; rest.find('\n') != rest.npos;) {
        const std::string_view row = rest.substr(0, rest.find('\n') + 1);
        rest.remove_prefix(row.size());
        if (kept.empty() && row.substr(0, row.size() - 1) != header)
            throw Error(ErrorCode::bad_input, fmt::format("resume '{}'", file.string()),
                        fmt::format("the columns of the file are not '{}'", header));
        const auto number = text::parse_unsigned(row.substr(0, row.find(',')));
        if (kept.empty() || (number && *number < end)) kept += row;
    }
    return kept.empty() ? header + '\n' : kept;
}

/// Returns the step of the last row, or nullopt if the table consists only of the header.
std::optional<std::uint64_t> last_step_of(std::string_view table) {
    table.remove_suffix(1);
    const std::string_view row = table.substr(table.rfind('\n') + 1);
    return text::parse_unsigned(row.substr(0, row.find(',')));
}

}  // namespace

std::vector<Limit> limits_of(const Declaration& declaration,
                             const std::vector<std::string>& texts) {
    std::vector<Limit> limits;
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        const Derived& derived = declaration.derived[i];
        if (derived.is_monitor() && derived.display.range)
            limits.push_back({.derived = i,
                              .low = derived.display.range->first,
                              .high = derived.display.range->second});
    }
    for (const std::string& text : texts) {
        const Limit limit = parse_limit(declaration, text);
        std::erase_if(limits, [&](const Limit& other) { return other.derived == limit.derived; });
        limits.push_back(limit);
    }
    return limits;
}

const Limit* find_left(const std::vector<Limit>& limits,
                       const std::vector<std::optional<double>>& values) {
    const auto found = std::ranges::find_if(limits, [&](const Limit& limit) {
        const double value = *values[limit.derived];
        return !(value >= limit.low && value <= limit.high);
    });
    return found == limits.end() ? nullptr : &*found;
}

std::optional<std::string> left_limits(const Declaration& declaration,
                                       const std::vector<Limit>& limits,
                                       const std::vector<std::optional<double>>& values,
                                       std::uint64_t step) {
    const Limit* left = find_left(limits, values);
    if (!left) return std::nullopt;
    const double value = *values[left->derived];
    return fmt::format("'{}' is {} at step {}, outside its limit {}..{}",
                       declaration.derived[left->derived].display.label,
                       std::isnan(value) ? "nan" : fmt::format("{:.9g}", value), step,
                       text::shortest(left->low), text::shortest(left->high));
}

MonitorLog::MonitorLog(const std::filesystem::path& file, const Declaration& declaration,
                       std::optional<std::uint64_t> after)
    : file_(file) {
    for (const Derived& derived : declaration.derived)
        if (derived.is_monitor()) functions_.push_back(derived.function);
    for (const std::string& function : functions_) header_ += ',' + function;
    table_ = after ? rows_before(file_, header_, *after + 1) : header_ + '\n';
    last_ = last_step_of(*table_);
    if (const auto reason = reason_not_replaceable(file_))
        throw Error(ErrorCode::io, fmt::format("write '{}'", file_.string()), *reason);
}

void MonitorLog::begin() {
    if (!table_) return;
    write_atomically(file_, *table_);
    table_.reset();
    open();
}

void MonitorLog::open() {
    out_ = std::make_unique<std::ofstream>(file_, std::ios::app);
    if (!*out_)
        throw Error(ErrorCode::io, fmt::format("write '{}'", file_.string()),
                    "the file cannot be opened");
}

MonitorLog::MonitorLog(MonitorLog&&) noexcept = default;
MonitorLog::~MonitorLog() = default;

void MonitorLog::add(const Step& now, const Declaration& declaration,
                     const std::vector<std::optional<double>>& values) {
    begin();
    if (last_ == now.number) return;
    if (last_ && now.number < *last_) {
        out_->close();
        write_atomically(file_, rows_before(file_, header_, now.number));
        open();
    }
    last_ = now.number;
    std::string row = fmt::format("{},{}", now.number, text::shortest(now.time));
    std::size_t from = 0;  // several monitors may have the same function
    for (const std::string& function : functions_) {
        row += ',';
        for (std::size_t i = from; i < values.size(); ++i) {
            if (!values[i] || declaration.derived[i].function != function) continue;
            row += text::shortest(*values[i]);
            from = i + 1;
            break;
        }
    }
    *out_ << row << '\n' << std::flush;
    if (!*out_)
        throw Error(ErrorCode::io, fmt::format("write '{}'", file_.string()),
                    fmt::format("the row for step {} could not be written", now.number));
}

}  // namespace glint::studio
