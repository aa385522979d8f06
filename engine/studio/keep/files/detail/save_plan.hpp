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
    std::string name;       ///< name in files with all fields of a structure: "level"
    std::string full_name;  ///< "level", or "Pond.level" where several structures have it
    std::string label{};
    std::string unit{};
    ElementType type{};
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< index of the field, if this is a field
    std::optional<std::size_t> derived{};  ///< index of the function, if this is its result
    std::vector<std::string> columns{};    ///< for a list: a name for each number of an element
};

/// A file written by one save.
struct SavedFile {
    std::string stem;  ///< full name of a field, or name of a structure: "Pond"
    FileFormat format = FileFormat::npy;
    std::size_t structure = 0;
    std::vector<std::size_t> fields{};    ///< indices of SavePlan::fields
    std::optional<std::size_t> places{};  ///< index of the field with the positions of points
};

struct SavePlan {
    std::vector<SavedField> fields;
    std::vector<SavedFile> files;

    /// True if the plan contains a field that `draw` kernels write, or a function of such a field.
    bool needs_drawing(const Declaration& declaration) const;
};

/// Returns the plan that saves these fields, such as "level" or "Pond.level", and `show` functions.
/// Ignores duplicates. Adds the positions of points to formats that require them. Throws
/// Error(not_found) for an unknown name, with the nearest names, and for an ambiguous name, with
/// the structures in which it occurs. Throws Error(invalid_argument) for a field that the format
/// cannot hold, with the suitable formats.
SavePlan plan_saves(const Declaration& declaration, std::span<const std::string> names,
                    FileFormat format);

}  // namespace glint::studio
