// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/compiler/detail/build.hpp>

namespace glint::compiler {

/// Returns true if the module has `__device__` or `__constant__` variables, or if it cannot list
/// them, as in the case of PTX.
bool may_have_variables(driver::Module& module);

/// Returns the loaded build with this key of the disk cache, or nullopt if it is not loaded.
std::optional<Build> find_loaded(const Device& device, const std::string& key);

/// Stores the build if a LoadedModules of this device exists and the module does not have
/// variables.
void keep(const Device& device, const std::string& key, const Build& build);

}  // namespace glint::compiler
