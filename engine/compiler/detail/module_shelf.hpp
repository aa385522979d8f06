// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/compiler/detail/build.hpp>

namespace glint::compiler {

/// Returns true if the module has `__device__` or `__constant__` variables. Also true if it cannot
/// list them, as for PTX.
bool may_have_variables(driver::Module& module);

/// Returns the loaded build with this disk cache key, or nullopt.
std::optional<Build> find_loaded(const Device& device, const std::string& key);

/// Stores the build if a LoadedModules of the device exists and the module has no variables.
void keep(const Device& device, const std::string& key, const Build& build);

}  // namespace glint::compiler
