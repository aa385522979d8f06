// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/line_reader.hpp>
#include <glint/base/formats/number_type.hpp>

namespace glint {

/// A number, or a list of them, that each row of an element has.
struct PlyProperty {
    std::string name;
    NumberType type = NumberType::float32;
    std::optional<NumberType> length_type;  ///< of a list: what its length is stored as
};

/// A table of the file, such as "vertex" or "face".
struct PlyElement {
    std::string name;
    std::uint64_t count = 0;  ///< as the header claims
    std::vector<PlyProperty> properties;

    /// Where in `properties` the number `wanted` stands; nothing if it is missing or a list.
    std::optional<std::size_t> find_number(std::string_view wanted) const;
    /// Of "face" and "tristrips", the index in `properties` of the list of vertices; nothing if
    /// there is none. Its name is "vertex_indices" or "vertex_index", or it is the only list of
    /// whole numbers.
    std::optional<std::size_t> find_corners() const;
};

enum class PlyEncoding { ascii, binary_little_endian, binary_big_endian };

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::vector<PlyElement> elements;

    /// The element "vertex" with rows. Throws Error(bad_input) if there is none.
    const PlyElement& vertices(const InputFile& file) const;
};

/// Reads up to the line after "end_header". Throws Error(bad_input) naming the line at fault.
PlyHeader parse_ply_header(const InputFile& file, LineReader& lines);

}  // namespace glint
