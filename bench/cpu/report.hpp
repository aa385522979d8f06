// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <bench/cpu/comparison.hpp>

namespace glint::bench {

/// The results of a run, with the machine and the compilers that produced these results.
struct Report {
    std::string processor;
    unsigned threads = 0;
    std::vector<std::string> compilers{};  ///< compilers of the references, in order
    std::vector<Comparison> lines{};
};

/// Returns the lines above the table: the processor, threads, compilers and column names. The best
/// reference, the ratio and the target refer to libraries with the same math flags as the kernels.
/// A separate column has the ratio to the best library with -ffast-math.
std::string heading(const Report& report);

/// Returns one line of the table.
std::string row(const Report& report, const Comparison& line);

/// Returns the lines below the table: the geometric mean of the ratios, the number of lines that
/// reach their target, and the headline. `report` must have at least one line.
std::string summary(const Report& report);

/// Returns the report of all libraries as JSON. Times are in milliseconds.
std::string to_json(const Report& report);

}  // namespace glint::bench
