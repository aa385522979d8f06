// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <glm/ext/matrix_float4x4.hpp>

#include <glint/studio/declaration/declared_view.hpp>
#include <glint/studio/views/detail/canvas.hpp>

namespace glint::studio {

/// Maximum number of points. A pixel stores the index of a point in 32 bits.
inline constexpr std::size_t kMaxPoints = 0xffff'ffff;
[[deprecated("use kMaxPoints")]] inline constexpr std::size_t kMostPoints = kMaxPoints;

/// With this number of points or more, the studio uses relief by default, because balls are then
/// smaller than pixels and cannot be shaded individually.
inline constexpr std::size_t kManyPoints = 1'000'000;

/// Points in device memory, and the source of their colors.
struct Points {
    Values places{};
    ElementType type;       ///< type of a position: a vector of 2 to 4 numbers
    std::size_t count = 0;  ///< at most kMaxPoints
    Values values{};        ///< empty: all points have the same color
    std::optional<ElementType> value_type{};
    std::string colormap = "viridis";
};

/// Options for points that are drawn as spots of light. The light of overlapping spots is added.
/// The light of a spot falls off as (1 - (r / radius)^2)^2. The sum is displayed as (1 -
/// exp(-light))^(2/3). With a logarithmic scale, the brightest color channel is displayed as log(1
/// + 16 light) / log(1 + 16 * 600), and the others in proportion, less saturated for brighter
/// light.
struct GlowOptions {
    float radius_px = 2.0f;                ///< at the camera's target; nearer spots are larger
    float light = 1.0f;                    ///< brightness; 1: default for this number of points
    float halo = 0.5f;                     ///< strength of the light around bright spots
    std::optional<bool> is_logarithmic{};  ///< nullopt: as annotated, else false
};

struct PointsOptions {
    PointStyle style = PointStyle::balls;
    glm::mat4 to_clip{1.0f};    ///< transforms positions to clip space; w is the depth
    float focal_px = 1000;      ///< size in pixels of an object of height 1 at depth 1
    float radius = 0.01f;       ///< radius of a ball, in the unit of positions
    float smallest_px = 0.6f;   ///< minimum radius of a ball
    float relief = 0.0f;        ///< how strongly nearer balls darken the balls around them
    float clear = 12.0f;        ///< visibility distance in a liquid, in ball radii
    float target_depth = 1.0f;  ///< depth at which a glow has the radius glow.radius_px
    GlowOptions glow{};
};

PointCamera camera_of(const Canvas& canvas, const PointsOptions& options);

}  // namespace glint::studio
