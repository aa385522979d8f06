#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include <glint/studio/views/field_values.hpp>

namespace glint::studio {

struct PointsOptions {
    glm::mat4 to_clip{1.0f};   ///< clip w is the depth
    float focal_px = 1000;     ///< what is 1 high at depth 1 is so many pixels high
    float radius = 0.01f;      ///< of a ball, in the unit of places
    float smallest_px = 0.6f;  ///< radius that no ball falls below
};

/// Draws the places of a list or a grid as balls, the nearest in front. `values` gives the colours,
/// by `scale`; without it all have one.
class PointsView {
public:
    /// The canvas is between begin() and end().
    void draw(Canvas& canvas, Simulation& simulation, const Shown& places, const Shown* values,
              const ColourScale& scale, const PointsOptions& options);

    /// The index of the nearest point at a place of the picture; nothing if there is none. Waits.
    static std::optional<std::size_t> pick(Canvas& canvas, Simulation& simulation,
                                           const Shown& places, const PointsOptions& options,
                                           glm::dvec2 px);

private:
    DeviceMemory<unsigned long long> nearest_;
};

}  // namespace glint::studio
