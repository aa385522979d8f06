// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>

/// Determines which cells of a grid are inside a mesh.
///
/// A cell is solid if its center is inside the mesh, that is, if a ray from the center along x
/// crosses an odd number of faces. The orientation of faces does not matter, and the overlap of two
/// closed surfaces is empty. If a face passes exactly through the centers of cells, these cells
/// belong to the mesh on the side of larger x, y or z. Two meshes that touch at this face therefore
/// never share a cell.
///
/// Corners are rounded to multiples of a fraction of a cell. The fraction is 2^-20 if the mesh and
/// the grid extend over at most 512 cells, and 2^-16 for 8192 cells. For rounded corners, the test
/// of which rays pass through a triangle is exact, so no column of cells leaks out of a closed
/// mesh, however thin the mesh is. All runs give the same result. Different devices also give the
/// same result, except for cells whose centers are within rounding error of a slanted face.
namespace glint {

struct VoxelOptions {
    /// True to combine three axes, for meshes with holes: a cell is solid if the rays along at
    /// least two axes find it inside. With rays along only one axis, a hole affects whole columns
    /// of cells. With three axes, errors stay near the hole.
    bool by_votes = false;
};

/// Returns 1 for each solid cell and 0 for all others, on the mesh's stream. Does not wait. The
/// mesh must be closed (see repair_mesh()) unless `by_votes` is set. Throws Error(invalid_argument)
/// for a grid without cells or spacing, or with cells so small that the mesh extends over more than
/// 2^28 of them.
Array<unsigned char> voxelize(const DeviceMesh& mesh, const VoxelGrid& grid,
                              const VoxelOptions& options = {});
[[deprecated("use voxelize")]] inline Array<unsigned char> voxelise(
    const DeviceMesh& mesh, const VoxelGrid& grid, const VoxelOptions& options = {}) {
    return voxelize(mesh, grid, options);
}

/// Returns the solid fraction of each cell, from 0 to 1. Tests `samples` points along each axis of
/// a cell, by default 4 * 4 * 4 points per cell. Throws as voxelize() does, and if `samples` is 0
/// or more than 16.
Array<float> solid_fractions(const DeviceMesh& mesh, const VoxelGrid& grid, unsigned samples = 4,
                             const VoxelOptions& options = {});

}  // namespace glint
