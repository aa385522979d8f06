// SPDX-License-Identifier: MIT
#include <glint/base/known_names.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/text.hpp>

namespace glint::text {

std::string known_names(std::string_view wanted, std::span<const std::string> candidates) {
    constexpr std::size_t kMax = 12;
    std::vector<std::string> names;
    for (const std::string& name : candidates)
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    const std::string near = did_you_mean(wanted, names);
    if (!near.empty() || names.empty()) return near;
    const std::size_t shown = std::min(names.size(), kMax);
    return fmt::format(
        "; available: {}{}", fmt::join(std::span(names).first(shown), ", "),
        shown < names.size() ? fmt::format(", and {} more", names.size() - shown) : std::string());
}

}  // namespace glint::text
