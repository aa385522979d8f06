// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace glint::text {

/// Returns the end of a message about an unknown name: did_you_mean(), or if no candidate is
/// similar, "; available: drag, drop" with the first twelve. Empty without candidates.
std::string known_names(std::string_view wanted, std::span<const std::string> candidates);

}  // namespace glint::text
