// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// What to say instead of a compiler's message that an included file is not there, if that file is
/// a header of the host's standard library: what to write in its place. Nothing for other messages.
std::optional<std::string> about_missing_header(std::string_view message);

}  // namespace glint::studio
