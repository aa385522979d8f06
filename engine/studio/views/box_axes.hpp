// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <glint/view/box.hpp>

namespace glint::studio {

/// Round numbers within a range: 1, 2 or 5 times a power of ten apart, at most `most` of them. None
/// for a range that is so far from 0 that doubles do not distinguish them.
std::vector<double> round_numbers(double low, double high, unsigned most);

/// The greatest of 1, 2 and 5 times a power of ten that is not above `longest`, which is positive.
double round_length(double longest);

/// A number at an edge of a box, at a place of the picture.
struct AxisTick {
    double value = 0;
    glm::vec2 at_px{};
};

/// The edge of a box that has the numbers of one axis: where it is in the picture, and the
/// direction away from the box.
struct BoxAxis {
    int axis = 0;  ///< 0, 1 or 2 for x, y or z
    glm::vec2 from_px{};
    glm::vec2 to_px{};
    glm::vec2 outwards{};
    std::vector<AxisTick> ticks{};
};

/// A straight line of the picture.
struct Line {
    glm::vec2 from_px{};
    glm::vec2 to_px{};
};

/// A box as a camera at `eye` sees it in a picture of this size.
struct BoxPicture {
    std::vector<Line> near;  ///< edges of faces that the camera sees
    std::vector<Line> far;   ///< those that only faces have which are turned away
    std::vector<BoxAxis> axes;
};

/// One edge for each axis, of those that are the outline of the box: the lowest of x and z, the
/// leftmost of y. Round numbers on it are `apart_px` from each other, at least. An axis that the
/// camera looks along has none, and no axis has if the camera is inside. What is behind the camera
/// is left out. `origin` is added to the box's places to get the numbers.
BoxPicture box_picture(const view::Box& box, const glm::mat4& to_clip, const glm::vec3& eye,
                       glm::vec2 size_px, float apart_px, const glm::dvec3& origin = {});

}  // namespace glint::studio
