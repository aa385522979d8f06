// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// Reads what is the same in the whole launch, arguments above all, where `builder` stands, and
/// tells `values`: no store of the kernel changes it, which LLVM could not know.
void read_launch_constants(llvm::IRBuilder<>& builder, llvm::Function& body, LaneValues& values);

}  // namespace glint::cpu
