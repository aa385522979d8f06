// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>
#include <glint/driver/detail/kernel_slot.hpp>

/// Checks whether the host program can continue with reloaded code. The host program is not
/// compiled again, so it requests the same names and passes the same arguments as before. Only the
/// structs that it updates after a reload may change.
namespace glint::compiler {

/// A parameter struct that the host updates: its size before the reload, and the new struct.
struct Redeclared {
    std::size_t old_bytes = 0;
    ParameterSet fresh{};
};
using RedeclaredStructs = std::map<std::string, Redeclared, std::less<>>;  // by struct name

/// Throws Error(not_found) if `fresh` lacks a parameter that was requested by name from `used`.
/// Throws Error(invalid_argument) if such a parameter has fewer components. `source` is the name of
/// the reloaded source.
void check_names(std::string_view source, const ParameterSet& used, const ParameterSet& fresh);

/// Throws Error(invalid_argument) if `fresh` does not accept the arguments that the host passes to
/// the kernel in `slot`. `fresh` is the reloaded kernel, and `expression` is its name.
void check_arguments(std::string_view source, std::string_view expression,
                     const detail::KernelSlot& slot, const driver::KernelInfo& fresh,
                     const RedeclaredStructs& structs);

}  // namespace glint::compiler
