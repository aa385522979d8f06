// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/compiler/detail/build.hpp>

namespace glint::compiler {

/// Whether the module has `__device__` or `__constant__` variables, or does not tell, as PTX.
bool may_have_variables(driver::Module& module);

/// What was kept of a source, by its key in the disk cache; nothing if nothing was.
std::optional<Build> find_kept(const Device& device, const std::string& key);

/// Keeps it if a KeptModules of the device lives and the module has no variables.
void keep(const Device& device, const std::string& key, const Build& build);

}  // namespace glint::compiler
