// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// What an `.xyz` file of atoms says before its first atom: how many there are, and a comment.
struct AtomHead {
    /// A number of each atom.
    struct Column {
        std::size_t field = 0;  ///< which word of a row it is
        std::string name;
    };
    std::uint64_t atoms = 0;
    std::size_t bytes = 0;  ///< up to the first atom
    /// The comment may be the first row of a table: then `atoms` rows follow the count, not one
    /// more.
    bool may_be_table = false;
    std::size_t count_bytes = 0;  ///< up to the comment
    std::size_t lines = 2;        ///< before the first atom
    std::size_t width = 0;        ///< words of a row
    std::vector<Column> columns{};
};

/// Reads the head of a file as LAMMPS, OVITO and VMD write it: a line with the number of atoms, a
/// comment, which may be blank, and rows of an element and x, y, z. The element is a word, or a
/// whole number. A comment with `Properties=species:S:1:pos:R:3` says what the columns are, as in
/// https://github.com/libAtoms/extxyz; without it they are element, x, y, z, column_5 and so on.
/// Returns nothing for other tables, such as rows of x, y, z after their number, if the first lines
/// show that.
std::optional<AtomHead> parse_atom_head(std::string_view text);

}  // namespace glint
