// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <bench/cpu/comparison.hpp>

namespace glint::bench {

/// What was measured, where and with what.
struct Report {
    std::string processor;
    unsigned threads = 0;
    std::vector<std::string> compilers{};  ///< of the references, in their order
    std::vector<Comparison> lines{};
};

/// The lines over the table: the processor, the threads, the compilers, the columns. The best
/// reference, the ratio to it and its target are of those with the kernels' maths flags; another
/// column has the ratio to the best of those with -ffast-math.
std::string heading(const Report& report);

/// One line of the table.
std::string row(const Report& report, const Comparison& line);

/// The geometric mean of the ratios, how many lines reach their target, and the headline.
/// `report` has a line.
std::string summary(const Report& report);

/// All of it, times in milliseconds, the other libraries' too.
std::string to_json(const Report& report);

}  // namespace glint::bench
