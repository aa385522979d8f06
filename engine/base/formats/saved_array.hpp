// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint {

/// Receives the bytes of a file in order, in chunks.
using ByteSink = std::function<void(std::span<const std::byte>)>;
void send_text(const ByteSink& sink, std::string_view text);

/// Host elements to be written to a file: numbers, vectors, or structs of these.
struct SavedArray {
    /// A number or vector in each element.
    struct Part {
        std::string name{};  ///< member name; only in a struct
        ScalarType type = ScalarType::f32;
        unsigned components = 1;
        std::size_t offset = 0;  ///< bytes from the element's start
    };
    std::string name;
    std::string label{};  ///< display name; may be empty
    std::string unit{};   ///< empty for a plain number
    std::vector<Part> parts;
    bool is_struct = false;
    std::size_t element_bytes = 0;
    std::size_t count = 0;
    const std::byte* data = nullptr;

    /// Returns "level", or "agent.where" for a part of a struct.
    std::string name_of(const Part& part) const;
    /// Returns "Level (m)", or "" without a label.
    std::string description() const;
};

/// A number or vector in each row of a file.
struct RowPart {
    const std::byte* data = nullptr;
    std::size_t stride_bytes = 0;  ///< distance from one row to the next
    ScalarType type = ScalarType::f32;
    unsigned components = 1;
    ScalarType stored = ScalarType::f32;  ///< `type`, widened(type), or f32 for 16 bits

    std::size_t stored_bytes() const { return components * size_of(stored); }
};

/// Returns a type that represents every value of `type` exactly, for formats without half, bfloat16
/// and bool: float for half and bfloat16, uint8 for bool.
ScalarType widened(ScalarType type) noexcept;

/// Returns a part's numbers, to be stored as widened().
RowPart row_part(const SavedArray& array, const SavedArray::Part& part);

/// Sends the parts of each row next to each other. Data that already has this layout is sent in one
/// call.
void write_rows(std::span<const RowPart> parts, std::size_t rows, const ByteSink& sink);

}  // namespace glint
