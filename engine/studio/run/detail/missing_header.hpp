// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// Returns a clearer message if a compiler's message reports a missing include file that is a
/// header of the host's standard library. Returns nullopt for other messages.
std::optional<std::string> about_missing_header(std::string_view message);

}  // namespace glint::studio
