// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Builds the loads of all members that the block reads from the structs that the lanes point to.
/// They are built at the first load. If the structs are contiguous, they are loaded as one range of
/// memory; otherwise, each struct is loaded as a whole. Returns true if `load` was built in this
/// way, now or at an earlier load.
bool build_member_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// Builds the stores of all members of contiguous structs as one store to a range of memory. They
/// are built at the last store. Returns true if `store` was built in this way, or will be built at
/// a later store.
bool build_member_stores(const LaneBuilder& lanes, const llvm::StoreInst& store);

}  // namespace glint::cpu
