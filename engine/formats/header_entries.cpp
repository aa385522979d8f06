// SPDX-License-Identifier: MIT
#include <glint/formats/header_entries.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr std::size_t kMaxDimensions = 3;
constexpr std::size_t kMaxComponents = 4;

/// Converts the text to lower case, with one space between words.
std::string normal_type(std::string_view text) {
    std::vector<std::string_view> words;
    text::split_words(text, words);
    std::string name;
    for (const std::string_view word : words) {
        if (!name.empty()) name += ' ';
        name += text::lower_case(word);
    }
    return name;
}

}  // namespace

void HeaderEntries::add(std::string_view name, const Entry& entry) {
    entries_.insert_or_assign(text::lower_case(name), entry);
}

const HeaderEntries::Entry* HeaderEntries::find(
    std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        const auto found = entries_.find(text::lower_case(name));
        if (found != entries_.end()) return &found->second;
    }
    return nullptr;
}

const HeaderEntries::Entry& HeaderEntries::require(std::string_view name) const {
    if (const Entry* entry = find(name)) return *entry;
    file_->fail(fmt::format("the header has no '{}'", name));
}

void HeaderEntries::fail(const Entry& entry, std::string_view reason) const {
    file_->fail_at_line(entry.line, reason);
}

std::vector<double> HeaderEntries::numbers(const Entry& entry, std::size_t count) const {
    std::vector<std::string_view> words;
    text::split_words(entry.text, words);
    std::vector<double> numbers;
    for (const std::string_view word : words) {
        const auto number = text::parse_double(word);
        if (!number) fail(entry, fmt::format("'{}' is not a number", word));
        numbers.push_back(*number);
    }
    if (numbers.size() != count)
        fail(entry, fmt::format("the entry has {} for {}", text::counted(numbers.size(), "number"),
                                text::counted(count, "dimension")));
    return numbers;
}

std::size_t HeaderEntries::whole(const Entry& entry) const {
    const auto number = text::parse_unsigned(entry.text);
    if (!number) fail(entry, fmt::format("'{}' is not a whole number", entry.text));
    return static_cast<std::size_t>(*number);
}

std::vector<std::size_t> HeaderEntries::lengths(const Entry& entry, std::size_t count) const {
    std::vector<std::size_t> lengths;
    double numbers_in_all = 1;
    for (const double length : numbers(entry, count)) {
        if (!(length >= 1) || length > kMaxLength || length != std::floor(length))
            fail(entry, fmt::format("a length must be a positive whole number, not {}", length));
        lengths.push_back(static_cast<std::size_t>(length));
        numbers_in_all *= length;
    }
    if (numbers_in_all > kMaxNumbers)
        fail(entry, fmt::format("the array would have {} numbers, but the maximum is {:g}",
                                numbers_in_all, kMaxNumbers));
    return lengths;
}

NumberType HeaderEntries::type(std::string_view name, std::span<const TypeName> known) const {
    const Entry& entry = require(name);
    const std::string wanted = normal_type(entry.text);
    const auto found = std::ranges::find(known, std::string_view(wanted), &TypeName::first);
    if (found == known.end())
        fail(entry, fmt::format("the type '{}' is not supported", entry.text));
    return found->second;
}

void check_components(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t components) {
    if (components < 1 || components > kMaxComponents)
        entries.fail(entry, fmt::format("{} per element are not supported. Use 1 to {}",
                                        text::counted(components, "number"), kMaxComponents));
}

void check_dimensions(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t dimensions) {
    if (dimensions < 1 || dimensions > kMaxDimensions)
        entries.fail(entry, fmt::format("{} are not supported. Use 1 to {}",
                                        text::counted(dimensions, "dimension"), kMaxDimensions));
}

std::filesystem::path path_next_to(const std::filesystem::path& path, std::string_view name) {
    const std::filesystem::path data{std::string(name)};
    return data.is_relative() ? path.parent_path() / data : data;
}

std::vector<double> known_spacing(std::vector<double> spacing) {
    const auto is_length = [](double length) { return length > 0 && length < 1e30; };
    if (!std::ranges::all_of(spacing, is_length)) spacing.clear();
    return spacing;
}

}  // namespace glint
