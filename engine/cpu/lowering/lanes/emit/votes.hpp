// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// What the groups of a block tell each other at barriers: each adds its vote before, and all read
/// the result behind it.
class Votes {
public:
    /// Builds code that runs before the first barrier, where the builder stands.
    explicit Votes(const LaneBuilder& lanes);

    /// Adds the votes of the lanes that come to a barrier, if it asks for any.
    void add(const LaneBuilder& lanes, const llvm::CallInst& barrier);
    /// Defines what a barrier tells, behind it.
    void define_result(const llvm::CallInst& barrier);

    /// Whether any lane goes into a loop with barriers.
    void add_entering(llvm::Value* mask);
    llvm::Value* take_some_enter();

private:
    const LaneBuilder& lanes_;
    llvm::AllocaInst* votes_;
    llvm::AllocaInst* some_enter_;
};

}  // namespace glint::cpu
