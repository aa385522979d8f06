// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>
#include <glint/driver/detail/kernel_slot.hpp>

/// Whether the host can go on with new code. What it asks for and launches with stays as it was
/// compiled; all but the structs that it brings up to date.
namespace glint::compiler {

/// A parameter struct that the host brings up to date, before and after the reload.
struct Redeclared {
    std::size_t old_bytes = 0;
    ParameterSet fresh{};
};
using RedeclaredStructs = std::map<std::string, Redeclared, std::less<>>;  // by name

/// Throws Error(not_found) if `fresh` lacks a parameter that `used` was asked for by name, and
/// Error(invalid_argument) if one has fewer components. `source` is what is reloaded.
void check_names(std::string_view source, const ParameterSet& used, const ParameterSet& fresh);

/// Throws Error(invalid_argument) if `fresh`, the kernel called `expression`, takes other arguments
/// than the host gives the one in `slot`.
void check_arguments(std::string_view source, std::string_view expression,
                     const detail::KernelSlot& slot, const driver::KernelInfo& fresh,
                     const RedeclaredStructs& structs);

}  // namespace glint::compiler
