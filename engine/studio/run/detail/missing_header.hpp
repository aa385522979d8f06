// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// Returns a replacement for a compiler message about a missing include file, if the file is a
/// header of the host's standard library. Returns nullopt for other messages.
std::optional<std::string> about_missing_header(std::string_view message);

}  // namespace glint::studio
