// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <glint/formats/number_type.hpp>

namespace glint {

/// A named column with one number per point.
struct PointColumn {
    std::string name;
    NumberType type = NumberType::float64;  ///< as stored in the file; float64 for text
    /// The first finite number and the greatest number in the rows at the start of the file.
    double first = std::numeric_limits<double>::quiet_NaN();
    double greatest = 0;
};

/// Consecutive rows, stored column by column.
struct PointBlock {
    std::size_t rows = 0;
    std::vector<std::vector<float>> columns;  ///< the requested columns; NaN for a missing number
};

/// Faults in the rows of a file that have been read so far.
struct RowFaults {
    std::uint64_t rows = 0;         ///< rows with an invalid number or too few or too many columns
    std::string first{};            ///< the first of these faults: "line 12: 'abc' is not a number"
    std::uint64_t too_large = 0;    ///< numbers in binary files that are finite, but overflow a
                                    ///< float
    std::string first_too_large{};  ///< the first of these numbers: "heat = 1e+300 of point 12"
    std::uint64_t missing = 0;      ///< rows that the header announces but the file lacks
};

/// The points of a file, read in blocks. Memory holds only a few megabytes of the file, regardless
/// of its size. Exception: PlyPointRows holds all points.
class PointRows {
public:
    /// A requested column, and an offset. The offset is subtracted from the column's numbers before
    /// they are converted to float. Map coordinates need it, because they are too large for float
    /// precision.
    struct Wanted {
        std::size_t column = 0;
        double less = 0;
    };

    virtual ~PointRows() = default;

    const std::vector<PointColumn>& columns() const noexcept { return columns_; }
    std::vector<std::string> column_names() const;
    /// Number of rows, including faulty ones.
    std::uint64_t count() const noexcept { return count_; }
    /// Content of the file that is not read, such as "12 of 'face'" or "the list property
    /// 'neighbors'".
    const std::vector<std::string>& left_out() const noexcept { return left_out_; }
    /// Names of the columns of a text table that contain words instead of numbers. columns() omits
    /// these columns.
    const std::vector<std::string>& of_words() const noexcept { return of_words_; }
    void leave_out(const std::vector<std::string>& more) {
        left_out_.insert(left_out_.end(), more.begin(), more.end());
    }

    /// Rewinds to the first row, to read the `wanted` columns.
    virtual void start(std::vector<Wanted> wanted) = 0;
    /// Reads the next rows into `block`. At the end of the file, returns false, and `block` has 0
    /// rows. Throws Error(io).
    virtual bool next(PointBlock& block) = 0;
    /// Fraction of the file that has been read since start(), from 0 to 1.
    virtual double progress() const noexcept = 0;
    /// Faults in the rows read since start().
    const RowFaults& faults() const noexcept { return faults_; }

protected:
    /// Counts a number that is finite, but overflows a float. `value` is the number in `column` of
    /// the point with index `row`, and `stored` is the float.
    void note_if_too_large(double value, float stored, std::uint64_t row, std::size_t column);

    std::vector<PointColumn> columns_;
    std::uint64_t count_ = 0;
    std::vector<std::string> left_out_;
    std::vector<std::string> of_words_;
    RowFaults faults_;
};

/// Opens a file of points. The extension selects the format; its case is ignored:
///
///   .ply        the element "vertex", binary of either byte order, or text
///   .csv .xyz   text tables with the separators of csv_row.hpp. The first row may hold names.
///   .txt .pts   Without names, the columns are x, y, z, and then: red, green, blue for three
///               whole numbers up to 255; nx, ny, nz for a vector of length 1; column_7 and so on
///               for all others. Skips rows that start with '#', a lone number in the first row,
///               and columns of words.
///   .npy        an array of (points, 3) or more numbers: x, y, z, column_4 ...
///
/// Opening a text file reads it once to count its rows. Rows with bad or missing numbers, and rows
/// missing at the end of the file, are not errors: see faults(). Throws Error(unsupported) for
/// other extensions, and Error(bad_input) for a file without points or with an invalid header. Also
/// throws the errors of FilePieces.
std::unique_ptr<PointRows> open_point_rows(const std::filesystem::path& path);

/// Returns true if open_point_rows() supports the extension.
bool is_point_file(const std::filesystem::path& path);

}  // namespace glint
