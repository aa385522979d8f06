// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace glint {

struct PointCloud {
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<std::uint8_t, 4>> colours;  ///< RGBA; none, or one per point
};

/// Reads `.ply` (see ply.hpp), `.csv` (see csv.hpp) or `.npy`, by the path's extension in any
/// case. An `.npy` array has the shape (points, 3) or (points, 4); a fourth column, often there
/// to pad, is ignored.
/// Positions are all finite and there is at least one, else Error(bad_input) names the line or
/// byte at fault. Throws Error(unsupported) for other extensions, or what `read_text` throws.
PointCloud read_point_cloud(const std::filesystem::path& path);

}  // namespace glint
