// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/line_reader.hpp>
#include <glint/formats/number_type.hpp>
#include <glint/formats/ply_header.hpp>

namespace glint {

/// One row of an element.
struct PlyRow {
    std::vector<double> numbers;  ///< one number per property; 0 for a list
    std::vector<double> list;     ///< the requested list
};

/// The rows of a text file's body. The format allows rows that span several lines, and lines with
/// several rows. If the file has such rows, finish() checks that the header's counts match the rest
/// of the data.
class PlyTextRows {
public:
    /// `lines` must be positioned after the header.
    PlyTextRows(const InputFile& file, LineReader lines) : file_(file), lines_(lines) {}

    void skip(const PlyElement& element);
    /// Reads row `index`. Stores the numbers of the list property with index `list` in `row.list`.
    void read(const PlyElement& element, std::size_t index, PlyRow& row,
              std::optional<std::size_t> list = std::nullopt);
    /// Call this after the last row that is needed. `rest` are the elements after that row. If some
    /// row was not exactly one line, also reads these elements. It then throws Error(bad_input)
    /// unless the last row of `rest` ends at the end of the file.
    void finish(std::span<const PlyElement> rest);

    /// Throws Error(bad_input) naming the line read last.
    [[noreturn]] void fail(std::string_view reason) const;

private:
    /// The first row that is not exactly one line: the row's line, its number of words, and the
    /// number of words found in that line.
    struct Uneven {
        std::size_t line = 0, expected = 0, found = 0;
    };

    std::string_view next_word(const PlyElement& element, std::size_t index);
    bool next_line();
    void begin_row(const PlyElement& element);
    std::size_t list_length(std::string_view word);
    void note_uneven(std::size_t found);
    double number(const PlyProperty& property, std::string_view word) const;
    [[noreturn]] void fail_uneven() const;

    const InputFile& file_;
    LineReader lines_;
    std::vector<std::string_view> words_;  // words of the current line
    std::size_t word_ = 0;                 // index of the next unread word
    // The current row: its number of words, its first line, and the number of words that this line
    // contains from the start of the row on.
    std::size_t row_words_ = 0, row_line_ = 0, row_line_words_ = 0;
    std::optional<Uneven> uneven_;
};

/// The rows of a binary body.
class PlyBinaryRows {
public:
    PlyBinaryRows(const InputFile& file, std::size_t offset, ByteOrder order)
        : file_(file), order_(order), row_(offset), at_(offset) {}

    void skip(const PlyElement& element);
    void read(const PlyElement& element, std::size_t index, PlyRow& row,
              std::optional<std::size_t> list = std::nullopt);
    void finish(std::span<const PlyElement>) {}  ///< ignores data after the elements

    /// Throws Error(bad_input) naming the byte at which the current row starts.
    [[noreturn]] void fail(std::string_view reason) const;

private:
    [[noreturn]] void fail_inside(const PlyElement& element, std::size_t index) const;
    void require_bytes(const PlyElement& element, std::size_t index, double size_bytes) const;
    double number(const PlyElement& element, std::size_t index, NumberType type);
    std::size_t list_length(const PlyElement& element, std::size_t index, const PlyProperty& list);

    const InputFile& file_;
    ByteOrder order_;
    std::size_t row_;
    std::size_t at_;
};

/// Calls `use(rows)` with the rows of the file's body. `lines` must be at the end of the header.
template <class Use>
auto with_ply_rows(const InputFile& file, const PlyHeader& header, const LineReader& lines,
                   const Use& use) {
    if (header.encoding == PlyEncoding::ascii) {
        LineReader text = lines;
        text.accept_any_ends();
        PlyTextRows rows(file, text);
        return use(rows);
    }
    const bool is_little = header.encoding == PlyEncoding::binary_little_endian;
    PlyBinaryRows rows(file, lines.offset(), is_little ? ByteOrder::little : ByteOrder::big);
    return use(rows);
}

/// Calls `use(rows, index, row)` for each row of `element`, which must be one of the header's
/// elements. `lines` must be at the end of the header.
template <class Use>
void read_ply_element(const InputFile& file, const PlyHeader& header, const LineReader& lines,
                      const PlyElement& element, const Use& use) {
    const std::span<const PlyElement> elements(header.elements);
    const auto place = static_cast<std::size_t>(&element - elements.data());
    with_ply_rows(file, header, lines, [&](auto& rows) {
        for (const PlyElement& before : elements.first(place)) rows.skip(before);
        PlyRow row;
        for (std::size_t i = 0; i < element.count; ++i) {
            rows.read(element, i, row);
            use(rows, i, row);
        }
        rows.finish(elements.subspan(place + 1));
    });
}

}  // namespace glint
