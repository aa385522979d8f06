// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Builds the loads of adjacent words at an address that the lane has itself loaded from memory.
/// All of them are built at the first load. A few short loads per lane are faster than one gather
/// per word. Returns true if `load` was built in this way, now or at an earlier load.
bool build_neighbor_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// Returns true if `value` is computed only from thread indices and from values that are equal for
/// all threads, so that it does not depend on data that lanes have read.
bool comes_from_indices(const LaneValues& values, const llvm::Value* value, unsigned depth = 0);

}  // namespace glint::cpu
