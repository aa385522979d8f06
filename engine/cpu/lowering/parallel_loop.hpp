// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/entries.hpp>

namespace glint::cpu {

/// Tells LLVM that it may run the iterations of the entry's innermost loop in parallel. These
/// iterations are the threads of one block.
///
/// This is correct because a kernel that runs as a loop does not contain barriers. If two of its
/// threads accessed the same memory without atomic operations, and at least one of them wrote, they
/// would also race on a GPU. Does nothing if local variables remain in memory, because all
/// iterations would share these variables.
void mark_parallel(const Entry& entry);

}  // namespace glint::cpu
