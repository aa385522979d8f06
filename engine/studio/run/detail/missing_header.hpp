// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// Returns a better message for a compiler's message about a missing include file, provided that
/// the file is a header of the host's standard library. Returns nullopt for other messages.
std::optional<std::string> about_missing_header(std::string_view message);

}  // namespace glint::studio
