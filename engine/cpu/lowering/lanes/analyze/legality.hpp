// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/analyze/shapes.hpp>

namespace glint::cpu {

/// Throws Rejection unless the body can run as lanes. Each barrier must be reached by all threads
/// of a block, or by all that have not left the kernel, as far as `block_shapes` can tell. No
/// thread may wait for an action of another lane in its group.
void check_lanes_are_legal(llvm::Function& body, const Scopes& scopes, const Shapes& block_shapes);

}  // namespace glint::cpu
