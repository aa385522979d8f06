// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/// The rows of the bench/arrays table, each as a hand-written loop in C++ with OpenMP (see
/// bench/openmp). Results equal glint's except for rounding.
namespace glint::bench::openmp {

/// The data of one row, contiguous in C order.
struct Problem {
    std::size_t count = 0;              ///< number of elements of a large array
    std::size_t rows = 0, columns = 0;  ///< for rows with two dimensions
    const void* const* in = nullptr;
    void* out = nullptr;
    void* scratch = nullptr;  ///< of the size that the row requests
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

// The sections of the table; each function is defined next to the rows it returns.
std::span<const Row> expression_rows();
std::span<const Row> layout_rows();
std::span<const Row> random_rows();
std::span<const Row> reduction_rows();
std::span<const Row> scan_rows();
std::span<const Row> sort_rows();

extern "C" {

/// Returns the function for the row with this name; null if there is none.
Run* openmp_array_row(const char* name);
}

}  // namespace glint::bench::openmp
