// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/number_type.hpp>

namespace glint {

/// The numbers of one column of a file.
struct Column {
    NumberType type = NumberType::float64;  ///< type in the file; for text, see ColumnFile
    std::vector<double> values{};
};

/// Rows that were dropped from a table because they lack a number. The number's field is empty or
/// has a placeholder ("nan", "na", "n/a", "null", "none", "-" or "--", in upper or lower case).
struct MissingNumbers {
    struct OfColumn {
        std::size_t count = 0;
        std::size_t first_line = 0;
    };
    std::size_t rows = 0;             ///< number of dropped rows
    std::size_t of = 0;               ///< total number of rows
    std::vector<OfColumn> columns{};  ///< in the requested order

    /// Returns a text such as "3 of 1000 rows are skipped because of missing numbers: 2 in 'x'
    /// (first in line 17), 1 in 'mass' (first in line 40)".
    std::string message(std::span<const std::string> names) const;
};

/// A file of named columns: the vertices of a `.ply` (see ply.hpp), or the rows of a `.csv`. In a
/// `.csv`, the first row holds the names if none of its fields is a number. Without names, the
/// first three columns are x, y and z. A `.csv` has float64 numbers, except in columns that a
/// comment line before the names declares as uint8, as in "# red green blue: Colour, uint8".
class ColumnFile {
public:
    /// Reads the file. The extension selects the format; its case is ignored. Throws
    /// Error(unsupported) for other extensions. Throws Error(bad_input), naming the line, for an
    /// invalid header. Also throws the errors of `read_text`.
    explicit ColumnFile(const std::filesystem::path& path);

    /// Returns the names of the numeric columns, or the names of all columns for a `.csv`.
    const std::vector<std::string>& names() const noexcept { return names_; }

    /// Reads the columns at these indices of names(). All columns have the same length, at least 1.
    /// Throws Error(bad_input), naming the line or byte at fault, for a missing or non-finite
    /// number and for a file without rows.
    std::vector<Column> read(std::span<const std::size_t> wanted) const;
    /// Like read() above, but drops the rows of a `.csv` that lack a number, and counts these rows
    /// in `missing`.
    std::vector<Column> read(std::span<const std::size_t> wanted, MissingNumbers& missing) const;

private:
    std::vector<Column> read_ply(std::span<const std::size_t> wanted) const;
    std::vector<Column> read_csv(std::span<const std::size_t> wanted,
                                 MissingNumbers* missing) const;

    InputFile file_;
    bool is_ply_;
    bool has_names_ = false;  ///< true if the first row of a `.csv` has names
    std::vector<std::string> names_;
};

}  // namespace glint
