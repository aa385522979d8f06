// SPDX-License-Identifier: MIT
#pragma once

// Meshes: mesh files, voxelization, and signed distances.
#include <glint/geometry/device_mesh.hpp>
#include <glint/geometry/place_mesh.hpp>
#include <glint/geometry/read_mesh.hpp>
#include <glint/geometry/repair_mesh.hpp>
#include <glint/geometry/signed_distance.hpp>
#include <glint/geometry/triangle_mesh.hpp>
#include <glint/geometry/voxel_grid.hpp>
#include <glint/geometry/voxelise.hpp>
#include <glint/geometry/voxelize.hpp>
