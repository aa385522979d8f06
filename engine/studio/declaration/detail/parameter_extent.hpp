// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace glint::studio {

/// An extent that depends on an `int` parameter: the value of the parameter, multiplied by `times`
/// and divided by `parts`.
struct ParameterExtent {
    std::string name;
    std::size_t times = 1;
    std::size_t parts = 1;
};

/// Parses "depth", "19*depth", "width/2" or "19*depth/2". Returns nullopt for any other text.
std::optional<ParameterExtent> parameter_extent(std::string_view text);

}  // namespace glint::studio
