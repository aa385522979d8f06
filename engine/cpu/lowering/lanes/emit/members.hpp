// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// At the first load, loads all members that the block reads from the structs that lanes point to.
/// Loads contiguous structs as one range of memory. Loads other structs one by one, each as a
/// whole. Returns true if `load` was built this way, now or before.
bool build_member_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// At the last store, stores all members of contiguous structs as one range of memory. Returns true
/// if `store` was built this way, or will be.
bool build_member_stores(const LaneBuilder& lanes, const llvm::StoreInst& store);

}  // namespace glint::cpu
