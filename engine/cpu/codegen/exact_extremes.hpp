// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Makes `fmax` and `fmin` order zeros by their sign, as a GPU does: of -0 and +0, +0 is the
/// larger. LLVM's `maxnum` and `minnum` may give either, and on x86 that depends on their order.
/// Runs after the optimizer, which knows the intrinsics and keeps this order.
void make_extremes_exact(llvm::Module& module);

}  // namespace glint::cpu
