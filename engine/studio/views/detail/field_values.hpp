// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <glint/studio/declaration/declared_view.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/detail/canvas.hpp>
#include <glint/view/box.hpp>

namespace glint::studio {

/// Returns the current values of `shown` on the device. If `shown` is a function, first computes
/// its values.
Values values_of(Simulation& simulation, const DeclaredView& shown);

/// Returns the minimum and the maximum of the finite values of `shown`, or 0 and 1 if no value is
/// finite. For vectors, uses their lengths. Waits for the device.
std::pair<float, float> range_of(Canvas& canvas, Simulation& simulation, const DeclaredView& shown);

/// Caches the range of a view, and recomputes it when the field may have changed.
class KnownRange {
public:
    std::pair<float, float> of(Canvas& canvas, Simulation& simulation, const DeclaredView& shown);

private:
    /// The data to which the range belongs.
    struct Source {
        std::string name;
        const Simulation* simulation = nullptr;
        DataVersion version;

        friend bool operator==(const Source&, const Source&) = default;
    };
    std::optional<Source> source_;
    std::pair<float, float> range_;
};

/// Returns the bounding box of all finite positions of `shown`. If no position is finite, returns a
/// default box around the origin. Waits for the device.
view::Box bounds_of(Canvas& canvas, Simulation& simulation, const DeclaredView& shown);

/// Returns the settings that map the values of `shown` to colors. The range is the annotated range,
/// or else the range of the current values, which is read from `known`. Waits for the device if
/// `known` must compute the range.
ColorScale scale_of(Canvas& canvas, Simulation& simulation, const DeclaredView& shown,
                    KnownRange& known);

/// Returns the fraction of a colormap at which the colors of points start. Skips the first colors
/// if they are indistinguishable from a dark background.
float start_for_points(const std::string& colormap);

/// Returns the annotated colormap, or viridis if none is annotated.
std::string colormap_of(const DeclaredView& shown);

}  // namespace glint::studio
