// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include <glint/cpu/codegen/image.hpp>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// The kernels of a prepared module whose results may depend on the order in which threads come,
/// by their symbols, and why; see compiler::Binary::unordered_kernels.
std::map<std::string, std::string> unordered_kernels(const llvm::Module& module,
                                                     const std::vector<KernelRecord>& kernels);

}  // namespace glint::cpu
