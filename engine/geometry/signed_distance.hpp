// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>
#include <glint/geometry/voxelize.hpp>

namespace glint {

struct DistanceOptions {
    static constexpr double kMaxBand = 64;  ///< in cells

    double band = 2;  ///< in cells; within this distance of the mesh, distances are exact
    /// If true, clamps distances beyond the band to the band's width. If false, computes all
    /// distances.
    bool only_band = false;
    VoxelOptions solid{};  ///< determines which cells are inside
};

/// Returns the distance of each cell's center from the mesh, in the mesh's units; negative in cells
/// that voxelize() finds solid. Runs on the mesh's stream and does not wait. All runs give the same
/// result.
///
/// Within the band, the nearest triangle is exact. Beyond it, jump flooding finds the distance:
/// each cell uses the nearest of the triangles known to its neighbors that are 2^n, ..., 2, 1 cells
/// away. The result is the distance to an actual triangle, but in a few cells it is slightly larger
/// than the minimum. Triangles outside the grid and its band affect the distances only through the
/// nearest cells at the border. Distances beyond the range of floats become the largest float.
/// Throws as voxelize() does, and Error(invalid_argument) for a band that is not from 1 to kMaxBand
/// or a spacing that is not a normal float.
Array<float> signed_distance(const DeviceMesh& mesh, const VoxelGrid& grid,
                             const DistanceOptions& options = {});

}  // namespace glint
