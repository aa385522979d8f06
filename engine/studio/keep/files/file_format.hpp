// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace glint::studio {

/// File formats for fields; docs/reference/runs.md describes their contents.
enum class FileFormat {
    npy,  ///< one field, a NumPy array
    vti,  ///< all saved fields of a grid, VTK image data
    vtp,  ///< all saved fields of a list with positions, VTK poly data
    ply,  ///< all saved fields of a list with positions
    csv,  ///< all saved fields of a list
};

inline constexpr std::array<std::string_view, 5> kFileFormats{"npy", "vti", "vtp", "ply", "csv"};

constexpr std::string_view to_string(FileFormat format) noexcept {
    return kFileFormats[static_cast<std::size_t>(format)];
}

/// Returns the format with this name, or nullopt for an unknown name.
constexpr std::optional<FileFormat> find_file_format(std::string_view name) noexcept {
    for (std::size_t i = 0; i < kFileFormats.size(); ++i)
        if (kFileFormats[i] == name) return static_cast<FileFormat>(i);
    return std::nullopt;
}

}  // namespace glint::studio
