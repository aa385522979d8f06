// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/geometry/place_mesh.hpp>
#include <glint/geometry/triangle_mesh.hpp>
#include <glint/studio/state/extents.hpp>

namespace glint {
class Stream;
}

namespace glint::studio {

struct Input;

/// A mesh from which the initial elements of a field are computed: the cells inside the mesh, or
/// the distances to the mesh. The size and position of the mesh depend on the grid, which may
/// change at each reset.
struct MeshInput {
    /// The length of the mesh along one axis: a number of cells, or the name of a parameter.
    struct Side {
        std::size_t axis = 0;
        std::string length{};
    };

    TriangleMesh mesh{};
    std::vector<MeshTurn> turns{};
    std::optional<Side> side{};                 ///< nullopt: the default of MeshPlacement
    std::optional<std::array<double, 3>> at{};  ///< nullopt: the center
    double cut = 0.5;
    bool by_votes = false;  ///< true: the mesh may have holes; see VoxelOptions
    /// Limits distances to this number of cells, like DistanceOptions::only_band.
    std::optional<double> band{};
    /// The grid for which the field's elements were last computed.
    std::optional<Extents> computed_for{};
    double computed_length = 0;
};

/// Suffix after the name of a point file that is read in blocks; see cloud_input.hpp.
inline constexpr std::string_view kStreamed = ",streamed";

/// The parts of an argument of `--input`, such as "solid=wing.stl,length=96".
struct InputText {
    std::string field{};    ///< "solid", or empty
    std::string file{};     ///< "wing.stl"
    std::string options{};  ///< "length=96": after the first comma that follows a mesh's extension
    bool has_field = false;

    bool is_streamed() const { return !has_field && options == kStreamed.substr(1); }
};
InputText split_input(std::string_view text);

/// Reads a mesh. Drops, flips, and counts triangles like repair_mesh(). Options are separated by
/// commas:
///
///   length=L height=L depth=L   size of the mesh along x, y or z: cells, or a parameter's name
///   at=X:Y:Z                    position of the mesh's center, as fractions of the grid; 2D: X:Y
///   turn=z90:x-15               rotations about axes in degrees, applied in order
///   cut=0.5                     where a 2D grid cuts the mesh, as a fraction of the mesh's height
///   holes=vote                  accepts a mesh that is not closed
///   band=4                      limits distances to this number of cells, which takes less time
///
/// Throws Error(bad_input), as an error of `operation`, for other options or values, and for a mesh
/// with holes. The message reports the number of holes. Also throws the errors of read_mesh().
std::shared_ptr<MeshInput> read_mesh_input(const std::string& file, const std::string& options,
                                           const std::string& operation);

/// Computes the elements of a mesh input for a grid with these extents and these parameter values,
/// unless they are up to date. Waits for the device. Throws Error(bad_input) for a mesh that is
/// outside the grid or does not contain a cell center, for a length that is neither a number nor
/// the name of a parameter, and for a band if the field is not of type float.
void make_elements(const Declaration& declaration, Input& input, const Extents& extents,
                   std::span<const ParameterSet> parameters, Stream& stream);

}  // namespace glint::studio
