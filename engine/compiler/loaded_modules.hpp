// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/device.hpp>

namespace glint::compiler {

/// While an instance exists, code that was loaded on a device stays loaded. Building the same
/// source again then returns the same module with its loaded kernels. Intended for programs that
/// create one simulation after another. Code with variables is always reloaded, because variables
/// must start with their initial values.
class LoadedModules {
public:
    explicit LoadedModules(const Device& device);
    ~LoadedModules();
    LoadedModules(const LoadedModules&) = delete;
    LoadedModules& operator=(const LoadedModules&) = delete;

private:
    Device device_;
};
using KeptModules [[deprecated("use LoadedModules")]] = LoadedModules;

}  // namespace glint::compiler
