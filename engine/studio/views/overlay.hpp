// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include <glint/gl/rectangle.hpp>
#include <glint/studio/views/field_values.hpp>
#include <glint/studio/views/image_view.hpp>
#include <glint/view/box.hpp>

/// What is drawn with Dear ImGui over a view's picture, behind all panels.
namespace glint::studio {

/// Which of them are drawn.
struct OverlayOptions {
    bool colour_bar = true;
    bool axes = true;       ///< numbers at the edges of a box
    bool box = true;        ///< the border of a plane, the box round what has three extents
    bool scale_bar = true;  ///< of planes

    friend bool operator==(const OverlayOptions&, const OverlayOptions&) = default;
};

/// Draws over one pane's part of the picture, and nowhere else. Places are from its upper left
/// corner.
class PaneOverlay {
public:
    explicit PaneOverlay(const gl::Rectangle& pane);
    PaneOverlay(const PaneOverlay&) = delete;
    PaneOverlay& operator=(const PaneOverlay&) = delete;
    ~PaneOverlay();

    /// The colours of `shown` at the right, with its label, unit and some values.
    void colour_bar(const Shown& shown, const ColourScale& scale) const;

    /// The border of a plane of so many cells.
    void border(glm::dvec2 cells, const PlaneCamera& camera) const;
    /// How long some round number of units is, at the lower right.
    void scale_bar(const Structure& structure, const PlaneCamera& camera) const;

    /// A box as a camera at `eye` sees it; with numbers in this unit at its edges, or without.
    /// `origin` is added to the box's places to get the numbers.
    void box(const view::Box& box, const glm::mat4& to_clip, const glm::vec3& eye,
             const std::string& unit, const glm::dvec3& origin,
             const OverlayOptions& options) const;

    /// Arrows whose longest is `longest_px`.
    void arrows(std::span<const Arrow> arrows, float longest_px) const;

    /// A frame round a cell of a plane; a circle round a place.
    void mark_cell(const PlaneCamera& camera, std::size_t x, std::size_t y) const;
    void mark_point(const glm::mat4& to_clip, glm::vec3 place) const;

    /// A line of text at the top; some in the middle, in place of a picture.
    void caption(const std::string& text) const;
    void message(const std::string& text) const;
    /// A thin frame: this pane is the active one.
    void frame() const;

private:
    gl::Rectangle pane_;
};

/// The place that an element holds, if it is a vector of floats or doubles.
std::optional<glm::vec3> place_in(const ElementType& type, std::span<const std::byte> element);

/// One line at the lower left of the whole picture.
void draw_status(const std::string& text);

}  // namespace glint::studio
