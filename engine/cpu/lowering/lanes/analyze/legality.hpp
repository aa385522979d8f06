// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/analyze/shapes.hpp>

namespace glint::cpu {

/// Throws Rejection unless the body can run as lanes. Every barrier must be reached by all threads
/// of a block or by all that do not leave the kernel, as far as `block_shapes` can tell. No thread
/// may wait for what another lane of its group does.
void check_lanes_are_legal(llvm::Function& body, const Scopes& scopes, const Shapes& block_shapes);

}  // namespace glint::cpu
