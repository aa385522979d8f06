// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/analyse/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

/// Where it is right, or worth it, to ask which lanes run before code that masks would do for.
namespace glint::cpu {

/// Whether a node must not run unless some lane runs it, or takes more than asking that.
bool needs_guard(const LaneValues& values, const Node& node);

/// Whether any of some nodes needs a guard.
bool has_guard(const LaneValues& values, const Scope& scope, llvm::ArrayRef<unsigned> nodes);

/// Whether nodes are better left out together where none of their lanes run.
bool gains_from_skipping(const LaneValues& values, const Scope& scope,
                         llvm::ArrayRef<unsigned> nodes);

/// Whether a node gains from a version for groups in which all lanes run it.
bool gains_from_whole(const LaneValues& values, const Node& node);

/// How many of the first nodes lanes come to by way of the first one only; that counts, too.
std::size_t nodes_behind_first(const Scope& scope, llvm::ArrayRef<unsigned> nodes);

}  // namespace glint::cpu
