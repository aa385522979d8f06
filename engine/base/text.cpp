// SPDX-License-Identifier: MIT
#include <glint/base/text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace glint::text {
namespace {

constexpr std::string_view kWhite = " \t\r\n\f\v";

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

template <class Number>
std::optional<Number> parse_all(std::string_view text) noexcept {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc() || stop != end) return std::nullopt;
    return number;
}

/// Returns the edit distance. `two_back`, `one_back` and `row` are consecutive rows of the dynamic
/// programming table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> two_back(b.size() + 1), one_back(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(two_back, one_back);
        std::swap(one_back, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = one_back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({one_back[j] + 1, row[j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], two_back[j - 2] + 1);
        }
    }
    return row[b.size()];
}

/// Returns true if `name` begins with `part`, or if `part` is one of the words that underscores
/// separate in `name`.
bool is_part_of(std::string_view part, std::string_view name) {
    constexpr std::size_t kFewestLetters = 3;
    if (part.size() < kFewestLetters) return false;
    return name.starts_with(part) || std::ranges::count(split(name, '_'), part) > 0;
}

std::string quoted_choice(std::span<const std::string> names) {
    std::string choice;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool last = i + 1 == names.size();
        choice += i == 0 ? "" : last ? " or " : ", ";
        choice += fmt::format("'{}'", names[i]);
    }
    return choice;
}

}  // namespace

std::string_view trim(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(kWhite);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos;) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

void split_words(std::string_view text, std::vector<std::string_view>& words) {
    words.clear();
    for (std::size_t end = 0;;) {
        const std::size_t begin = text.find_first_not_of(kWhite, end);
        if (begin == std::string_view::npos) return;
        end = std::min(text.find_first_of(kWhite, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
    }
}

std::string lower_case(std::string_view text) {
    std::string lowered(text);
    std::ranges::transform(lowered, lowered.begin(), lower);
    return lowered;
}

std::optional<double> parse_double(std::string_view text) noexcept {
    // from_chars() does not accept a plus sign, so remove it. "+-1" must stay invalid.
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    return parse_all<double>(text);
}

std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept {
    return parse_all<std::uint64_t>(text);
}

std::string shortest(double value) { return fmt::format("{}", value); }
std::string shortest(float value) { return fmt::format("{}", value); }

std::vector<std::string> nearest_names(std::string_view wanted,
                                       std::span<const std::string> candidates,
                                       std::size_t at_most) {
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& candidate : candidates) {
        const std::string one = lower_case(wanted), other = lower_case(candidate);
        const std::size_t distance = edit_distance(one, other);
        const std::size_t allowed = std::max(one.size(), other.size()) / 3;
        if (distance <= allowed)
            near.emplace_back(distance, candidate);
        else if (is_part_of(one, other) || is_part_of(other, one))
            near.emplace_back(std::max(one.size(), other.size()) + distance, candidate);
    }
    std::ranges::stable_sort(near, {}, [](const auto& entry) { return entry.first; });
    near.resize(std::min(near.size(), at_most));

    std::vector<std::string> names;
    for (auto& entry : near) names.push_back(std::move(entry.second));
    return names;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string> candidates) {
    const std::vector<std::string> names = nearest_names(wanted, candidates);
    return names.empty() ? "" : fmt::format("; did you mean {}?", quoted_choice(names));
}

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
    if (count == 1) return fmt::format("1 {}", noun);
    return plural.empty() ? fmt::format("{} {}s", count, noun)
                          : fmt::format("{} {}", count, plural);
}

std::string human_bytes(std::size_t size_bytes) {
    if (size_bytes < 1000) return fmt::format("{} B", size_bytes);
    constexpr std::array units{"kB", "MB", "GB", "TB", "PB", "EB"};
    double amount = static_cast<double>(size_bytes) / 1000;
    std::size_t unit = 0;
    // With one decimal, amounts of 999.95 or more would print as "1000.0".
    for (; amount >= 999.95; ++unit) amount /= 1000;
    return fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string escaped_markup(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += c;
        }
    }
    return safe;
}

}  // namespace glint::text
