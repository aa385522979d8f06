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
    liquid,  ///< the surface of a liquid that they form
};

/// A view of a declaration: a field, or the result of a `show` function.
struct DeclaredView {
    std::string name;       ///< name of the field or the function
    std::string full_name;  ///< with the structure's name: "Pond.level"
    Display display;
    View view = View::image;               ///< never `automatic`; `points` for all point views
    PointStyle style = PointStyle::balls;  ///< for points: the annotated style
    ElementType type;
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< its index, if it is a field
    std::optional<std::size_t> derived{};  ///< index of the function, if one computes it
    const void* values = nullptr;          ///< the values of a difference, on the device

    /// True if its values are colors, which need no colormap.
    bool is_color() const;
    [[deprecated("use is_color")]] bool is_colour() const { return is_color(); }
};
using Shown [[deprecated("use DeclaredView")]] = DeclaredView;

/// Returns all views in file order. Views with View::none come last; they can only color points.
std::vector<DeclaredView> declared_views(const Declaration& declaration);
[[deprecated("use declared_views")]] inline std::vector<DeclaredView> shown_in(
    const Declaration& declaration) {
    return declared_views(declaration);
}

/// The view for a name.
struct NamedView {
    std::size_t index = 0;                ///< index of the displayed view
    std::optional<std::size_t> colors{};  ///< index of the values that color it, if given
};

/// Finds the view named "level" or "Pond.level". If the name belongs to values of a list, the view
/// is the list's points, colored by these values. Throws Error(not_found) for an unknown name, with
/// the nearest names, and for an ambiguous name, with the structures that have it. Throws
/// Error(invalid_argument) for something that cannot be drawn.
NamedView find_view(const Declaration& declaration, const std::vector<DeclaredView>& all,
                    std::string_view name);

/// Returns the views whose numbers can color the points of `structure`, as indices into `all`.
std::vector<std::size_t> colors_for(std::size_t structure, const std::vector<DeclaredView>& all);
[[deprecated("use colors_for")]] inline std::vector<std::size_t> colours_for(
    std::size_t structure, const std::vector<DeclaredView>& all) {
    return colors_for(structure, all);
}

}  // namespace glint::studio
