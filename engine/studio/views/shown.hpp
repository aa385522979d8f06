#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// How points look.
enum class PointStyle {
    balls,  ///< lit, the nearest in front
    glow,   ///< spots of light that add up
};

/// Something of a declaration that can be looked at: a field, or what a `show` function makes.
struct Shown {
    std::string name;  ///< of the field or the function
    Display display;
    View view = View::image;  ///< never `automatic`; `points` for all that shows places
    PointStyle style = PointStyle::balls;  ///< of points, as the file has it
    ElementType type;
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< its index, if it is a field
    std::optional<std::size_t> derived{};  ///< the function's, otherwise

    /// Whether its values are colours themselves, which no colormap shows.
    bool is_colour() const;
};

/// All of them, in the file's order, those with View::none last: they give points their colours.
std::vector<Shown> shown_in(const Declaration& declaration);

/// Those whose numbers may colour the points of `structure`, as indices of `all`.
std::vector<std::size_t> colours_for(std::size_t structure, const std::vector<Shown>& all);

}  // namespace glint::studio
