// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

/// Decides where to skip code that no lane runs: where the code would be wrong without active
/// lanes, or where skipping it is faster.
namespace glint::cpu {

/// Returns true if a node would be wrong without active lanes, or takes longer than a test for
/// active lanes.
bool needs_guard(const LaneValues& values, const Node& node);

/// Returns true if any of the nodes needs a guard.
bool has_guard(const LaneValues& values, const Scope& scope, llvm::ArrayRef<unsigned> nodes);

/// Returns true if it is faster to skip all these nodes together when no lane reaches them.
bool gains_from_skipping(const LaneValues& values, const Scope& scope,
                         llvm::ArrayRef<unsigned> nodes);

/// Returns true if a node is faster with an additional version for groups whose lanes are all
/// active.
bool gains_from_whole(const LaneValues& values, const Node& node);

/// Returns the number of nodes at the start of `nodes` that lanes reach only through the first
/// node, including the first node.
std::size_t nodes_after_first(const Scope& scope, llvm::ArrayRef<unsigned> nodes);

}  // namespace glint::cpu
