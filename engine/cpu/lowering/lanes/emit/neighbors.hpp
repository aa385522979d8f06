// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// At the first load, loads adjacent words that each lane reads at an address that the lane has
/// loaded from memory. A few short loads per lane are cheaper than a gather per word. Returns true
/// if `load` was built this way, now or before.
bool build_neighbor_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// True if a value is computed from thread indices and values that are equal for all threads, and
/// does not depend on data that lanes have read.
bool comes_from_indices(const LaneValues& values, const llvm::Value* value, unsigned depth = 0);

}  // namespace glint::cpu
