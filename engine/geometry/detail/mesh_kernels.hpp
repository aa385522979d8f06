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

/// The kernels of a file below kernels/geometry, of which one is `first_kernel`.
KernelFile mesh_kernels(Stream& stream, std::string_view file, std::string_view first_kernel);

/// Throws Error(invalid_argument), as what `operation` does, for a grid that voxelise() refuses.
void check_grid(const char* operation, const VoxelGrid& grid);

MeshCells cells_of(const VoxelGrid& grid);
Shape shape_of(const VoxelGrid& grid);

/// A thread for each.
driver::LaunchShape each(std::size_t count);
driver::LaunchShape each_cell(const MeshCells& cells);
/// As many threads as the device keeps busy, for work whose amount it knows alone.
driver::LaunchShape all_threads(const Device& device);

/// From how many pieces of work each triangle is to how many those up to it are.
Array<long long> ends_of(const Array<long long>& pieces);

}  // namespace glint::detail
