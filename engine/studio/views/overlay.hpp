#pragma once

#include <optional>
#include <span>
#include <string>

#include <glm/mat4x4.hpp>

#include <glint/studio/views/field_values.hpp>
#include <glint/studio/views/image_view.hpp>
#include <glint/view/box.hpp>

/// What is drawn with Dear ImGui over a view's picture, behind all panels.
namespace glint::studio {

/// Which of them are drawn.
struct OverlayOptions {
    bool colour_bar = true;
    bool axes = true;  ///< scale bar of grids, box of points
    bool status = true;
};

/// The colours of `shown` at the right, with its label, unit and some values.
void draw_colour_bar(const Shown& shown, const ColourScale& scale);

/// How long some round number of units is, at the lower right; and the border of the grid.
void draw_plane_axes(const Structure& structure, const Extents& extents, const PlaneCamera& camera);

/// The box that points lie in, with the extents of its axes in this unit.
void draw_box(const view::Box& box, const glm::mat4& to_clip, const std::string& unit);

/// Arrows whose longest is `longest_px`; y of a vector is down, as rows are.
void draw_arrows(std::span<const Arrow> arrows, float longest_px);

/// A frame round a cell of a grid; a circle round a place.
void mark_cell(const PlaneCamera& camera, std::size_t x, std::size_t y);
void mark_point(const glm::mat4& to_clip, glm::vec3 place);
/// The place that an element holds, if it is a vector of floats or doubles.
std::optional<glm::vec3> place_in(const ElementType& type, std::span<const std::byte> element);

/// One line at the lower left.
void draw_status(const std::string& text);

/// Round numbers within a range: 1, 2 or 5 times a power of ten apart, at most `most` of them.
std::vector<double> round_numbers(double low, double high, unsigned most);

}  // namespace glint::studio
