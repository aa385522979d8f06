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

/// A mesh that becomes a field's initial elements: what is solid of it, or the distances to it. How
/// large and where it is depends on the grid, which may change at each reset.
struct MeshInput {
    /// How long one of its sides is, in cells: a number, or the name of a parameter.
    struct Side {
        std::size_t axis = 0;
        std::string length{};
    };

    TriangleMesh mesh{};
    std::vector<MeshTurn> turns{};
    std::optional<Side> side{};                 ///< nothing: see MeshPlacement
    std::optional<std::array<double, 3>> at{};  ///< nothing: the middle
    double cut = 0.5;
    bool by_votes = false;  ///< may have holes; see VoxelOptions
    /// What the field's elements were made for last.
    std::optional<Extents> made_for{};
    double made_length = 0;
};

/// What follows the name of a file of points that is read in blocks; see cloud_input.hpp.
inline constexpr std::string_view kStreamed = ",streamed";

/// Of what `--input` takes, "solid=wing.stl,length=96", each part.
struct InputText {
    std::string field{};    ///< "solid", or empty
    std::string file{};     ///< "wing.stl"
    std::string options{};  ///< "length=96": behind the first comma after a mesh's extension
    bool has_field = false;

    bool is_streamed() const { return !has_field && options == kStreamed.substr(1); }
};
InputText split_input(std::string_view text);

/// Reads a mesh, and drops, turns over and counts what repair_mesh() does. Options, with commas in
/// between, are
///
///   length=L height=L depth=L   its side along x, y or z, in cells or as a parameter has it
///   at=X:Y:Z                    where its middle is, as shares of the grid; for a flat one X:Y
///   turn=z90:x-15               degrees about axes, one after the other
///   cut=0.5                     where a flat grid cuts it, as a share of its height
///   holes=vote                  takes a mesh that is not closed
///
/// Throws Error(bad_input), as what `operation` does, for other options or values, and for a mesh
/// with holes, with their number; and what read_mesh() throws.
std::shared_ptr<MeshInput> read_mesh_input(const std::string& file, const std::string& options,
                                           const std::string& operation);

/// Makes the elements of an input that is a mesh, for a grid of these extents and parameters of
/// these values, unless they are there. Waits. Throws Error(bad_input) for a mesh that does not lie
/// in the grid or has no cell's centre in it, and for a length that no parameter has.
void make_elements(const Declaration& declaration, Input& input, const Extents& extents,
                   std::span<const ParameterSet> parameters, Stream& stream);

}  // namespace glint::studio
