// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include <glint/studio/views/detail/field_values.hpp>
#include <glint/studio/views/detail/glow.hpp>
#include <glint/studio/views/detail/liquid.hpp>

namespace glint::studio {

/// Returns the current points of `places`, colored by `values`. If `values` is null, all points
/// have the same color.
Points points_of(Simulation& simulation, const DeclaredView& places, const DeclaredView* values);

/// Draws points in any style with kernels, directly from device memory. Can draw a few points or a
/// billion, and reads at most 16 bytes per point. Points whose memory order follows their position
/// in space, such as Morton order, are drawn up to twice as fast. The picture does not depend on
/// the order of threads, nor on the order of points if no two points coincide.
///
/// For programs that draw with OpenGL, use view::PointRenderer for up to about a million points.
class PointsView {
public:
    /// Draws the points over the picture. Call between begin() and end() of the canvas. Throws
    /// Error(unsupported) for balls and liquids with more than kMaxPoints points.
    void draw(Canvas& canvas, const Points& points, const ColorScale& scale,
              const PointsOptions& options);
    void draw(Canvas& canvas, Simulation& simulation, const DeclaredView& places,
              const DeclaredView* values, const ColorScale& scale, const PointsOptions& options) {
        draw(canvas, points_of(simulation, places, values), scale, options);
    }

    /// Returns one number per pixel of the balls drawn last: the bits of the nearest ball's depth
    /// in the upper half, and the ball's index in the lower half. All bits are set in pixels
    /// without a ball. Null before the first draw.
    const unsigned long long* nearest() const noexcept { return nearest_.data(); }

    /// Returns the index of the point at a position in the picture; nullopt if no point is there.
    /// Of several balls, returns the nearest to the camera; of several glowing points, the nearest
    /// to the position. Waits for the device.
    static std::optional<std::size_t> pick(Canvas& canvas, const Points& points,
                                           const PointsOptions& options, glm::dvec2 px);
    static std::optional<std::size_t> pick(Canvas& canvas, Simulation& simulation,
                                           const DeclaredView& places, const PointsOptions& options,
                                           glm::dvec2 px) {
        return pick(canvas, points_of(simulation, places, nullptr), options, px);
    }

private:
    void draw_balls(Canvas& canvas, const Points& points, const ColorScale& scale,
                    const PointsOptions& options);

    DeviceMemory<unsigned long long> nearest_;
    Glow glow_;
    Liquid liquid_;
};

}  // namespace glint::studio
