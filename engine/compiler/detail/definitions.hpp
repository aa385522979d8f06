// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/module_options.hpp>

namespace glint::compiler {

/// Returns the symbols that PTX exports for linking: ".visible" kernels, functions and variables.
std::vector<std::string> definitions_in_ptx(std::string_view ptx);

/// Throws Error(compile), naming the symbol and both parts, if two cubins or PTX texts among
/// `parts` define the same symbol. This check is needed because nvJitLink 13.0 only prints the
/// conflict to stderr, then uses either definition or crashes. (It detects conflicts in LTO-IR, and
/// uses only missing symbols from libraries.)
void check_definitions(std::span<const driver::LinkPart> parts, const std::string& operation);

}  // namespace glint::compiler
