// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace glint::view::detail {

/// Returns a colormap's evenly spaced colors, 0xRRGGBB; empty for an unknown name.
std::span<const std::uint32_t> colormap_stops(std::string_view name) noexcept;

}  // namespace glint::view::detail
