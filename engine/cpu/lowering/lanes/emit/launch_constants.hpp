// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// At the builder's position, builds code that reads the values that are equal in the whole launch,
/// mainly kernel arguments. Adds these values to `values`. LLVM cannot move these reads itself,
/// because it does not know that the kernel's stores leave these values unchanged.
void read_launch_constants(llvm::IRBuilder<>& builder, llvm::Function& body, LaneValues& values);

}  // namespace glint::cpu
