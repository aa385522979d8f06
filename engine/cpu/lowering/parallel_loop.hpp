// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/entries.hpp>

namespace glint::cpu {

/// Tells LLVM that the iterations of the entry's innermost loop, which are threads of one block, do
/// not depend on each other's memory, so that it may run them in parallel.
///
/// Sound because threads that share memory without a barrier or an atomic operation race anyway,
/// and a kernel with a barrier has no such loop. Does nothing if local variables remain in memory,
/// since all iterations would then use the same memory.
void mark_parallel(const Entry& entry);

}  // namespace glint::cpu
