// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <glint/formats/npy_header.hpp>
#include <glint/formats/saved_array.hpp>

namespace glint {

/// Returns the header of a version 1 file in C order. `description` is the type in Python's
/// notation: "'<f4'", or "[('where', '<f4', (2,)), ('kind', '<i4')]".
std::string npy_header(std::span<const std::size_t> shape, const std::string& description);

/// Returns NumPy's type for `type`. For bfloat16, which NumPy lacks, returns a 4-byte float.
NpyType npy_type_of(ScalarType type) noexcept;

/// Returns the element type of `array` as the `description` for npy_header().
std::string npy_description(const SavedArray& array);

/// Writes an array as `.npy`. The product of `shape` must be `array.count`. Vectors add a
/// dimension, structs become a structured type that includes the padding between members, and
/// bfloat16 becomes float32. The file stores neither the label nor the unit.
void write_npy(const SavedArray& array, std::span<const std::size_t> shape, const ByteSink& sink);

}  // namespace glint
