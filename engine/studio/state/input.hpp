#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/state/state.hpp>

namespace glint::studio {

/// A field's initial elements, out of a file.
struct Input {
    Declaration::Place place;
    Extents extents;
    bool is_picture = false;          ///< may be smaller than the grid, in whose middle it then is
    std::vector<std::byte> elements;  ///< x fastest, as the field's type lays them out
    std::string text;                 ///< "level=waves.npy"
};

/// Reads `FIELD=FILE`:
///
///   .npy            an array of the structure's extents, the slowest first; of vectors with one
///                   dimension more. Numbers of other types are converted where each is kept.
///   .png            luminance: black is the least of the field's range (0 without one), white the
///                   greatest (1, or the largest of an integer of 8 bits); colours for uchar4
///   .ply .csv .npy  places, for vectors of a list
///   .csv            a column called like the field, or the only one, for numbers of a list
///
/// Throws Error(not_found) for an unknown field, Error(invalid_argument) for a text of another
/// form, Error(bad_input) for a file that does not fit the field's type, and what reading it
/// throws.
Input read_input(const Declaration& declaration, const std::string& text);

/// Sets the parameters that are extents of the input's structure to the sizes that the file has.
/// Throws Error(bad_input), with both sizes, if the structure cannot be as large, or one parameter
/// would need two values.
void fit_extents(const Declaration& declaration, const Input& input,
                 std::span<ParameterSet> parameters);

/// Queues the copy of the elements into the field. Throws Error(bad_input), with both sizes, if
/// they do not fit.
void apply(const Declaration& declaration, const Input& input, Stream& stream, State& state);

}  // namespace glint::studio
