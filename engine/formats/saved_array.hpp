// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint {

/// A function that receives the bytes of a file, in order and in chunks.
using ByteSink = std::function<void(std::span<const std::byte>)>;
void send_text(const ByteSink& sink, std::string_view text);

/// Elements in host memory that are to be written to a file: numbers, vectors, or structs of these.
struct SavedArray {
    /// A number or vector that each element contains.
    struct Part {
        std::string name{};  ///< member name, if elements are structs
        ScalarType type = ScalarType::f32;
        unsigned components = 1;
        std::size_t offset = 0;  ///< bytes from the element's start
    };
    std::string name;
    std::string label{};  ///< display name; may be empty
    std::string unit{};   ///< empty for a dimensionless number
    std::vector<Part> parts;
    bool is_struct = false;
    std::size_t element_bytes = 0;
    std::size_t count = 0;
    const std::byte* data = nullptr;

    /// Returns the name of an array in the file: "level", or "agent.where" for a part of a struct.
    std::string name_of(const Part& part) const;
    /// Returns the label with the unit, "Level (m)". Returns "" if the label is empty.
    std::string description() const;
};

/// A number or vector that each row of a file contains.
struct RowPart {
    const std::byte* data = nullptr;
    std::size_t stride_bytes = 0;  ///< distance from one row to the next
    ScalarType type = ScalarType::f32;
    unsigned components = 1;
    ScalarType stored = ScalarType::f32;  ///< type in the file

    std::size_t stored_bytes() const { return components * size_of(stored); }
};

/// Returns a type for formats without half, bfloat16 and bool: float for half and bfloat16, uint8
/// for bool, and `type` itself otherwise. The result represents every value of `type` exactly.
ScalarType widened(ScalarType type) noexcept;

/// Returns the numbers of a part. The type in the file is widened(part.type).
RowPart row_part(const SavedArray& array, const SavedArray::Part& part);

/// Sends the rows one after another, each row as the concatenation of its parts. If the data
/// already has this layout, sends it in one call.
void write_rows(std::span<const RowPart> parts, std::size_t rows, const ByteSink& sink);

}  // namespace glint
