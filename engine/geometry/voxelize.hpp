// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>

/// Determines which cells of a grid are inside a mesh.
///
/// A cell is solid if its center is inside, that is, if an odd number of faces lies between the
/// center and the outside along x. The orientation of faces does not matter, and the overlap of two
/// closed surfaces is empty. If a face passes exactly through the centers of cells, these cells
/// belong to the mesh on the face's upper side in x, y and z. Two meshes that touch at this face
/// therefore never share a cell.
///
/// Corners are rounded to a fraction of a cell, to 2^-20 if the mesh and the grid extend over at
/// most 512 cells, or 2^-16 for 8192 cells. With this rounding, the test of which rays pass through
/// a triangle is exact, so no column of cells leaks out of a closed mesh, however thin it is. All
/// runs and all devices give the same result, except for the last bit where a slanted face passes
/// through a center.
namespace glint {

struct VoxelOptions {
    /// For meshes with holes: a cell is solid if the rays along at least two of the three axes find
    /// it inside. With a single axis, a hole affects whole columns of cells. With these votes,
    /// errors stay near the hole.
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

/// Returns the solid fraction of each cell, from 0 to 1. Each cell is tested at `samples` points
/// along each axis, 64 points by default. Throws as voxelize() does, and if `samples` is 0 or more
/// than 16.
Array<float> solid_fractions(const DeviceMesh& mesh, const VoxelGrid& grid, unsigned samples = 4,
                             const VoxelOptions& options = {});

}  // namespace glint
