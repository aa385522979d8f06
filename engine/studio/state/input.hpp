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

/// Initial elements of a field, read from a file.
struct Input {
    Declaration::Place place;
    Extents extents;
    bool is_picture = false;              ///< true: is centered if smaller than the grid
    std::vector<std::byte> elements;      ///< x fastest, with the layout of the field's type
    std::string text;                     ///< "level=waves.npy", or "cloud.ply"
    std::shared_ptr<MeshInput> mesh{};    ///< mesh for make_elements(), or null
    std::shared_ptr<CloudInput> cloud{};  ///< points for apply(), or null
};

/// Reads `FIELD=FILE` into one field:
///
///   .npy            an array with the structure's extents, slowest first, so that [y, x] is
///                   the cell (x, y); vectors have one more dimension. Other number types are
///                   converted if every value is preserved.
///   .vti            the point or cell array with the field's name, or the only array of the
///                   file; it must have the same number of components
///   .mhd .mha       the numbers of a MetaImage,
///   .nhdr .nrrd     or of an NRRD, for a grid with the same number of extents
///   a folder        the 8-bit or 16-bit pixels of all gray .png images in the folder, for a grid
///                   of three extents. The numbers in the file names determine the order.
///   .png            luminance: black is the low end of the field's range, and white the high end.
///                   Without a range, black is 0, and white is 1, or 255 for unsigned 8-bit
///                   integers. Fields of uchar4 get colors.
///   .ply .csv .npy  positions, for vectors of a list
///   .csv            the column with the field's name, or the only column, for numbers of a list
///   .stl .ply .obj  a mesh, for numbers of a grid. One-byte fields get 1, or the high end of the
///                   range, inside the mesh. Float fields get the distance to the mesh, negative
///                   inside, in the unit of the grid's cells. Options follow a comma, see
///                   read_mesh_input().
///
/// Pictures, stacks of pictures, image data, and volumes look the same in the grid's picture as in
/// other programs: the top row of a picture is at the top, and y of image data and volumes points
/// up. If y of the grid points up, the rows of pictures are therefore reversed. If the grid has `y
/// down`, the rows of image data and volumes are reversed.
///
/// Without `FIELD=`, reads all fields for which the file has data. Each column of a `.ply` or
/// `.csv` goes to the field with its name, in the first list that has any of the names. The columns
/// x, y and z go to position or positions, and nx, ny and nz go to normals. The columns red, green,
/// blue and alpha (or r, g, b and a) go to colour, color, own_colour or similar. The columns
/// velocity_x, velocity_y and velocity_z go to the vectors `velocity`. Names are case-insensitive.
/// Colors range from 0 to 1, or to 255 for bytes. Each array of a `.vti` goes to the field with its
/// name. If no field has the name of an array, the only array of the `.vti` goes to the first
/// displayed field. The content of other files always goes to the first displayed field.
///
/// `FILE,streamed` is possible for any kind of file that open_point_rows() supports. In this case,
/// apply() reads the points in blocks, see load_cloud(), so host memory holds only one block at a
/// time.
///
/// Throws Error(not_found) for an unknown field, Error(invalid_argument) for malformed text, and
/// Error(bad_input) for a file that does not fit the fields' types. Also throws the errors of
/// reading the file.
std::vector<Input> read_input(const Declaration& declaration, const std::string& text);

/// Reads several inputs, in order.
std::vector<Input> read_inputs(const Declaration& declaration, std::span<const std::string> texts);

/// Sets the parameters that are extents of the input's structure to the sizes in the file. Meshes
/// do not set any parameters. Throws Error(bad_input), with both sizes, if the structure cannot
/// have that size, or if the file would set a parameter to two different values.
void fit_extents(const Declaration& declaration, const Input& input,
                 std::span<ParameterSet> parameters);

/// Copies the elements into the field, and waits for the device. Throws Error(bad_input), with both
/// sizes, if the elements do not fit.
void apply(const Declaration& declaration, const Input& input, Stream& stream, State& state);

}  // namespace glint::studio
