// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/driver/stream.hpp>
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>
#include <glint/kernels/geometry/layouts.cuh>

namespace glint::detail {

using MeshCells = geometry::Cells;
using MeshFrame = geometry::Frame;
using MeshRays = geometry::Rays;

/// Returns the kernels of `file`, a path in kernels/. `first_kernel` is the name of one of them.
KernelFile mesh_kernels(Stream& stream, std::string_view file, std::string_view first_kernel);

/// Throws Error(invalid_argument), with `operation` in the message, for a grid that voxelize()
/// rejects.
void check_grid(const char* operation, const VoxelGrid& grid);

MeshCells cells_of(const VoxelGrid& grid);
Shape shape_of(const VoxelGrid& grid);

/// Return launch shapes with one thread per element or per cell.
driver::LaunchShape each(std::size_t count);
driver::LaunchShape each_cell(const MeshCells& cells);
/// Returns a launch shape with enough threads to keep the device busy. Use it for work whose amount
/// only the device knows.
driver::LaunchShape all_threads(const Device& device);

/// Returns the inclusive prefix sum of `pieces`, the number of work items of each triangle.
Array<long long> ends_of(const Array<long long>& pieces);

}  // namespace glint::detail
