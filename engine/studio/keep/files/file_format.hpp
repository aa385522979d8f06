// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace glint::studio {

/// How fields are written; docs/reference/runs.md says what each holds.
enum class FileFormat {
    npy,  ///< one field, an array of NumPy's
    vti,  ///< all saved fields of a grid, image data of VTK
    vtp,  ///< all saved fields of a list with places, poly data of VTK
    ply,  ///< the same
    csv,  ///< all saved fields of a list
};

inline constexpr std::array<std::string_view, 5> kFileFormats{"npy", "vti", "vtp", "ply", "csv"};

constexpr std::string_view to_string(FileFormat format) noexcept {
    return kFileFormats[static_cast<std::size_t>(format)];
}

/// Nothing for another name.
constexpr std::optional<FileFormat> find_file_format(std::string_view name) noexcept {
    for (std::size_t i = 0; i < kFileFormats.size(); ++i)
        if (kFileFormats[i] == name) return static_cast<FileFormat>(i);
    return std::nullopt;
}

}  // namespace glint::studio
