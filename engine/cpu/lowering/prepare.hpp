// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/frontend/front_end.hpp>

namespace glint::cpu {

/// What is in a prepared module.
struct PreparedModule {
    std::vector<KernelRecord> kernels{};
    std::vector<GlobalRecord> globals{};
    /// What exists once for all kernels: device variables, and functions that cannot be merged
    /// into kernels or whose address is taken. nullptr if there is nothing of the kind.
    std::unique_ptr<llvm::Module> base{};
};

/// Makes `parsed.module` what single kernels can be lowered from: callees are merged into the
/// kernels, local variables are values where they can be, and what `base` holds is declared
/// (variables) or defined a second time for the optimiser (functions). Barriers and warp
/// operations stay convergent, shared variables stay globals; see is_shared_variable.
///
/// Throws CompileError, under the source's name, for functions that are called and nowhere defined
/// and for more than 48 kB of static shared memory.
PreparedModule prepare(ParsedSource& parsed, const compiler::Source& source);

}  // namespace glint::cpu
