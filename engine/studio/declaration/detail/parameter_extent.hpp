// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// An extent that an `int` parameter gives: its value, so many times it, or a part of it.
struct ParameterExtent {
    std::string name;
    std::size_t times = 1;
    std::size_t parts = 1;
};

/// What "depth", "19*depth", "width/2" or "19*depth/2" means; nothing for another text.
std::optional<ParameterExtent> parameter_extent(std::string_view text);

}  // namespace glint::studio
