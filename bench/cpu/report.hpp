// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <bench/cpu/comparison.hpp>

namespace glint::bench {

/// Results of a run, with the machine and the compilers that produced them.
struct Report {
    std::string processor;
    unsigned threads = 0;
    std::vector<std::string> compilers{};  ///< compilers of the references, in order
    std::vector<Comparison> lines{};
};

/// The lines above the table: the processor, threads, compilers and column names. The best
/// reference, the ratio and the target refer to libraries with the same math flags as the kernels.
/// A separate column has the ratio to the best library with -ffast-math.
std::string heading(const Report& report);

/// One line of the table.
std::string row(const Report& report, const Comparison& line);

/// The lines below the table: the geometric mean of the ratios, the number of lines that reach
/// their target, and the headline. `report` must have at least one line.
std::string summary(const Report& report);

/// The whole report as JSON, with times in milliseconds, including all libraries.
std::string to_json(const Report& report);

}  // namespace glint::bench
