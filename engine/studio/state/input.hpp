// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/state/extents.hpp>

namespace glint {
class Stream;
}

namespace glint::studio {

class State;
struct CloudInput;
struct MeshInput;

/// A field's initial elements, out of a file.
struct Input {
    Declaration::Place place;
    Extents extents;
    bool is_picture = false;          ///< may be smaller than the grid, in whose middle it then is
    std::vector<std::byte> elements;  ///< x fastest, as the field's type lays them out
    std::string text;                 ///< "level=waves.npy", or "cloud.ply"
    std::shared_ptr<MeshInput> mesh{};    ///< of which make_elements() makes the elements; or null
    std::shared_ptr<CloudInput> cloud{};  ///< which apply() reads into all of its fields; or null
};

/// Reads `FIELD=FILE`, into one field:
///
///   .npy            an array of the structure's extents, the slowest first, so that [y, x] is the
///                   cell (x, y); of vectors with one dimension more. Numbers of other types are
///                   converted where each is kept.
///   .vti            the array called like the field, or the only one, of points or of cells, with
///                   as many components
///   .mhd .mha       the numbers of a MetaImage or
///   .nhdr .nrrd     of an NRRD, for a grid of as many extents
///   a folder        its grey .png images, as many as are in it, for a grid of three extents: the
///                   numbers of 8 or 16 bits that they have, in the order of numbers in their names
///   .png            luminance: black is the least of the field's range (0 without one), white the
///                   greatest (1, or the largest of an integer of 8 bits); colours for uchar4
///   .ply .csv .npy  places, for vectors of a list
///   .csv            a column called like the field, or the only one, for numbers of a list
///   .stl .ply .obj  a mesh, for numbers of a grid: of one byte 1, or the greatest of the field's
///                   range, in what is solid, of float the distance to the mesh in the unit of the
///                   grid's cells, negative inside; with options behind a comma, as
///                   read_mesh_input() says
///
/// Pictures, stacks of pictures, image data and volumes look the same in the grid's picture as in
/// other programs: the top row of a picture is at the top, and y of image data and volumes is up.
/// So the rows of a picture are reversed for a grid whose y is up, and those of the others for one
/// with `y down`.
///
/// Or `FILE` alone. Each column of a `.ply` or `.csv` whose name is that of a field goes there, in
/// the first list that has any: x, y and z to one called position or positions, red, green, blue
/// and alpha (r g b a) to one called colour, color, own_colour and the like, nx, ny and nz to
/// normals, and velocity_x, velocity_y, velocity_z to the vectors `velocity`. Case does not count.
/// Colours go from 0 to 1, or to 255 for bytes. Each array of a `.vti` goes to the field of its
/// name. Other files, and the only array of a `.vti` that has another name, are for the first field
/// that is shown.
///
/// Or `FILE,streamed` with any file that open_point_rows() knows: points that are read in blocks
/// when they are applied, as load_cloud() says, and never are all in the host's memory.
///
/// Throws Error(not_found) for an unknown field, Error(invalid_argument) for a text of another
/// form, Error(bad_input) for a file that does not fit the fields' types, and what reading it
/// throws.
std::vector<Input> read_input(const Declaration& declaration, const std::string& text);

/// The same for several, one after the other.
std::vector<Input> read_inputs(const Declaration& declaration, std::span<const std::string> texts);

/// Sets the parameters that are extents of the input's structure to the sizes that the file has; a
/// mesh has none.
/// Throws Error(bad_input), with both sizes, if the structure cannot be as large, or one parameter
/// would need two values.
void fit_extents(const Declaration& declaration, const Input& input,
                 std::span<ParameterSet> parameters);

/// Queues the copy of the elements into the field. Throws Error(bad_input), with both sizes, if
/// they do not fit.
void apply(const Declaration& declaration, const Input& input, Stream& stream, State& state);

}  // namespace glint::studio
