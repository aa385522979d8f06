// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

/// Decides where the generated code jumps over nodes that no lane reaches. Such a jump is necessary
/// if the code of a node is incorrect without active lanes. It is useful if the test for active
/// lanes is faster than the code.
namespace glint::cpu {

/// Returns true if the code of a node is incorrect without active lanes, or takes longer than a
/// test for active lanes.
bool needs_guard(const LaneValues& values, const Node& node);

/// Returns true if any of the nodes needs a guard.
bool has_guard(const LaneValues& values, const Scope& scope, llvm::ArrayRef<unsigned> nodes);

/// Returns true if one jump over all these nodes, taken if no lane reaches them, makes the code
/// faster.
bool gains_from_skipping(const LaneValues& values, const Scope& scope,
                         llvm::ArrayRef<unsigned> nodes);

/// Returns true if a node is faster with an additional version for groups whose lanes are all
/// active.
bool gains_from_whole(const LaneValues& values, const Node& node);

/// Returns the number of nodes at the start of `nodes` that lanes reach only through the first
/// node, including the first node.
std::size_t nodes_after_first(const Scope& scope, llvm::ArrayRef<unsigned> nodes);

}  // namespace glint::cpu
