// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

#include <glm/vec2.hpp>

#include <glint/studio/views/image_view.hpp>
#include <glint/studio/views/overlay.hpp>
#include <glint/studio/views/points.hpp>
#include <glint/studio/views/volume_view.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::studio {

/// How something is shown where that is other than its annotation says.
struct Look {
    /// Where the values of the first and of the last colour are from.
    enum class Range {
        annotation,  ///< it, or the values now if it has none
        values,      ///< the least and the greatest of each picture
        fixed        ///< `low` and `high`
    };
    Range range = Range::annotation;
    float low = 0;
    float high = 1;
    std::optional<bool> is_logarithmic{};
    std::optional<std::string> colormap{};
    std::optional<View> view{};  ///< of a grid: image, arrows, volume or surface
    std::optional<PointStyle> style{};

    friend bool operator==(const Look&, const Look&) = default;
};

/// `shown` as this look shows it.
Shown seen(Shown shown, const Look& look);

/// All that a person chooses of a pane, for bookmarks to keep. Things have their full names.
struct PaneChoices {
    std::string shown{};
    std::map<std::string, Look> looks{};  ///< of what was looked at in another way
    /// Whose values colour points or a surface; "": as annotated.
    std::string colours{};
    bool has_points_over = true;  ///< whether points are drawn that the file draws over a grid
    Slice slice{};
    VolumeOptions volume{};
    float radius = 0;   ///< of balls, in places' unit; 0: by how many there are
    float relief = -1;  ///< of balls; negative: by how many there are
    float clear = 12;   ///< how far one sees into a liquid, in radii of its balls
    GlowOptions glow{};
    OverlayOptions overlay{};
    std::optional<PlaneCamera> plane{};  ///< nothing: all of the plane
    view::OrbitCamera orbit{};
    std::optional<view::Box> bounds{};  ///< of points without a range, as they were fitted
    bool is_fitted = true;              ///< whether the orbit camera moves such that all is seen
    bool is_flying = false;
};

/// A view that was kept.
struct Bookmark {
    PaneChoices choices{};
    glm::dvec2 picture_px{0};  ///< size of the picture that it had; 0: none yet

    /// What shows the same in a picture of another size: of a plane as much or more.
    PaneChoices for_picture(glm::dvec2 px) const;
};

}  // namespace glint::studio
