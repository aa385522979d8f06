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

/// A field, or what a `show` function makes, that is saved.
struct SavedField {
    std::string name;       ///< in files of its structure: "level"
    std::string full_name;  ///< "level", or "Pond.level" where several have it
    std::string label{};
    std::string unit{};
    ElementType type{};
    std::size_t structure = 0;
    std::optional<std::size_t> field{};    ///< its index, if it is a field
    std::optional<std::size_t> derived{};  ///< the function's, if one makes it
    std::vector<std::string> columns{};    ///< of a list: a name for each number of an element
};

/// A file that one save writes.
struct SavedFile {
    std::string stem;  ///< a full name, or "Pond" where it holds all of the structure
    FileFormat format = FileFormat::npy;
    std::size_t structure = 0;
    std::vector<std::size_t> fields{};    ///< indices of SavePlan::fields
    std::optional<std::size_t> places{};  ///< which of SavePlan::fields tells where points are
};

struct SavePlan {
    std::vector<SavedField> fields;
    std::vector<SavedFile> files;

    /// Whether a field is among them that `draw` kernels write, or a function of such a field.
    bool needs_drawing(const Declaration& declaration) const;
};

/// Which files hold these fields, "level" or "Pond.level", and `show` functions. Each once; the
/// places of points come along. Throws Error(not_found), with the nearest names if there is none
/// and with the structures if there are several, and Error(invalid_argument), with the formats that
/// fit, for a field that the format does not hold.
SavePlan plan_saves(const Declaration& declaration, std::span<const std::string> names,
                    FileFormat format);

}  // namespace glint::studio
