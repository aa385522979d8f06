// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/// What the rows of bench/arrays do, each as a loop written by hand in C++ with OpenMP (see
/// bench/openmp). Results are the same but for rounding.
namespace glint::bench::openmp {

/// The data of one row, side by side in C's order.
struct Problem {
    std::size_t count = 0;              ///< of elements of a large array
    std::size_t rows = 0, columns = 0;  ///< of two dimensions, where the row has them
    const void* const* in = nullptr;
    void* out = nullptr;
    void* scratch = nullptr;  ///< of as many bytes as the row asks for
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

// The parts of the table, each beside its functions.
std::span<const Row> expression_rows();
std::span<const Row> layout_rows();
std::span<const Row> random_rows();
std::span<const Row> reduction_rows();
std::span<const Row> scan_rows();
std::span<const Row> sort_rows();

extern "C" {

/// What does the row of this name; null if nothing does.
Run* openmp_array_row(const char* name);
}

}  // namespace glint::bench::openmp
