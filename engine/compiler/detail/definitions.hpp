// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/module_options.hpp>

namespace glint::compiler {

/// Returns the symbols that PTX defines for linking: ".visible" kernels, functions and variables.
std::vector<std::string> definitions_in_ptx(std::string_view ptx);

/// Throws Error(compile), naming the symbol and both parts, if two cubins or PTX texts among
/// `parts` define the same symbol. nvJitLink 13.0 does not report this as an error: it prints the
/// conflict to stderr, and then uses one of the definitions or crashes. (For LTO-IR, nvJitLink
/// itself reports conflicts. A library cannot conflict, because only its symbols that are still
/// missing are linked.)
void check_definitions(std::span<const driver::LinkPart> parts, const std::string& operation);

}  // namespace glint::compiler
