// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include <glint/studio/views/field_values.hpp>
#include <glint/studio/views/glow.hpp>
#include <glint/studio/views/liquid.hpp>

namespace glint::studio {

/// What `places` shows now, in the colours of `values`; without it all have one.
Points points_of(Simulation& simulation, const Shown& places, const Shown* values);

/// Draws points in any style, by kernels, where they are in memory: from a few to a billion, of
/// which 16 bytes or less are read for each. Points that lie in memory as they lie in space, in
/// Morton order say, are drawn up to twice as fast as others. The picture depends neither on the
/// order of points, where no two are at one place, nor on that of threads.
///
/// Programs that draw with OpenGL have view::PointRenderer; it suits up to about a million points.
class PointsView {
public:
    /// The canvas is between begin() and end(). Throws Error(unsupported) for balls and liquids of
    /// more than kMostPoints points.
    void draw(Canvas& canvas, const Points& points, const ColourScale& scale,
              const PointsOptions& options);
    void draw(Canvas& canvas, Simulation& simulation, const Shown& places, const Shown* values,
              const ColourScale& scale, const PointsOptions& options) {
        draw(canvas, points_of(simulation, places, values), scale, options);
    }

    /// Of the balls that were drawn last, for each pixel the bits of the nearest's depth above
    /// its index; all bits are set where there is none. Null before the first.
    const unsigned long long* nearest() const noexcept { return nearest_.data(); }

    /// The index of a point at a place of the picture; nothing if there is none. Of several balls
    /// it is the nearest to the camera, of glowing points the nearest to the place. Waits.
    static std::optional<std::size_t> pick(Canvas& canvas, const Points& points,
                                           const PointsOptions& options, glm::dvec2 px);
    static std::optional<std::size_t> pick(Canvas& canvas, Simulation& simulation,
                                           const Shown& places, const PointsOptions& options,
                                           glm::dvec2 px) {
        return pick(canvas, points_of(simulation, places, nullptr), options, px);
    }

private:
    void draw_balls(Canvas& canvas, const Points& points, const ColourScale& scale,
                    const PointsOptions& options);

    DeviceMemory<unsigned long long> nearest_;
    Glow glow_;
    Liquid liquid_;
};

}  // namespace glint::studio
