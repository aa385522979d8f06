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
    /// A column with one number per atom.
    struct Column {
        std::size_t field = 0;  ///< index of the word in a row
        std::string name;
    };
    std::uint64_t atoms = 0;
    std::size_t bytes = 0;  ///< bytes before the first atom
    /// True if the comment may also be the first row of a table. The number of lines decides. After
    /// the line with the count, a table has `atoms` lines, and the comment is one of them. A file
    /// of atoms has `atoms` + 1 lines.
    bool may_be_table = false;
    std::size_t count_bytes = 0;  ///< bytes before the comment
    std::size_t lines = 2;        ///< lines before the first atom
    std::size_t width = 0;        ///< words per row
    std::vector<Column> columns{};
};

/// Parses the head of a file that LAMMPS, OVITO or VMD wrote: a line with the number of atoms and a
/// comment line, which may be blank. Each following row has an element and x, y, z. The element is
/// a word or a whole number. A comment with `Properties=species:S:1:pos:R:3` names the columns (see
/// https://github.com/libAtoms/extxyz). Without this entry, the columns are element, x, y, z,
/// column_5 and so on. Returns nullopt if the first lines belong to another kind of table, for
/// example to a row count followed by rows of x, y, z.
std::optional<AtomHead> parse_atom_head(std::string_view text);

}  // namespace glint
