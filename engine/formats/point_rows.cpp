// SPDX-License-Identifier: MIT
#include <glint/formats/point_rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/binary_point_rows.hpp>
#include <glint/formats/csv_row.hpp>
#include <glint/formats/npy_header.hpp>
#include <glint/formats/ply_point_rows.hpp>
#include <glint/formats/text_point_rows.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeaderBytes = std::size_t{4} << 20;  // longer than any real header
constexpr std::array<std::string_view, 6> kEndings{".ply", ".csv", ".xyz", ".txt", ".pts", ".npy"};

std::string ending_of(const fs::path& path) { return text::lower_case(path.extension().string()); }

std::string operation_on(const fs::path& path) {
    return fmt::format("read points from '{}'", path.string());
}

/// Returns the first bytes of the file, enough for any header.
InputFile head_of(const fs::path& path) {
    FilePieces file(path);
    return InputFile::of_content(operation_on(path),
                                 std::string(file.at_least(kHeaderBytes).substr(0, kHeaderBytes)));
}

void require_places(const fs::path& path, const std::vector<std::string>& names) {
    for (const char* const axis : {"x", "y", "z"})
        if (std::ranges::none_of(
                names, [&](const std::string& name) { return text::lower_case(name) == axis; }))
            throw Error(
                ErrorCode::bad_input, operation_on(path),
                fmt::format(
                    "the columns x, y and z are required, but the file has {}",
                    names.empty() ? "no columns" : fmt::format("only {}", fmt::join(names, ", "))));
}

class PlyRows {
public:
    explicit PlyRows(const fs::path& path)
        : path_(path),
          head_(head_of(path)),
          lines_(LineReader::with_ends_of_first(head_.content())) {
        header_ = parse_ply_header(head_, lines_);
        points_ = header_.elements.begin() + (&header_.vertices(head_) - header_.elements.data());
        require_places(path, points_->number_names());
    }

    std::unique_ptr<PointRows> open() const {
        if (header_.encoding == PlyEncoding::ascii) {
            if (!has_row_in_first_line()) return std::make_unique<PlyPointRows>(path_);
            return std::make_unique<TextPointRows>(path_, lines_.offset(), lines_.number() + 1,
                                                   *points_);
        }
        return std::make_unique<BinaryPointRows>(
            path_, BinaryLayout{.begin = lines_.offset(),
                                .before = {header_.elements.begin(), points_},
                                .points = *points_,
                                .order = header_.encoding == PlyEncoding::binary_little_endian
                                             ? ByteOrder::little
                                             : ByteOrder::big});
    }

    std::vector<std::string> other_elements() const {
        std::vector<std::string> found;
        for (const PlyElement& element : header_.elements)
            if (&element != &*points_ && element.count > 0)
                found.push_back(fmt::format("{} of '{}'", element.count, element.name));
        return found;
    }

private:
    /// Returns true if the first line of a text body is exactly one vertex, as in most files.
    bool has_row_in_first_line() const {
        const bool are_first = std::all_of(header_.elements.begin(), points_,
                                           [](const PlyElement& each) { return each.count == 0; });
        const bool has_lists = points_->number_names().size() < points_->properties.size();
        if (!are_first || has_lists) return false;
        LineReader lines = lines_;
        lines.accept_any_ends();
        std::vector<std::string_view> words;
        for (auto line = lines.next(); line && words.empty(); line = lines.next())
            text::split_words(*line, words);
        return words.empty() || words.size() == points_->properties.size();
    }

    fs::path path_;
    InputFile head_;
    LineReader lines_;
    PlyHeader header_;
    std::vector<PlyElement>::const_iterator points_;
};

NumberType checked_point_type(const fs::path& path, const NpyType& type) {
    if (const auto number = number_type_of(type)) return *number;
    throw Error(ErrorCode::bad_input, operation_on(path),
                fmt::format("elements of type {} are not supported. Use integers or floats",
                            to_string(type)));
}

/// Throws Error(bad_input) for an array with more columns than a text table may have. Also throws
/// it for a truncated array in Fortran order, because its columns would start at wrong offsets.
void check_layout(const InputFile& head, const NpyHeader& header, std::uint64_t file_bytes) {
    const std::size_t rows = header.shape[0], columns = header.shape[1];
    if (columns > kMaxCsvColumns)
        head.fail(fmt::format("the array has more than {} columns", kMaxCsvColumns));
    const std::uint64_t there =
        (file_bytes - std::min<std::uint64_t>(file_bytes, header.data_offset)) /
        header.type.size_bytes;
    if (header.fortran_order && rows > there / columns)
        head.fail(fmt::format("the file has only {}, too few for shape ({}) in Fortran order",
                              text::counted(there, "value"), fmt::join(header.shape, ", ")));
}

std::unique_ptr<PointRows> open_npy(const fs::path& path) {
    const InputFile head = head_of(path);
    const NpyHeader header = parse_npy_header(head);
    if (header.shape.size() != 2 || header.shape[1] < 3 || header.shape[0] == 0)
        head.fail(fmt::format("expected shape (points, 3) or more columns, found ({})",
                              fmt::join(header.shape, ", ")));
    const NumberType type = checked_point_type(path, header.type);
    check_layout(head, header, FilePieces(path).size_bytes());
    PlyElement points{.name = "point", .count = header.shape[0], .properties = {}};
    for (std::size_t i = 0; i < header.shape[1]; ++i)
        points.properties.push_back(
            {i < 3 ? std::string(1, "xyz"[i]) : fmt::format("column_{}", i + 1), type, {}});
    return std::make_unique<BinaryPointRows>(path,
                                             BinaryLayout{.begin = header.data_offset,
                                                          .points = std::move(points),
                                                          .order = header.order,
                                                          .is_by_columns = header.fortran_order});
}

}  // namespace

void PointRows::note_if_too_large(double value, float stored, std::uint64_t row,
                                  std::size_t column) {
    if (std::isfinite(stored) || !std::isfinite(value)) return;
    if (faults_.too_large++ == 0)
        faults_.first_too_large =
            fmt::format("{1} = {2} of point {0}", row + 1, columns_[column].name, value);
}

bool is_point_file(const fs::path& path) {
    return std::ranges::find(kEndings, ending_of(path)) != kEndings.end();
}

std::vector<std::string> PointRows::column_names() const {
    std::vector<std::string> names;
    for (const PointColumn& column : columns()) names.push_back(column.name);
    return names;
}

std::unique_ptr<PointRows> open_point_rows(const fs::path& path) {
    if (!is_point_file(path))
        throw Error(ErrorCode::unsupported, operation_on(path),
                    fmt::format("the extension '{}' is not supported. Use one of {}",
                                ending_of(path), fmt::join(kEndings, ", ")));
    std::unique_ptr<PointRows> rows;
    if (ending_of(path) == ".ply") {
        const PlyRows ply(path);
        rows = ply.open();
        rows->leave_out(ply.other_elements());
    } else if (ending_of(path) == ".npy")
        rows = open_npy(path);
    else
        rows = std::make_unique<TextPointRows>(path);
    require_places(path, rows->column_names());
    if (rows->count() == 0)
        throw Error(ErrorCode::bad_input, operation_on(path), "the file has no points");
    return rows;
}

}  // namespace glint
