// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/versions.hpp>

#include <algorithm>
#include <ctime>
#include <map>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

using Lines = std::span<const std::string_view>;

constexpr std::size_t kMaxCompared = 4'000'000;

/// Returns the length of the longest common subsequence. Stores only one row of the table at a
/// time.
std::size_t common_in_order(Lines a, Lines b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (const std::string_view line : a) {
        std::size_t diagonal = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = line == b[j] ? diagonal + 1 : std::max(above, row[j]);
            diagonal = above;
        }
    }
    return row.back();
}

std::size_t common_in_any_order(Lines a, Lines b) {
    std::map<std::string_view, std::size_t> left;
    for (const std::string_view line : a) ++left[line];
    return static_cast<std::size_t>(std::ranges::count_if(b, [&](std::string_view line) {
        const auto found = left.find(line);
        return found != left.end() && found->second > 0 && found->second-- > 0;
    }));
}

std::vector<std::string_view> lines_of(std::string_view text) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    return text.empty() ? std::vector<std::string_view>() : text::split(text, '\n');
}

}  // namespace

LineChanges changed_lines(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> old_lines = lines_of(before), new_lines = lines_of(after);
    Lines a = old_lines, b = new_lines;
    const auto trim = [&](auto at, auto drop) {
        while (!a.empty() && !b.empty() && at(a) == at(b)) a = drop(a), b = drop(b);
    };
    trim([](Lines lines) { return lines.front(); }, [](Lines lines) { return lines.subspan(1); });
    trim([](Lines lines) { return lines.back(); },
         [](Lines lines) { return lines.first(lines.size() - 1); });
    const std::size_t common =
        a.size() * b.size() > kMaxCompared ? common_in_any_order(a, b) : common_in_order(a, b);
    return {.added = b.size() - common, .removed = a.size() - common};
}

Versions::Versions(std::string text, Time now) {
    all_.push_back({.text = std::move(text), .since = now});
}

void Versions::use(std::string_view text, Time now) {
    const auto found = std::ranges::find(all_, text, &Version::text);
    current_ = static_cast<std::size_t>(found - all_.begin());
    if (found != all_.end()) return;
    const LineChanges changes = changed_lines(all_.back().text, text);
    all_.push_back({.text = std::string(text), .since = now, .changes = changes});
}

std::string to_string(const Version& version, std::size_t index) {
    const std::time_t since = std::chrono::system_clock::to_time_t(version.since);
    std::tm local{};
    localtime_r(&since, &local);
    const std::string place = fmt::format("{}  {:%H:%M:%S}", index + 1, local);
    if (index == 0) return place + "  initial version";
    return fmt::format("{}  +{} -{}", place, version.changes.added, version.changes.removed);
}

}  // namespace glint::studio
