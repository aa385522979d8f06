// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace glint::view::detail {

/// Returns evenly spaced colors of a colormap, each 0xRRGGBB. Returns an empty span if the name is
/// unknown.
std::span<const std::uint32_t> colormap_stops(std::string_view name) noexcept;

}  // namespace glint::view::detail
