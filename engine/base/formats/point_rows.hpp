// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <glint/base/formats/number_type.hpp>

namespace glint {

/// Numbers of one name, one for each point.
struct PointColumn {
    std::string name;
    NumberType type = NumberType::float64;  ///< as the file has them; of text always this
    /// Of the file's first rows: the first number that is finite, and the greatest.
    double first = std::numeric_limits<double>::quiet_NaN();
    double greatest = 0;
};

/// Rows that follow each other, as columns.
struct PointBlock {
    std::size_t rows = 0;
    std::vector<std::vector<float>> columns;  ///< those that were asked for; NaN: none is there
};

/// What of a file was no row of numbers, as far as it was read.
struct RowFaults {
    std::uint64_t rows = 0;         ///< that have a word, or nothing, where a number ought to be
    std::string first{};            ///< of these, as "line 12: 'abc' is not a number"
    std::uint64_t too_large = 0;    ///< numbers of a binary file that are finite, but not as floats
    std::string first_too_large{};  ///< of these, as "point 12: heat is 1e+300"
    std::uint64_t missing = 0;      ///< rows that its header promises, behind its end
};

/// The points of a file, which is read in blocks: never more than a few megabytes of it are in
/// memory, however large it is.
class PointRows {
public:
    /// A column, and what is taken from its numbers before they become floats: places of maps are
    /// too large for those.
    struct Wanted {
        std::size_t column = 0;
        double less = 0;
    };

    virtual ~PointRows() = default;

    const std::vector<PointColumn>& columns() const noexcept { return columns_; }
    /// How many rows there are, bad ones among them.
    std::uint64_t count() const noexcept { return count_; }
    /// What there is besides points and is left out: "12 of 'face'", "the lists
    /// 'neighbours'".
    const std::vector<std::string>& left_out() const noexcept { return left_out_; }
    /// The names of the columns of a text table that are words, not numbers: these are not among
    /// columns().
    const std::vector<std::string>& of_words() const noexcept { return of_words_; }
    void leave_out(const std::vector<std::string>& more) {
        left_out_.insert(left_out_.end(), more.begin(), more.end());
    }

    /// Goes to the first row.
    virtual void start(std::vector<Wanted> wanted) = 0;
    /// The next rows; false, with none, at the end. Throws Error(io).
    virtual bool next(PointBlock& block) = 0;
    /// How much of the file has been read since start(), from 0 to 1.
    virtual double progress() const noexcept = 0;
    /// Of the rows since start().
    const RowFaults& faults() const noexcept { return faults_; }

protected:
    /// Counts `value`, number of `column` of the point at index `row`, if it is finite and `stored`
    /// is not.
    void note_if_too_large(double value, float stored, std::uint64_t row, std::size_t column);

    std::vector<PointColumn> columns_;
    std::uint64_t count_ = 0;
    std::vector<std::string> left_out_;
    std::vector<std::string> of_words_;
    RowFaults faults_;
};

/// Opens, by the path's extension in any case,
///
///   .ply        the element "vertex", binary of either byte order, or text
///   .csv .xyz   text tables, of the separators that csv_row.hpp tells, with a first row of names
///   or .txt .pts   without: then the columns are x, y, z; three whole numbers up to 255 behind
///   them
///               are red, green, blue, and three others of length 1 nx, ny, nz; the rest is
///               column_7, say. Rows that start with '#', and one number alone in the first, are
///               passed over. Columns of words have none here.
///   .npy        an array of (points, 3) or more numbers: x, y, z, column_4 ...
///
/// Text is read once to count its rows. Rows with bad or missing numbers, and what lies behind a
/// file's end, are no error: see faults(). Throws Error(unsupported) for other extensions,
/// Error(bad_input) for a file without points or with a header at fault, and what FilePieces does.
std::unique_ptr<PointRows> open_point_rows(const std::filesystem::path& path);

/// Whether open_point_rows() knows the extension.
bool is_point_file(const std::filesystem::path& path);

}  // namespace glint
