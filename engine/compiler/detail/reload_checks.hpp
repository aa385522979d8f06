// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>
#include <glint/driver/detail/kernel_slot.hpp>

/// Checks that the host can continue with reloaded code. The names that the host requests and the
/// arguments that it passes are fixed at compile time, except for the structs that it updates.
namespace glint::compiler {

/// The sizes of a parameter struct that the host updates, before and after the reload.
struct Redeclared {
    std::size_t old_bytes = 0;
    ParameterSet fresh{};
};
using RedeclaredStructs = std::map<std::string, Redeclared, std::less<>>;  // keyed by struct name

/// Throws Error(not_found) if `fresh` lacks a parameter that was requested from `used` by name, and
/// Error(invalid_argument) if such a parameter has fewer components. `source` is the name of the
/// reloaded source.
void check_names(std::string_view source, const ParameterSet& used, const ParameterSet& fresh);

/// Throws Error(invalid_argument) if `fresh`, the new version of the kernel `expression`, does not
/// accept the arguments that the host passes to the kernel in `slot`.
void check_arguments(std::string_view source, std::string_view expression,
                     const detail::KernelSlot& slot, const driver::KernelInfo& fresh,
                     const RedeclaredStructs& structs);

}  // namespace glint::compiler
