// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/views/points.hpp>

namespace glint::studio {

/// Draws points as the surface of a liquid. Computes the surface in screen space: draws the depths
/// of balls, and smooths them with a narrow-range filter (Truong and Yuksel, "A Narrow-Range Filter
/// for Screen-Space Fluid Rendering", 2018). The surface reflects sky and sun (Fresnel), and
/// attenuates the background by the thickness of the liquid (Beer-Lambert). The ball radius should
/// be three quarters of the distance between neighboring points. The picture does not depend on the
/// order of threads.
class Liquid {
public:
    /// Draws the liquid over the picture. Call between begin() and end() of the canvas. The camera
    /// must have perspective. Throws Error(unsupported) for more than kMaxPoints points.
    void draw(Canvas& canvas, const Points& points, const ColorScale& scale,
              const PointsOptions& options);

private:
    struct Surface {
        DeviceMemory<float> depth;
        DeviceMemory<float> look;  // four numbers per pixel: color, and liquid thickness
    };

    void resize(Canvas& canvas);
    void add(Canvas& canvas, const Points& points, const ColorScale& scale,
             const PointsOptions& options);

    std::size_t pixels_ = 0;
    DeviceMemory<unsigned long long> nearest_;
    DeviceMemory<unsigned> thickness_;
    Surface surface_, across_;
};

}  // namespace glint::studio
