// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/parameter_extent.hpp>

#include <algorithm>
#include <cctype>

#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMaxTimes = 1'000'000;

bool is_name(std::string_view word) {
    const auto is_part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
           std::ranges::all_of(word, is_part);
}

std::optional<std::size_t> factor(std::string_view word) {
    const auto value = text::parse_unsigned(word);
    if (!value || *value < 1 || *value > kMaxTimes) return std::nullopt;
    return static_cast<std::size_t>(*value);
}

}  // namespace

std::optional<ParameterExtent> parameter_extent(std::string_view text) {
    ParameterExtent extent;
    std::string_view name = text;
    if (const std::size_t star = name.find('*'); star != std::string_view::npos) {
        const auto times = factor(name.substr(0, star));
        if (!times) return std::nullopt;
        extent.times = *times;
        name.remove_prefix(star + 1);
    }
    if (const std::size_t slash = name.find('/'); slash != std::string_view::npos) {
        const auto parts = factor(name.substr(slash + 1));
        if (!parts) return std::nullopt;
        extent.parts = *parts;
        name = name.substr(0, slash);
    }
    if (!is_name(name)) return std::nullopt;
    extent.name = name;
    return extent;
}

}  // namespace glint::studio
