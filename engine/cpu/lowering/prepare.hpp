// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/frontend/front_end.hpp>

namespace glint::cpu {

/// The results of prepare(), in addition to the changed module.
struct PreparedModule {
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// Code and data that all kernels share: the device variables, and the functions that cannot be
    /// inlined into kernels or whose address is taken. nullptr if the source does not define any of
    /// them.
    std::unique_ptr<llvm::Module> base{};
};

/// Turns `parsed.module` into a module from which single kernels can be lowered. Inlines called
/// functions into the kernels, and turns local variables into values where possible. Variables of
/// `base` are only declared in this module. Functions of `base` are also defined in this module,
/// but only to help the optimizer. Barriers and warp operations stay convergent, and shared
/// variables stay global variables; see is_shared_variable.
///
/// Throws CompileError for the source's name if a function is called but not defined, or if a
/// kernel has more than 48 kB of static shared memory.
PreparedModule prepare(ParsedSource& parsed, const compiler::Source& source);

}  // namespace glint::cpu
