// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/number_type.hpp>

namespace glint {

/// Numbers of a file that have one name.
struct Column {
    NumberType type = NumberType::float64;  ///< as the file stores them; of text, see below
    std::vector<double> values{};
};

/// Rows that were left out of a table because a number is missing there: the field is empty, or
/// says so ("nan", "na", "n/a", "null", "none", "-", "--" in any case).
struct MissingNumbers {
    struct OfColumn {
        std::size_t count = 0;
        std::size_t first_line = 0;
    };
    std::size_t rows = 0;             ///< that were left out
    std::size_t of = 0;               ///< rows that there are
    std::vector<OfColumn> columns{};  ///< in the order in which they were asked for

    /// "3 of 1000 rows are left out, for numbers that are missing: 2 of 'x' (the first in line 17),
    /// 1 of 'mass' (the first in line 40)".
    std::string message(std::span<const std::string> names) const;
};

/// A file of named columns: the vertices of a `.ply` (see ply.hpp), or the rows of a `.csv`, whose
/// names a first row without numbers gives. The first three columns of a `.csv` without names are
/// x, y and z. Its numbers are float64, but uint8 in columns that a comment line before the names
/// says this of, as in "# red green blue: Colour, uint8".
class ColumnFile {
public:
    /// Reads the file by the path's extension in any case. Throws Error(unsupported) for others,
    /// Error(bad_input), naming the line at fault, and what `read_text` throws.
    explicit ColumnFile(const std::filesystem::path& path);

    /// Of numbers; in a `.csv` also of anything else.
    const std::vector<std::string>& names() const noexcept { return names_; }

    /// The columns at these indices of names(), all of one length, which is at least 1. Throws
    /// Error(bad_input), naming the line or byte at fault, for a number that is missing or not
    /// finite, and for a file without rows.
    std::vector<Column> read(std::span<const std::size_t> wanted) const;
    /// The same, but rows of a `.csv` in which a number is missing are left out, and counted in
    /// `missing`.
    std::vector<Column> read(std::span<const std::size_t> wanted, MissingNumbers& missing) const;

private:
    std::vector<Column> read_ply(std::span<const std::size_t> wanted) const;
    std::vector<Column> read_csv(std::span<const std::size_t> wanted,
                                 MissingNumbers* missing) const;

    InputFile file_;
    bool is_ply_;
    bool has_names_ = false;  ///< of a `.csv`: its first row
    std::vector<std::string> names_;
};

}  // namespace glint
