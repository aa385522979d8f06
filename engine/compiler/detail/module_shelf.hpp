#pragma once

#include <optional>
#include <string>

#include <glint/compiler/detail/build.hpp>

namespace glint::compiler {

/// What was kept of a source, by its key in the disk cache; nothing if nothing was.
std::optional<Build> find_kept(const Device& device, const std::string& key);

/// Keeps it if a KeptModules of the device lives and the module has no variables.
void keep(const Device& device, const std::string& key, const Build& build);

}  // namespace glint::compiler
