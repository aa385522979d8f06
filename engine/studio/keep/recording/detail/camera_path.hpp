// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/app/frame_clock.hpp>
#include <glint/studio/views/detail/pane_choices.hpp>

namespace glint::studio {

/// A camera path through a sequence of views, with the same time from each view to the next. The
/// path is a Catmull-Rom spline (Catmull and Rom 1974). For orbit cameras, it interpolates the
/// target, the angles, the logarithm of the distance, and the logarithm of the tangent of half the
/// field of view. For planes, it interpolates the center and the logarithm of the scale. Angles
/// change in the direction of the shorter turn. Between views of different fields, slices, or
/// kinds, the path jumps to the next view without interpolation.
class CameraPath {
public:
    /// `leg` is the time from each view to the next. For a view of a plane, PaneChoices::plane must
    /// be set. Throws Error(invalid_argument) for fewer than two views, or if `leg` is not
    /// positive.
    CameraPath(std::vector<PaneChoices> views, app::Seconds leg);

    app::Seconds duration() const noexcept;
    /// Returns the view at this time since the start of the path. Before the start, this is the
    /// first view, and after the end, the last view.
    PaneChoices at(app::Seconds time) const;

private:
    PaneChoices between(std::size_t first, double part) const;

    std::vector<PaneChoices> views_;
    app::Seconds leg_;
};

}  // namespace glint::studio
