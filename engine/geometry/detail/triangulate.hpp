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
/// The work is bounded by the number of corners. Returns false, with no useful triangles appended,
/// for an outline that would need more; only outlines with over 1000 reflex corners can.
bool triangulate(std::span<const std::array<float, 3>> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace glint::detail
