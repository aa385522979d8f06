// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::studio {

/// Reverses the order of the rows of an array. Elements are stored with x fastest. If the array has
/// several layers, reverses each layer. The size must be a multiple of `row_bytes * rows`.
void flip_rows(std::span<std::byte> elements, std::size_t row_bytes, std::size_t rows);

}  // namespace glint::studio
