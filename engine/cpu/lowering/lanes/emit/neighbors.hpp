// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// If the address of `load` depends on data that the lane has loaded, builds `load` together with
/// later loads of adjacent words, up to the next write to memory. A few short loads per lane are
/// faster than one gather per word. Returns false if `load` cannot be built in this way.
bool build_neighbor_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// Returns true if `value` is computed only from thread indices and from values that are equal for
/// all threads. Such a value does not depend on data that lanes have read.
bool comes_from_indices(const LaneValues& values, const llvm::Value* value, unsigned depth = 0);

}  // namespace glint::cpu
