// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>
#include <glint/geometry/voxelise.hpp>

namespace glint {

struct DistanceOptions {
    double band = 2;  ///< in cells; within so far of the mesh distances are exact
    /// Distances beyond the band are those to its edge; else they are found, too.
    bool only_band = false;
    VoxelOptions solid{};  ///< how the inside is found
};

/// How far the centre of each cell is from the mesh, in the mesh's units; negative in cells that
/// are solid, as voxelise() has them. On the mesh's stream; nothing waits. All runs give the same.
///
/// Within the band the nearest triangle is found. Beyond it each cell has the distance to the
/// nearest of those that its neighbours at 2^n, ..., 2, 1 cells know: one that is there, and which
/// in few cells is a little more than the least. Triangles outside the grid and its band count by
/// the cells at the border that are nearest to them. Distances beyond the range of floats are the
/// greatest float. Throws as voxelise() does, and Error(invalid_argument) for a band that is not
/// from 1 to 64 and a spacing that is not a normal float.
Array<float> signed_distance(const DeviceMesh& mesh, const VoxelGrid& grid,
                             const DistanceOptions& options = {});

}  // namespace glint
