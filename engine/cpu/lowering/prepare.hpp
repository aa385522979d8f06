// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/frontend/front_end.hpp>

namespace glint::cpu {

/// Contents of a prepared module.
struct PreparedModule {
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// Code shared by all kernels: device variables, and functions that cannot be inlined
    /// into kernels or whose address is taken. nullptr if there are none.
    std::unique_ptr<llvm::Module> base{};
};

/// Turns `parsed.module` into a module from which single kernels can be lowered. Callees are
/// inlined into the kernels, and local variables become values where possible. Variables of `base`
/// are only declared; its functions are defined a second time, for the optimizer. Barriers and warp
/// operations stay convergent, and shared variables stay globals; see is_shared_variable.
///
/// Throws CompileError, under the source's name, for functions that are called but not defined, and
/// for more than 48 kB of static shared memory.
PreparedModule prepare(ParsedSource& parsed, const compiler::Source& source);

}  // namespace glint::cpu
