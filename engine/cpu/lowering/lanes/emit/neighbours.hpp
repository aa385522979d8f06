// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Loads, at the first of them, words side by side that each lane reads at a place which it found
/// in what it read: a few short loads for each lane take less than a gather for each word.
/// Returns whether `load` was, or had been, built so.
bool build_neighbour_loads(const LaneBuilder& lanes, const llvm::LoadInst& load);

/// Whether a value follows from the numbers of threads and what is the same for all: not from what
/// lanes have read.
bool comes_from_indices(const LaneValues& values, const llvm::Value* value, unsigned depth = 0);

}  // namespace glint::cpu
