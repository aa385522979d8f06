// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// How points look.
enum class PointStyle {
    balls,   ///< lit, the nearest in front
    glow,    ///< spots of light that add up
    liquid,  ///< the surface of what they are of
};

/// Something of a declaration that can be looked at: a field, or what a `show` function makes.
struct Shown {
    std::string name;       ///< of the field or the function
    std::string full_name;  ///< with the structure's: "Pond.level"
    Display display;
    View view = View::image;  ///< never `automatic`; `points` for all that shows places
    PointStyle style = PointStyle::balls;  ///< of points, as the file has it
    ElementType type;
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< its index, if it is a field
    std::optional<std::size_t> derived{};  ///< the function's, if one makes it
    const void* values = nullptr;          ///< where they are, if it is a difference of two

    /// Whether its values are colours themselves, which no colormap shows.
    bool is_colour() const;
};

/// All of them, in the file's order, those with View::none last: they give points their colours.
std::vector<Shown> shown_in(const Declaration& declaration);

/// What a pane shows for a name.
struct NamedView {
    std::size_t index = 0;                 ///< what is shown
    std::optional<std::size_t> colours{};  ///< the values that colour it, if they were named
};

/// What is meant by "level" or "Pond.level": values of a list mean its points, coloured by them.
/// Throws Error(not_found), with the nearest names if there is none and with the structures if
/// there are several, and Error(invalid_argument) for what has no picture.
NamedView find_view(const Declaration& declaration, const std::vector<Shown>& all,
                    std::string_view name);

/// Those whose numbers may colour the points of `structure`, as indices of `all`.
std::vector<std::size_t> colours_for(std::size_t structure, const std::vector<Shown>& all);

}  // namespace glint::studio
