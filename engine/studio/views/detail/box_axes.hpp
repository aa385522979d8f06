// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <glint/view/box.hpp>

namespace glint::studio {

/// Returns at most `most` round numbers within a range, at intervals of 1, 2 or 5 times a power of
/// ten. Returns an empty list if the range is so far from 0 that doubles cannot distinguish the
/// numbers.
std::vector<double> round_numbers(double low, double high, unsigned most);

/// Returns the largest round length that is at most `longest`: 1, 2 or 5 times a power of ten.
/// `longest` must be positive.
double round_length(double longest);

/// A number at an edge of a box, with its position in the picture.
struct AxisTick {
    double value = 0;
    glm::vec2 at_px{};
};

/// The edge of a box along which the numbers of one axis are drawn: its position in the picture,
/// and the direction away from the box.
struct BoxAxis {
    int axis = 0;  ///< 0, 1 or 2 for x, y or z
    glm::vec2 from_px{};
    glm::vec2 to_px{};
    glm::vec2 outwards{};
    std::vector<AxisTick> ticks{};
};

/// A straight line in the picture.
struct Line {
    glm::vec2 from_px{};
    glm::vec2 to_px{};
};

/// The lines and axes of a box in the picture.
struct BoxPicture {
    std::vector<Line> near;  ///< edges of faces that the camera sees
    std::vector<Line> far;   ///< edges between two faces that the camera does not see
    std::vector<BoxAxis> axes;
};

/// Projects a box. Selects one silhouette edge for the numbers of each axis: the lowest for x and
/// z, the leftmost for y. Adjacent numbers are at least `apart_px` apart. An axis along the viewing
/// direction does not get numbers. If the camera is inside the box, none of the axes gets numbers.
/// Clips lines at the camera. The numbers are the box's coordinates plus `origin`.
BoxPicture box_picture(const view::Box& box, const glm::mat4& to_clip, const glm::vec3& eye,
                       glm::vec2 size_px, float apart_px, const glm::dvec3& origin = {});

}  // namespace glint::studio
