// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace glint::detail {

/// Appends the n - 2 triangles of a polygon with n >= 3 finite corners, as indices of the corners,
/// with the polygon's orientation. The polygon may be concave. It is projected along its normal and
/// triangulated by ear clipping (Meisters, "Polygons have ears", 1975). A polygon that intersects
/// itself or has no area becomes triangles with the same outer edges.
///
/// The work is limited in proportion to the number of corners. If an outline would need more, which
/// is possible only with over 1000 reflex corners, returns false; the appended triangles are then
/// useless.
bool triangulate(std::span<const std::array<float, 3>> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace glint::detail
