// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace glint::text {

/// Returns the end of a message about an unknown name: the result of did_you_mean() if a candidate
/// is similar, otherwise "; available: drag, drop" with the first twelve candidates. Returns an
/// empty text if `candidates` is empty.
std::string known_names(std::string_view wanted, std::span<const std::string> candidates);

}  // namespace glint::text
