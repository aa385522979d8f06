#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Optimises `module` (unless `debug`) and turns it into an object file for this machine.
/// Throws CompileError, under `source_name`, if LLVM refuses.
std::vector<std::byte> generate_object(llvm::Module& module, bool debug,
                                       const std::string& source_name);

}  // namespace glint::cpu
