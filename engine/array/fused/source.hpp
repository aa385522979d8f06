// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/array/detail/line_reduction.hpp>
#include <glint/array/detail/source_writer.hpp>

namespace glint::detail {

/// The device structs of the reductions in an expression, Reduction0 and so on.
std::string reductions_source(std::span<const LineReduction> reductions);

/// What the text of such an expression has beside that of others, within its namespace: the
/// reductions' results and, for each level of them, how they are computed.
std::string levels_source(const SourceWriter& written);

}  // namespace glint::detail
