// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Votes of the groups of a block at barriers: each group adds its vote before the barrier, and all
/// groups read the result after it.
class Votes {
public:
    /// Builds code that runs before the first barrier, at the builder's position.
    explicit Votes(const LaneBuilder& lanes);

    /// Adds the votes of the lanes that reach a barrier, if it asks for any.
    void add(const LaneBuilder& lanes, const llvm::CallInst& barrier);
    /// Defines the result of a barrier. Call it after the barrier.
    void define_result(const llvm::CallInst& barrier);

    /// `add_entering` records lanes that enter a loop with barriers. Then `guard_some_enter` tests
    /// if any lane does.
    void add_entering(llvm::Value* mask);
    llvm::Value* guard_some_enter();

private:
    const LaneBuilder& lanes_;
    llvm::AllocaInst* votes_;
    llvm::AllocaInst* some_enter_;
};

}  // namespace glint::cpu
