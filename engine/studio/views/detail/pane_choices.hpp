// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

#include <glm/vec2.hpp>

#include <glint/studio/views/detail/image_view.hpp>
#include <glint/studio/views/detail/overlay.hpp>
#include <glint/studio/views/detail/volume_view.hpp>
#include <glint/studio/views/points.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::studio {

/// Display settings that differ from the annotation.
struct DisplayOverride {
    /// Source of the range of the color scale.
    enum class Range {
        annotation,  ///< the annotated range, or else that of the current values
        values,      ///< the minimum and maximum of the values in each picture
        fixed        ///< `low` and `high`
    };
    Range range = Range::annotation;
    float low = 0;
    float high = 1;
    std::optional<bool> is_logarithmic{};
    std::optional<std::string> colormap{};
    std::optional<View> view{};  ///< for a grid: image, arrows, volume or surface
    std::optional<PointStyle> style{};

    friend bool operator==(const DisplayOverride&, const DisplayOverride&) = default;
};

/// Returns `shown` with these settings applied.
DeclaredView seen(DeclaredView shown, const DisplayOverride& look);

/// All choices of the user in a pane. Bookmarks store these choices. Views are identified by their
/// full names.
struct PaneChoices {
    std::string shown{};
    std::map<std::string, DisplayOverride> overrides{};  ///< changed settings, by view
    /// Name of the values that color points or a surface; "": as annotated.
    std::string colors{};
    bool has_points_over = true;  ///< true: draws the points that the file puts over a grid
    Slice slice{};
    VolumeOptions volume{};
    float radius = 0;   ///< radius of balls, in the positions' unit; 0: automatic
    float relief = -1;  ///< relief of balls; negative: automatic
    float clear = 12;   ///< visibility distance in a liquid, in ball radii
    GlowOptions glow{};
    OverlayOptions overlay{};
    std::optional<PlaneCamera> plane{};  ///< nullopt: the whole plane
    view::OrbitCamera orbit{};
    std::optional<view::Box> bounds{};  ///< fitted bounds of points without a range
    bool is_fitted = true;              ///< true if the orbit camera always fits all of the data
    bool is_flying = false;
};

/// A saved view.
struct Bookmark {
    PaneChoices choices{};
    glm::dvec2 picture_px{0};  ///< size of the picture when the view was saved; 0: no picture

    /// Returns choices that show the same region in a picture of another size. If the region is
    /// part of a plane, the picture may show more than the region.
    PaneChoices for_picture(glm::dvec2 px) const;
};

}  // namespace glint::studio
