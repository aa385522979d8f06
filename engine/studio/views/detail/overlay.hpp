// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include <glint/gl/rectangle.hpp>
#include <glint/studio/views/detail/field_values.hpp>
#include <glint/studio/views/detail/image_view.hpp>
#include <glint/view/box.hpp>

/// The overlay of a view. Dear ImGui draws it over the picture and under all panels.
namespace glint::studio {

/// Which parts of the overlay to draw.
struct OverlayOptions {
    bool color_bar = true;
    bool axes = true;       ///< numbers at the edges of a box
    bool box = true;        ///< the border of a plane, or the box around 3D data
    bool scale_bar = true;  ///< for planes

    friend bool operator==(const OverlayOptions&, const OverlayOptions&) = default;
};

/// Draws over one pane of the picture, and clips everything to the pane. Positions are relative to
/// the pane's upper left corner.
class PaneOverlay {
public:
    explicit PaneOverlay(const gl::Rectangle& pane);
    PaneOverlay(const PaneOverlay&) = delete;
    PaneOverlay& operator=(const PaneOverlay&) = delete;
    ~PaneOverlay();

    /// Draws a color bar for `shown` at the right, with the label, the unit, and some values.
    void color_bar(const DeclaredView& shown, const ColorScale& scale) const;

    /// Draws the border of a plane with this number of cells along each axis.
    void border(glm::dvec2 cells, const PlaneCamera& camera) const;
    /// Draws a bar at the lower right whose length is a round number of units.
    void scale_bar(const Structure& structure, const PlaneCamera& camera) const;

    /// Draws a box seen by a camera at `eye`, with or without numbers in this unit at its edges.
    /// `origin` is added to the box's coordinates to get the numbers.
    void box(const view::Box& box, const glm::mat4& to_clip, const glm::vec3& eye,
             const std::string& unit, const glm::dvec3& origin,
             const OverlayOptions& options) const;

    /// Draws arrows. Scales them so that the longest arrow has the length `longest_px`.
    void arrows(std::span<const Arrow> arrows, float longest_px) const;

    /// mark_cell() draws a frame around a cell of a plane; mark_point() draws a circle around a
    /// position.
    void mark_cell(const PlaneCamera& camera, std::size_t x, std::size_t y) const;
    void mark_point(const glm::mat4& to_clip, glm::vec3 place) const;

    /// caption() draws a line of text at the top; message() draws text in the middle, in place of a
    /// picture.
    void caption(const std::string& text) const;
    void message(const std::string& text) const;
    /// Draws a thin frame that marks the active pane.
    void frame() const;

private:
    gl::Rectangle pane_;
};

/// Returns the position stored in an element, or nullopt if the element is not a vector of floats
/// or doubles.
std::optional<glm::vec3> place_in(const ElementType& type, std::span<const std::byte> element);

/// Draws a line of text at the lower left of the whole picture.
void draw_status(const std::string& text);

}  // namespace glint::studio
