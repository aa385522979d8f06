// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// The head of an `.xyz` file of atoms: the number of atoms and a comment.
struct AtomHead {
    /// One number per atom.
    struct Column {
        std::size_t field = 0;  ///< index of the word in a row
        std::string name;
    };
    std::uint64_t atoms = 0;
    std::size_t bytes = 0;  ///< bytes before the first atom
    /// True if the comment may be the first row of a table. In that case the count is followed by
    /// `atoms` rows, not by `atoms` + 1.
    bool may_be_table = false;
    std::size_t count_bytes = 0;  ///< bytes before the comment
    std::size_t lines = 2;        ///< lines before the first atom
    std::size_t width = 0;        ///< words per row
    std::vector<Column> columns{};
};

/// Parses the head of a file as LAMMPS, OVITO and VMD write it: a line with the number of atoms, a
/// comment, which may be blank, and rows of an element and x, y, z. The element is a word or a
/// whole number. A comment with `Properties=species:S:1:pos:R:3` names the columns, see
/// https://github.com/libAtoms/extxyz. Without it, the columns are element, x, y, z, column_5 and
/// so on. Returns nullopt if the first lines belong to another kind of table, such as rows of x, y,
/// z after the number of rows.
std::optional<AtomHead> parse_atom_head(std::string_view text);

}  // namespace glint
