// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// Replaces a compiler message about a missing include file if the file is a header of the host's
/// standard library. Returns what to write instead of it, and nullopt for other messages.
std::optional<std::string> about_missing_header(std::string_view message);

}  // namespace glint::studio
