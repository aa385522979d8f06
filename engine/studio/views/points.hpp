// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <glm/ext/matrix_float4x4.hpp>

#include <glint/studio/views/canvas.hpp>
#include <glint/studio/views/shown.hpp>

namespace glint::studio {

/// A pixel knows its point by 32 bits.
inline constexpr std::size_t kMostPoints = 0xffff'ffff;

/// From so many on the studio shows relief where nothing else was chosen: balls are smaller than
/// pixels then, and have no light of their own.
inline constexpr std::size_t kManyPoints = 1'000'000;

/// Points in a device's memory, and what gives them their colours.
struct Points {
    Values places{};
    ElementType type;       ///< of a place: a vector of 2 to 4 numbers
    std::size_t count = 0;  ///< at most kMostPoints
    Values values{};        ///< nothing: all points have one colour
    std::optional<ElementType> value_type{};
    std::string colormap = "viridis";
};

/// Points as spots of light that add up. A spot's light falls off as (1 - (r / radius)^2)^2, and
/// light is shown as (1 - exp(-light))^(2/3), or by its logarithm: the brightest of its colours as
/// log(1 + 16 light) / log(1 + 16 * 600), the others in proportion, paler the brighter they are.
struct GlowOptions {
    float radius_px = 2.0f;                ///< at the camera's target; nearer points are larger
    float light = 1.0f;                    ///< a factor of what suits the number of points
    float halo = 0.5f;                     ///< strength of the light around bright places
    std::optional<bool> is_logarithmic{};  ///< nothing: as the annotation says; else not
};

struct PointsOptions {
    PointStyle style = PointStyle::balls;
    glm::mat4 to_clip{1.0f};    ///< clip w is the depth
    float focal_px = 1000;      ///< what is 1 high at depth 1 is so many pixels high
    float radius = 0.01f;       ///< of a ball, in the unit of places
    float smallest_px = 0.6f;   ///< radius that no ball falls below
    float relief = 0.0f;        ///< how much balls darken that lie behind others beside them
    float clear = 12.0f;        ///< how far one sees into a liquid, in radii
    float target_depth = 1.0f;  ///< where a glow has the radius that its options say
    GlowOptions glow{};
};

PointCamera camera_of(const Canvas& canvas, const PointsOptions& options);

/// The type of the values of points that have none.
const ElementType& number_type();

}  // namespace glint::studio
