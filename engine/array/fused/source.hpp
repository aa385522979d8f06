// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/array/detail/line_reduction.hpp>
#include <glint/array/detail/source_writer.hpp>

namespace glint::detail {

/// The code of the device structs of an expression's reductions: Reduction0, Reduction1, ...
std::string reductions_source(std::span<const LineReduction> reductions);

/// Returns additional code for the namespace of an expression with reductions: the struct of all
/// results, and one struct per level that computes the level's reductions.
std::string levels_source(const SourceWriter& written);

}  // namespace glint::detail
