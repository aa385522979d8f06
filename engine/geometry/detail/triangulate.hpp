// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace glint::detail {

/// Appends the n - 2 triangles of a polygon with n >= 3 finite corners, as indices of the corners,
/// facing the same side. The polygon may have dents; it is seen along its normal, and ears are cut
/// off one after the other (Meisters, "Polygons have ears", 1975). One that crosses itself, or has
/// no area, becomes some triangles with the same edges around them.
///
/// The work is bounded by the number of corners. Returns false, and has appended nothing of use,
/// for an outline that would need more: only those with over 1000 dents can.
bool triangulate(std::span<const std::array<float, 3>> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace glint::detail
