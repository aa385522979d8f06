// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/device.hpp>

namespace glint::compiler {

/// While an object exists, code that was loaded on its device stays loaded. If the same source is
/// built again, the same module is returned, with its loaded kernels. Intended for programs that
/// create one simulation after another. Code with variables is loaded again each time, because
/// variables must start with their initial values.
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
