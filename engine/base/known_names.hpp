// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace glint::text {

/// The end of a message about a name that is not there: did_you_mean(), or where no candidate is
/// near, "; there are: drag, drop", the first twelve. Nothing without candidates.
std::string known_names(std::string_view wanted, std::span<const std::string> candidates);

}  // namespace glint::text
