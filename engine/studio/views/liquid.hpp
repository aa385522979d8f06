// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/views/points.hpp>

namespace glint::studio {

/// Draws points as the surface of a liquid, which is found in the picture: the depths of balls,
/// smoothed within a narrow range (Truong and Yuksel, "A Narrow-Range Filter for Screen-Space Fluid
/// Rendering", 2018). The surface mirrors sky and sun (Fresnel), and what is behind it shines
/// through the less the thicker the liquid is (Beer and Lambert). Balls count three quarters of the
/// points' distance as their radius. The picture does not depend on the order of threads.
class Liquid {
public:
    /// The canvas is between begin() and end(); what it shows is behind the liquid. The camera has
    /// to be one with perspective. Throws Error(unsupported) for more than kMostPoints points.
    void draw(Canvas& canvas, const Points& points, const ColourScale& scale,
              const PointsOptions& options);

private:
    struct Surface {
        DeviceMemory<float> depth;
        DeviceMemory<float> look;  // four numbers a pixel: a colour, and how thick the liquid is
    };

    void resize(Canvas& canvas);
    void add(Canvas& canvas, const Points& points, const ColourScale& scale,
             const PointsOptions& options);

    std::size_t pixels_ = 0;
    DeviceMemory<unsigned long long> nearest_;
    DeviceMemory<unsigned> thickness_;
    Surface surface_, across_;
};

}  // namespace glint::studio
