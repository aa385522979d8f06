// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// The votes at barriers. Each group adds its votes before the barrier. After the barrier, all
/// groups read the result.
class Votes {
public:
    /// Builds code at the builder's position. This code must run before the first barrier.
    explicit Votes(const LaneBuilder& lanes);

    /// Builds code that adds the votes of the active lanes, if the barrier counts or combines
    /// votes.
    void add(const LaneBuilder& lanes, const llvm::CallInst& barrier);
    /// Builds and defines the result of `barrier`. Call this function after building the code of
    /// the barrier.
    void define_result(const llvm::CallInst& barrier);

    /// `add_entering` builds code that records if lanes enter a loop with barriers.
    /// `guard_some_enter` builds an i1 that is true if at least one lane of the block enters.
    void add_entering(llvm::Value* mask);
    llvm::Value* guard_some_enter();

private:
    const LaneBuilder& lanes_;
    llvm::AllocaInst* votes_;
    llvm::AllocaInst* some_enter_;
};

}  // namespace glint::cpu
