// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/device.hpp>

namespace glint::compiler {

/// While one of a device lives, code that was loaded on it stays there: who builds the same source
/// again gets the same module, whose kernels are loaded already. For programs that make simulations
/// one after another. Code that has variables is loaded anew each time, since they begin with their
/// values.
class KeptModules {
public:
    explicit KeptModules(const Device& device);
    ~KeptModules();
    KeptModules(const KeptModules&) = delete;
    KeptModules& operator=(const KeptModules&) = delete;

private:
    Device device_;
};

}  // namespace glint::compiler
