// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// If `load` reads a member of a different struct in each lane, builds `load` together with later
/// loads of members of the same structs, up to the next write to memory. If the structs are
/// contiguous, loads them as one range of memory. Otherwise, loads each struct as a whole. Returns
/// false if `load` cannot be built in this way.
bool build_member_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// If consecutive stores, including `store`, write all members of contiguous structs, builds them
/// as one store to a range of memory, at the last of these stores. Returns true if `store` was
/// built in this way, or will be built at a later store.
bool build_member_stores(const LaneBuilder& lanes, const llvm::StoreInst& store);

}  // namespace glint::cpu
