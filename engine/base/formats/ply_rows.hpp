#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/line_reader.hpp>
#include <glint/base/formats/number_type.hpp>
#include <glint/base/formats/ply_header.hpp>

namespace glint {

/// The rows of an ascii body, one per line.
class PlyTextRows {
public:
    /// `lines` stands behind the header.
    PlyTextRows(const InputFile& file, LineReader lines) : file_(file), lines_(lines) {}

    void skip(const PlyElement& element);

    /// Reads row `index`: `numbers[i]` of each property that is no list.
    void read(const PlyElement& element, std::size_t index, std::vector<double>& numbers);

    /// Throws Error(bad_input) naming the line read last.
    [[noreturn]] void fail(std::string_view reason) const;

private:
    std::string_view next_line(const PlyElement& element, std::size_t index);
    std::size_t expected_words(const PlyElement& element) const;
    double number(const PlyProperty& property, std::string_view word) const;

    const InputFile& file_;
    LineReader lines_;
    std::vector<std::string_view> words_;
};

/// The rows of a binary body.
class PlyBinaryRows {
public:
    PlyBinaryRows(const InputFile& file, std::size_t offset, ByteOrder order)
        : file_(file), order_(order), row_(offset), at_(offset) {}

    void skip(const PlyElement& element);
    void read(const PlyElement& element, std::size_t index, std::vector<double>& numbers);

    /// Throws Error(bad_input) naming the byte where the row read last starts.
    [[noreturn]] void fail(std::string_view reason) const;

private:
    [[noreturn]] void fail_inside(const PlyElement& element, std::size_t index) const;
    void require_bytes(const PlyElement& element, std::size_t index, double size_bytes) const;
    double number(const PlyElement& element, std::size_t index, NumberType type);
    void skip_list(const PlyElement& element, std::size_t index, const PlyProperty& list);

    const InputFile& file_;
    ByteOrder order_;
    std::size_t row_;
    std::size_t at_;
};

}  // namespace glint
