// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/line_reader.hpp>
#include <glint/formats/number_type.hpp>

namespace glint {

/// A number, or a list of numbers, in each row of an element.
struct PlyProperty {
    std::string name;
    NumberType type = NumberType::float32;
    std::optional<NumberType> length_type;  ///< for a list: type of its stored length
};

/// A table in the file, such as "vertex" or "face".
struct PlyElement {
    std::string name;
    std::uint64_t count = 0;  ///< number of rows that the header claims
    std::vector<PlyProperty> properties;

    /// Returns the index in `properties` of the number called `wanted`. Returns nullopt if that
    /// property is missing or is a list.
    std::optional<std::size_t> find_number(std::string_view wanted) const;
    /// Returns the index in `properties` of the list of vertex indices in a "face" or "tristrips":
    /// the list "vertex_indices" or "vertex_index", or else the only list of whole numbers. Returns
    /// nullopt if the element lacks such a list.
    std::optional<std::size_t> find_corners() const;
    /// Returns the names of the properties that are numbers, not lists.
    std::vector<std::string> number_names() const;
};

enum class PlyEncoding { ascii, binary_little_endian, binary_big_endian };

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::vector<PlyElement> elements;

    /// Returns the element "vertex". Throws Error(bad_input) if it is missing or empty.
    const PlyElement& vertices(const InputFile& file) const;
};

/// Reads the header, including "end_header". Throws Error(bad_input) naming the line at fault.
PlyHeader parse_ply_header(const InputFile& file, LineReader& lines);

}  // namespace glint
