// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/run/detail/code.hpp>
#include <glint/studio/state/state.hpp>

namespace glint::studio {

/// Returns true if the threads of a block cooperate on the CPU, so that the shape of the block
/// matters. Threads cooperate through shared memory, barriers, or warps, in the kernel or in
/// functions that it calls.
bool has_block_cooperation(const DeclaredPass& pass, const AnyKernel& kernel);

/// Returns the launch shape that the pass specifies. If the pass does not specify one, returns a
/// shape with one thread per element of the structure that the pass runs over, and with a block
/// size that suits the kernel.
LaunchShape shape_of(const DeclaredPass& pass, const AnyKernel& kernel,
                     const Declaration& declaration, const Extents& extents);

/// Returns a shape with one thread per element of the structure whose fields the function takes.
LaunchShape shape_of(const Derived& derived, const AnyKernel& kernel,
                     const Declaration& declaration, const Extents& extents);

/// Compiles and loads everything that kernel launches need, on several threads, so that launches do
/// not wait for the compiler. Throws CompileError.
void warm_up(const Code& code);

}  // namespace glint::studio
