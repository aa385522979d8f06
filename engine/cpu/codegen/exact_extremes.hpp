// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Makes `fmax` and `fmin` order zeros by sign, as a GPU does: +0 is larger than -0. LLVM's
/// `maxnum` and `minnum` may return either zero; on x86 the result depends on the operand order.
/// Runs after the optimizer, which knows the intrinsics and keeps this order.
void make_extremes_exact(llvm::Module& module);

}  // namespace glint::cpu
