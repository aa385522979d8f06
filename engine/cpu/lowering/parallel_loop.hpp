// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/entries.hpp>

namespace glint::cpu {

/// Tells LLVM that the iterations of the entry's innermost loop, which are threads of one block,
/// do not depend on each other's memory, so that it may run them side by side.
///
/// Sound because threads that share memory without a barrier or an atomic operation race anyway,
/// and a kernel with a barrier has no such loop. It does nothing where local variables remain in
/// memory, since then all iterations use the same place.
void mark_parallel(const Entry& entry);

}  // namespace glint::cpu
