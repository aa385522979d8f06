// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>
#include <glint/geometry/voxelize.hpp>

namespace glint {

struct DistanceOptions {
    static constexpr double kMaxBand = 64;  ///< maximum of `band`, in cells

    double band = 2;  ///< in cells; within this distance of the mesh, distances are exact
    /// If true, clamps distances beyond the band to the band's width. If false, computes all
    /// distances.
    bool only_band = false;
    VoxelOptions solid{};  ///< determines which cells are inside
};

/// Returns the distance from each cell's center to the mesh, in the mesh's units. The distance is
/// negative in cells that voxelize() finds solid. Runs on the mesh's stream and does not wait. All
/// runs give the same result.
///
/// Within the band, the distances are exact. Beyond it, jump flooding (with steps of 2^n, ..., 2, 1
/// cells) computes them: in each pass, a cell compares its nearest triangle with those of the
/// neighbors that are one step away. The result is the distance to an actual triangle, but in a few
/// cells that triangle is not the nearest one. A triangle outside the grid is assigned to the
/// nearest cells at the border, and flooding starts there. Distances beyond the range of floats
/// become the largest float. Throws as voxelize() does, and Error(invalid_argument) for a band that
/// is not from 1 to kMaxBand or a spacing that is not a normal float.
Array<float> signed_distance(const DeviceMesh& mesh, const VoxelGrid& grid,
                             const DistanceOptions& options = {});

}  // namespace glint
