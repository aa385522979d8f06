// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

/// Decides where to test for active lanes: where masks alone would be wrong, or slower.
namespace glint::cpu {

/// True if a node must not run without an active lane, or costs more than testing for one.
bool needs_guard(const LaneValues& values, const Node& node);

/// True if any of the nodes needs a guard.
bool has_guard(const LaneValues& values, const Scope& scope, llvm::ArrayRef<unsigned> nodes);

/// True if it is faster to skip the nodes together when none of their lanes are active.
bool gains_from_skipping(const LaneValues& values, const Scope& scope,
                         llvm::ArrayRef<unsigned> nodes);

/// True if a node benefits from a version for groups in which all lanes are active.
bool gains_from_whole(const LaneValues& values, const Node& node);

/// Number of leading nodes, including the first, that lanes reach only through the first node.
std::size_t nodes_after_first(const Scope& scope, llvm::ArrayRef<unsigned> nodes);

}  // namespace glint::cpu
