// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// Rendering style of points.
enum class PointStyle {
    balls,   ///< shaded, with depth
    glow,    ///< spots of light that add up
    liquid,  ///< the surface of a liquid that the points form
};

/// A view that a file declares: a field, or the result of a `show` function, and how to draw it.
struct DeclaredView {
    std::string name;       ///< name of the field or the function
    std::string full_name;  ///< qualified name: "Pond.level"
    Display display;
    View view = View::image;               ///< never `automatic`; `points` for all point views
    PointStyle style = PointStyle::balls;  ///< for points: the annotated style
    ElementType type;
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< index of the field, if the view shows a field
    std::optional<std::size_t> derived{};  ///< index of the function, if the view shows its result
    const void* values = nullptr;          ///< for a difference view: its values on the device

    /// True if the values are colors, which need no colormap.
    bool is_color() const;
    [[deprecated("use is_color")]] bool is_colour() const { return is_color(); }
};
using Shown [[deprecated("use DeclaredView")]] = DeclaredView;

/// Returns all views in the order of the file: first fields, then functions. Views with View::none
/// come last; they can only color other views.
std::vector<DeclaredView> declared_views(const Declaration& declaration);
[[deprecated("use declared_views")]] inline std::vector<DeclaredView> shown_in(
    const Declaration& declaration) {
    return declared_views(declaration);
}

/// Result of find_view().
struct NamedView {
    std::size_t index = 0;                ///< index of the view
    std::optional<std::size_t> colors{};  ///< index of the values that color the view
};

/// Finds a view by a name such as "level" or "Pond.level"; `all` contains all views of the
/// declaration. If the name belongs to values of a list, the result is the view of the list's
/// points, colored by these values. Throws Error(not_found) for an unknown name, with the nearest
/// names, and for an ambiguous name, with the structures in which it occurs. Throws
/// Error(invalid_argument) for a field or a function that cannot be drawn.
NamedView find_view(const Declaration& declaration, const std::vector<DeclaredView>& all,
                    std::string_view name);

/// Returns the views whose numbers can color the points of `structure`, as indices into `all`.
std::vector<std::size_t> colors_for(std::size_t structure, const std::vector<DeclaredView>& all);
[[deprecated("use colors_for")]] inline std::vector<std::size_t> colours_for(
    std::size_t structure, const std::vector<DeclaredView>& all) {
    return colors_for(structure, all);
}

}  // namespace glint::studio
