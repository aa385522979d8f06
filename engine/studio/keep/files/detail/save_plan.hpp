// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/keep/files/file_format.hpp>

namespace glint::studio {

/// A field, or the result of a `show` function, to be saved.
struct SavedField {
    std::string name;       ///< name in files of its structure: "level"
    std::string full_name;  ///< "level", or "Pond.level" where several structures have it
    std::string label{};
    std::string unit{};
    ElementType type{};
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< its index, if it is a field
    std::optional<std::size_t> derived{};  ///< index of the function, if one computes it
    std::vector<std::string> columns{};    ///< for a list: one name for each number of an element
};

/// A file written by one save.
struct SavedFile {
    std::string stem;  ///< a full name, or "Pond" if the file has all fields of the structure
    FileFormat format = FileFormat::npy;
    std::size_t structure = 0;
    std::vector<std::size_t> fields{};    ///< indices of SavePlan::fields
    std::optional<std::size_t> places{};  ///< index of the point positions
};

struct SavePlan {
    std::vector<SavedField> fields;
    std::vector<SavedFile> files;

    /// True if it contains a field that `draw` kernels write, or a function of such a field.
    bool needs_drawing(const Declaration& declaration) const;
};

/// Returns the files for these fields, "level" or "Pond.level", and `show` functions, without
/// duplicates. Adds the positions of points. Throws Error(not_found) for an unknown name, with the
/// nearest names, and for an ambiguous name, with the structures that have it. Throws
/// Error(invalid_argument) for a field that the format cannot hold, with the suitable formats.
SavePlan plan_saves(const Declaration& declaration, std::span<const std::string> names,
                    FileFormat format);

}  // namespace glint::studio
