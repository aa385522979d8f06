// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/canvas.hpp>
#include <glint/studio/views/shown.hpp>
#include <glint/view/box.hpp>

namespace glint::studio {

/// Where the values of `shown` are now; computes them first if a function makes them.
Values values_of(Simulation& simulation, const Shown& shown);

/// The least and the greatest finite value (of vectors: length) of `shown`; 0 and 1 if there is
/// none. Waits.
std::pair<float, float> range_of(Canvas& canvas, Simulation& simulation, const Shown& shown);

/// The same of what is shown again and again, found anew when the field may have changed.
class KnownRange {
public:
    std::pair<float, float> of(Canvas& canvas, Simulation& simulation, const Shown& shown);

private:
    /// What it is the range of.
    struct Source {
        std::string name;
        const Simulation* simulation = nullptr;
        DataVersion version;

        friend bool operator==(const Source&, const Source&) = default;
    };
    std::optional<Source> source_;
    std::pair<float, float> range_;
};

/// The least box along the axes that has all places of `shown` whose numbers are finite; one of
/// some size round the origin if there is none. Waits.
view::Box bounds_of(Canvas& canvas, Simulation& simulation, const Shown& shown);

/// The range that its annotation gives, or else that of its values now; and what else becomes of
/// them as colours. Waits in the latter case, if `known` is of other values.
ColourScale scale_of(Canvas& canvas, Simulation& simulation, const Shown& shown, KnownRange& known);

/// Where points start in a colormap: behind its first colours if those cannot be told from a dark
/// background.
float start_for_points(const std::string& colormap);

/// The colormap of its annotation, or viridis.
std::string colormap_of(const Shown& shown);

}  // namespace glint::studio
