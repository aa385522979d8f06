// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/number_type.hpp>

namespace glint {

/// A named column of numbers from a file.
struct Column {
    NumberType type = NumberType::float64;  ///< as stored; for text files see ColumnFile
    std::vector<double> values{};
};

/// Rows that were dropped from a table because a number is missing: the field is empty or a
/// placeholder ("nan", "na", "n/a", "null", "none", "-", "--" in any case).
struct MissingNumbers {
    struct OfColumn {
        std::size_t count = 0;
        std::size_t first_line = 0;
    };
    std::size_t rows = 0;             ///< number of dropped rows
    std::size_t of = 0;               ///< total number of rows
    std::vector<OfColumn> columns{};  ///< in the requested order

    /// "3 of 1000 rows are skipped because of missing numbers: 2 in 'x' (first in line 17),
    /// 1 in 'mass' (first in line 40)".
    std::string message(std::span<const std::string> names) const;
};

/// A file of named columns: the vertices of a `.ply` (see ply.hpp), or the rows of a `.csv`, whose
/// names come from a first row without numbers. The first three columns of a `.csv` without names
/// are x, y and z. Its numbers are float64, except for columns that a comment line before the names
/// declares as uint8, as in "# red green blue: Colour, uint8".
class ColumnFile {
public:
    /// Reads the file; its extension, in any case, selects the format. Throws Error(unsupported)
    /// for other extensions, Error(bad_input), naming the line at fault, and whatever `read_text`
    /// throws.
    explicit ColumnFile(const std::filesystem::path& path);

    /// Names of the numeric columns; a `.csv` also lists its other columns.
    const std::vector<std::string>& names() const noexcept { return names_; }

    /// Reads the columns at these indices of names(). All have the same length, at least 1. Throws
    /// Error(bad_input), naming the line or byte at fault, for a missing or non-finite number and
    /// for a file without rows.
    std::vector<Column> read(std::span<const std::size_t> wanted) const;
    /// Like read() above, but drops rows of a `.csv` with a missing number and counts them in
    /// `missing`.
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
