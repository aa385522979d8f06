// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint {

/// Takes the bytes of a file in their order, a part at a time.
using ByteSink = std::function<void(std::span<const std::byte>)>;
void send_text(const ByteSink& sink, std::string_view text);

/// Elements on the host that are to be written to a file: numbers, vectors, or structs of these.
struct SavedArray {
    /// One number or vector of each element.
    struct Part {
        std::string name{};  ///< in a struct
        ScalarType type = ScalarType::f32;
        unsigned components = 1;
        std::size_t offset = 0;  ///< bytes from the element's start
    };
    std::string name;
    std::string label{};  ///< for people; may be empty
    std::string unit{};   ///< empty for a plain number
    std::vector<Part> parts;
    bool is_struct = false;
    std::size_t element_bytes = 0;
    std::size_t count = 0;
    const std::byte* data = nullptr;

    /// "level", or "agent.where" for a part of a struct.
    std::string name_of(const Part& part) const;
    /// "Level (m)", or "" without a label.
    std::string description() const;
};

/// One number or vector of each row of a file.
struct RowPart {
    const std::byte* data = nullptr;
    std::size_t stride_bytes = 0;  ///< from that of one row to that of the next
    ScalarType type = ScalarType::f32;
    unsigned components = 1;
    ScalarType stored = ScalarType::f32;  ///< `type`, widened(type), or f32 for 16 bits

    std::size_t stored_bytes() const { return components * size_of(stored); }
};

/// The type that formats without half, bfloat16 and bool have for such numbers, which holds each of
/// them exactly: float for the former, uint8 for the latter.
ScalarType widened(ScalarType type) noexcept;

/// A part's numbers, to be stored as widened().
RowPart row_part(const SavedArray& array, const SavedArray::Part& part);

/// Sends the parts of each row side by side. Where they lie like that already, all goes at once.
void write_rows(std::span<const RowPart> parts, std::size_t rows, const ByteSink& sink);

}  // namespace glint
