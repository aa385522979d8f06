// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/device.hpp>

namespace glint::compiler {

/// While a LoadedModules exists, code that is loaded on its device stays loaded. If a program
/// builds the same source again, it gets the same module, with its loaded kernels. Intended for
/// programs that create one simulation after another. Code with variables is loaded again for each
/// build, because variables must start with their initial values.
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
