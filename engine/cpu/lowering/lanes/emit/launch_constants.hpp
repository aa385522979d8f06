// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// Reads values that are equal in the whole launch, mainly arguments, at the builder's position,
/// and passes them to `values`. The kernel's stores do not change them, but LLVM cannot know that.
void read_launch_constants(llvm::IRBuilder<>& builder, llvm::Function& body, LaneValues& values);

}  // namespace glint::cpu
