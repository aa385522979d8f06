// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/npy_header.hpp>

namespace glint {

/// An array of any number of dimensions in C order (last index fastest), even if the file's order
/// differs.
struct NpyArray {
    std::vector<std::size_t> shape;  ///< empty for a single number
    std::vector<float> values;       ///< size is the product of `shape`
};

/// Reads NumPy's `.npy`, versions 1 to 3: floats of 16, 32 and 64 bits, integers of 8 to 64 bits
/// and booleans, in either byte order, in C or Fortran order. Returns 32-bit floats bit-exactly,
/// and other numbers as the nearest float; a double beyond float's range becomes an infinity.
/// Ignores data after the array, as NumPy does. Throws Error(bad_input), naming the byte at fault,
/// and the errors of `read_text`.
/// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
NpyArray read_npy(const std::filesystem::path& path);
NpyArray parse_npy(const InputFile& file);

/// The values of a file in the type that the file stores.
struct NpyElements {
    std::vector<std::size_t> shape;
    std::vector<std::byte> bytes;  ///< values in C order and the host's byte order
};

/// Reads values of `type`, in either byte order, in C or Fortran order. Throws Error(bad_input),
/// naming the byte at fault. If the file has another type, the error names both types.
NpyElements parse_npy_elements(const InputFile& file, const NpyType& type);

/// Reads records of `record_bytes` each. `description` lists their members in the form of
/// npy_description(). Throws Error(bad_input), naming the two descriptions, if the file's
/// description differs.
NpyElements parse_npy_records(const InputFile& file, const std::string& description,
                              std::size_t record_bytes);

/// Returns the content of a version 1 file of little-endian numbers in C order. Throws
/// Error(invalid_argument) if the size of `bytes` does not match `shape`.
std::string npy_file(std::span<const std::size_t> shape, const NpyType& type,
                     std::span<const std::byte> bytes);

/// Writes a version 1 file of little-endian 32-bit floats, atomically. Throws Error(io), or
/// Error(invalid_argument) if the size of `values` is not the product of `shape` or `shape` has
/// more than 32 dimensions.
void write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
               std::span<const float> values);

}  // namespace glint
