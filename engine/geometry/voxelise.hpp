// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>

/// Which cells of a grid lie in a mesh.
///
/// A cell is solid if its centre is, by the parity of the faces between it and the outside along x:
/// which way faces look does not matter, and what two closed surfaces enclose together is empty. Of
/// a face that goes exactly through centres, those belong to the mesh on the face's upper side, in
/// x, y and z; so of two meshes that touch there each cell belongs to one.
///
/// Corners are rounded to parts of a cell: 2^-20 where the mesh and the grid reach over 512 cells,
/// 2^-16 over 8192. With that, which rays go through a triangle is decided exactly, so that no
/// column of cells leaks out of a closed mesh, however thin it is. All runs, and all devices, give
/// the same but for a last bit where a slanted face goes through a centre.
namespace glint {

struct VoxelOptions {
    /// For meshes with holes: a cell is solid if two of the three axes say so. Along one axis a
    /// hole lets whole columns leak; what it loses or adds then remains near the hole.
    bool by_votes = false;
};

/// 1 for each cell that is solid, else 0, on the mesh's stream. Nothing waits. The mesh is closed
/// (repair_mesh() tells), or `by_votes` is set.
/// Throws Error(invalid_argument) for a grid without cells or spacing, and one of cells so small
/// that the mesh reaches over more than 2^28 of them.
Array<unsigned char> voxelise(const DeviceMesh& mesh, const VoxelGrid& grid,
                              const VoxelOptions& options = {});

/// Which part of each cell is solid, from 0 to 1: as `samples` points along each axis, 64 a cell by
/// default, would have it. Throws as voxelise() does, and for no samples or more than 16.
Array<float> solid_fractions(const DeviceMesh& mesh, const VoxelGrid& grid, unsigned samples = 4,
                             const VoxelOptions& options = {});

}  // namespace glint
