// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/app/frame_clock.hpp>
#include <glint/studio/views/detail/pane_choices.hpp>

namespace glint::studio {

/// A camera path through a sequence of views, with equal time for each leg. It is a Catmull-Rom
/// spline (Catmull and Rom 1974). For orbit cameras it interpolates the target, the angles, the
/// logarithm of the distance, and the logarithm of the tangent of half the field of view. For
/// planes it interpolates the center and the logarithm of the scale. Angles take the shorter way
/// around. The path cuts between views of different things, or of different kinds.
class CameraPath {
public:
    /// Requires at least two views. Views of planes must have their cameras.
    CameraPath(std::vector<PaneChoices> views, app::Seconds leg);

    app::Seconds duration() const noexcept;
    /// Returns the view at this time after the start. Before the start it is the first view, and
    /// after the end the last view.
    PaneChoices at(app::Seconds time) const;

private:
    PaneChoices between(std::size_t first, double part) const;

    std::vector<PaneChoices> views_;
    app::Seconds leg_;
};

}  // namespace glint::studio
