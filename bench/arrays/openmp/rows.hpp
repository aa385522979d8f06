// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/// The rows of the table of bench/arrays: each row is a handwritten C++ function that uses OpenMP
/// (see bench/openmp). Results equal glint's except for rounding.
namespace glint::bench::openmp {

/// The data of a row. All arrays are contiguous, in C order.
struct Problem {
    std::size_t count = 0;              ///< number of elements of a large array
    std::size_t rows = 0, columns = 0;  ///< size of two-dimensional arrays
    const void* const* in = nullptr;
    void* out = nullptr;
    void* scratch = nullptr;  ///< extra memory, of the size that the row requests
};
using Run = void(const Problem&);

struct Row {
    std::string_view name;
    Run* run;
};

template <class T>
const T* input(const Problem& problem, std::size_t i = 0) {
    return static_cast<const T*>(problem.in[i]);
}
template <class T>
T* output(const Problem& problem) {
    return static_cast<T*>(problem.out);
}

// The sections of the table. Each function is defined in the file of the rows that it returns.
std::span<const Row> expression_rows();
std::span<const Row> layout_rows();
std::span<const Row> random_rows();
std::span<const Row> reduction_rows();
std::span<const Row> scan_rows();
std::span<const Row> sort_rows();

extern "C" {

/// Returns the function of the row with this name, or null if the row does not exist.
Run* openmp_array_row(const char* name);
}

}  // namespace glint::bench::openmp
