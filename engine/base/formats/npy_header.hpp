#pragma once

#include <cstddef>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/number_type.hpp>

namespace glint {

/// NumPy's own limit, up to its version 1.
inline constexpr std::size_t kMaxNpyDimensions = 32;

/// What stands before the numbers of a `.npy` file.
struct NpyHeader {
    NumberType type = NumberType::float32;
    ByteOrder order = ByteOrder::little;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
    std::size_t data_offset = 0;  ///< bytes from the start of the file
};

/// Throws Error(bad_input) naming the byte at fault.
NpyHeader parse_npy_header(const InputFile& file);

}  // namespace glint
