// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>
#include <glint/driver/detail/kernel_slot.hpp>

/// Checks whether the host can continue with reloaded code. What the host requests and the
/// arguments it launches with are fixed at compile time, except for the structs that it updates.
namespace glint::compiler {

/// A parameter struct that the host updates, before and after the reload.
struct Redeclared {
    std::size_t old_bytes = 0;
    ParameterSet fresh{};
};
using RedeclaredStructs = std::map<std::string, Redeclared, std::less<>>;  // by name

/// Throws Error(not_found) if `fresh` lacks a parameter that was requested from `used` by name, and
/// Error(invalid_argument) if one has fewer components. `source` is the reloaded source.
void check_names(std::string_view source, const ParameterSet& used, const ParameterSet& fresh);

/// Throws Error(invalid_argument) if `fresh`, the new version of the kernel `expression`, does not
/// take the arguments that the host passes to the one in `slot`.
void check_arguments(std::string_view source, std::string_view expression,
                     const detail::KernelSlot& slot, const driver::KernelInfo& fresh,
                     const RedeclaredStructs& structs);

}  // namespace glint::compiler
