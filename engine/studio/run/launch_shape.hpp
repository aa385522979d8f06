// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/run/code.hpp>
#include <glint/studio/state/state.hpp>

namespace glint::studio {

/// Returns true if the threads of a block work together on the CPU, so that the block's shape
/// matters: in shared memory, with barriers or in warps, also in functions that the kernel calls.
bool works_in_blocks(const DeclaredPass& pass, const AnyKernel& kernel);

/// As the pass says, or else a thread for each element of the structure that it runs over, in the
/// blocks that suit the kernel.
LaunchShape shape_of(const DeclaredPass& pass, const AnyKernel& kernel,
                     const Declaration& declaration, const Extents& extents);

/// A thread for each element of the structure whose fields the function takes.
LaunchShape shape_of(const Derived& derived, const AnyKernel& kernel,
                     const Declaration& declaration, const Extents& extents);

/// Compiles and loads all that the kernels' launches need, so that none of them waits; on several
/// threads. Throws CompileError.
void warm_up(const Code& code);

}  // namespace glint::studio
