// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace glint {

struct PointCloud {
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<std::uint8_t, 4>> colors;  ///< RGBA; empty, or one per point
};

/// Reads `.ply` (see ply.hpp), `.csv` (see csv.hpp) or `.npy`. The extension selects the format,
/// whether in upper or lower case. An `.npy` array has the shape (points, 3) or (points, 4); the
/// fourth column, often padding, is ignored. Throws Error(bad_input), naming the line or byte at
/// fault, if there are no points or a position is not finite. Throws Error(unsupported) for other
/// extensions, and whatever `read_text` throws.
PointCloud read_point_cloud(const std::filesystem::path& path);

}  // namespace glint
