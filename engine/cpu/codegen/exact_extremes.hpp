// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Changes `fmax` and `fmin` so that +0 is larger than -0, as on a GPU. LLVM's `maxnum` and
/// `minnum` may return either zero. On x86, the order of the operands determines the result. This
/// pass runs after the optimizer, because the optimizer could undo the change.
void make_extremes_exact(llvm::Module& module);

}  // namespace glint::cpu
