// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <glint/kernels/studio/sizes.cuh>
#include <glint/studio/views/points.hpp>

namespace glint::studio {

/// Draws points as spots of light. The light is accumulated in integers, so the picture depends
/// neither on the order of points nor on the order of threads.
class Glow {
public:
    /// Blends the light over the picture (screen blending). Call between begin() and end() of the
    /// canvas.
    void draw(Canvas& canvas, const Points& points, const ColorScale& scale,
              const PointsOptions& options);

private:
    void resize(Canvas& canvas);
    LightSums light() noexcept;
    void add(Canvas& canvas, const Points& points, const ColorScale& scale,
             const PointsOptions& options);
    void gather(Canvas& canvas, float step_light);
    void make_halo(Canvas& canvas);
    void show(Canvas& canvas, const GlowOptions& options);
    int cell_columns() const noexcept;
    int cell_rows() const noexcept;

    LightGrids grids_;
    bool is_dark_ = false;  // true if all accumulated light is 0
    DeviceMemory<unsigned long long> sums_;
    DeviceMemory<unsigned long long> carries_;
    DeviceMemory<unsigned> lit_;
    DeviceMemory<unsigned> near_light_;
    std::array<DeviceMemory<float>, sizes::kLightGrids> gathered_;
    DeviceMemory<float> rows_;
    DeviceMemory<float> halo_;
    DeviceMemory<float> blurred_;
};

}  // namespace glint::studio
