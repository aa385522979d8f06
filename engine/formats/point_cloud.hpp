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

/// Reads `.ply` (see ply.hpp), `.csv` (see csv.hpp) or `.npy`. The extension selects the format;
/// its case is ignored. An `.npy` array has the shape (points, 3) or (points, 4); the fourth
/// column, often padding, is ignored. Throws Error(bad_input), naming the line or byte at fault,
/// for a file without points or a position that is not finite. Throws Error(unsupported) for other
/// extensions. Also throws the errors of `read_text`.
PointCloud read_point_cloud(const std::filesystem::path& path);

}  // namespace glint
