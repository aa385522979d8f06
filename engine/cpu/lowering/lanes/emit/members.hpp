// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Loads, at the first of them, all members that the block reads from the structs that lanes point
/// to: structs that lie in a row as one piece of memory, others one by one but whole. Returns
/// whether `load` was, or had been, built so.
bool build_member_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// Stores, at the last of them, all members of structs that lie in a row as one piece of memory.
/// Returns whether `store` was, or is going to be, built so.
bool build_member_stores(const LaneBuilder& lanes, const llvm::StoreInst& store);

}  // namespace glint::cpu
