// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/app/frame_clock.hpp>
#include <glint/studio/views/pane_choices.hpp>

namespace glint::studio {

/// A camera's way from one view to the next, the same time for each: a Catmull-Rom spline (Catmull
/// and Rom 1974) through target, angles, the logarithm of the distance and that of the tangent of
/// half the field of view of orbit cameras, and through centre and logarithm of the scale of
/// planes. Angles take the shorter way round. Between views that do not show the same thing in the
/// same way there is a cut.
class CameraPath {
public:
    /// Two views at least, planes with their cameras.
    CameraPath(std::vector<PaneChoices> views, app::Seconds leg);

    app::Seconds duration() const noexcept;
    /// What is shown so long after the start: before it the first view, behind the end the last.
    PaneChoices at(app::Seconds time) const;

private:
    PaneChoices between(std::size_t first, double part) const;

    std::vector<PaneChoices> views_;
    app::Seconds leg_;
};

}  // namespace glint::studio
