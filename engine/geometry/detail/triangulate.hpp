// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace glint::detail {

/// Appends the n - 2 triangles of a polygon with n >= 3 finite corners, as indices of the corners,
/// with the orientation of the polygon. The polygon may be concave. It is projected along its
/// normal and triangulated by ear clipping (Meisters, "Polygons have ears", 1975). A polygon that
/// intersects itself or whose area is zero becomes triangles with the same outer edges.
///
/// The work is limited in proportion to the number of corners. Returns false if the polygon needs
/// more work, which is possible only with over 1000 reflex corners. The triangles appended until
/// then are not usable.
bool triangulate(std::span<const std::array<float, 3>> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace glint::detail
