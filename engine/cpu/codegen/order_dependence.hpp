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

/// Finds the kernels of a prepared module whose results may depend on the order of threads. Returns
/// a map from the symbol of each such kernel to the reason; see
/// compiler::Binary::unordered_kernels.
std::map<std::string, std::string> unordered_kernels(const llvm::Module& module,
                                                     const std::vector<KernelRecord>& kernels);

}  // namespace glint::cpu
