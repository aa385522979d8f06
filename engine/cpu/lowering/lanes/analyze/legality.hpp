// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/analyze/shapes.hpp>

namespace glint::cpu {

/// Throws Rejection if the body cannot run as lanes. There are two requirements. First, all threads
/// of a block must reach each barrier, except threads that have left the kernel; `block_shapes`
/// shows which branches may differ between threads. Second, no thread may wait for an action of
/// another lane in its group.
void check_lanes_are_legal(llvm::Function& body, const Scopes& scopes, const Shapes& block_shapes);

}  // namespace glint::cpu
