// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace glint::view::detail {

/// The evenly spaced colours, 0xRRGGBB, that a colormap goes through; empty for an unknown name.
std::span<const std::uint32_t> colormap_stops(std::string_view name) noexcept;

}  // namespace glint::view::detail
