// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/number_type.hpp>

namespace glint {

/// Maximum number of dimensions in NumPy before version 2.
inline constexpr std::size_t kMaxNpyDimensions = 32;

/// A NumPy data type.
struct NpyType {
    /// 'b' for a bool, 'i' and 'u' for integers, 'f', 'c' for a complex number, and 'V' for a
    /// record.
    char kind = 'f';
    std::size_t size_bytes = 4;

    friend bool operator==(const NpyType&, const NpyType&) = default;
};
/// Returns the type's name, such as "uint16" or "complex128".
std::string to_string(const NpyType& type);
/// Returns the type of elements that are single numbers; a bool becomes uint8. Returns nullopt for
/// complex numbers and records.
std::optional<NumberType> number_type_of(const NpyType& type) noexcept;

/// The header of a `.npy` file.
struct NpyHeader {
    NpyType type{};
    std::string spelled_type{};  ///< "<f4", or "[('where', '<f4', (2,)), ('kind', '<i4')]"
    std::size_t type_at = 0;     ///< byte offset of the type in the file
    ByteOrder order = ByteOrder::little;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
    std::size_t data_offset = 0;  ///< bytes from the start of the file
};

/// Parses the header of a file of plain numbers. Throws Error(bad_input), naming the byte at fault.
/// Rejects a file of records.
NpyHeader parse_npy_header(const InputFile& file);
/// Parses the header of a file of records. Leaves `size_bytes` at 0, because the file does not
/// state the size of a record.
NpyHeader parse_npy_record_header(const InputFile& file);

}  // namespace glint
