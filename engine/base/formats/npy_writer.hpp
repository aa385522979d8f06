// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <glint/base/formats/npy_header.hpp>
#include <glint/base/formats/saved_array.hpp>

namespace glint {

/// What stands before the numbers of a version 1 file in C's order; `description` is the type as
/// Python writes it: "'<f4'", or "[('where', '<f4', (2,)), ('kind', '<i4')]".
std::string npy_header(std::span<const std::size_t> shape, const std::string& description);

/// How NumPy calls numbers of the type; of 4 bytes for bfloat16, which it does not have.
NpyType npy_type_of(ScalarType type) noexcept;

/// The type of the array's elements, as npy_header() takes it.
std::string npy_description(const SavedArray& array);

/// Writes an array as `.npy`: vectors are one dimension more than `shape`, which holds
/// `array.count` elements, structs are a structured type with what lies between their members, and
/// bfloat16 is float32. A file has neither label nor unit.
void write_npy(const SavedArray& array, std::span<const std::size_t> shape, const ByteSink& sink);

}  // namespace glint
