// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Kind of operation that a call performs across lanes.
enum class Operation {
    none,  ///< an ordinary call, or no call
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    barrier,
    barrier_count,
    barrier_any,  ///< tests whether a condition is true in any thread
    lane_index,
    warp_sync,
    warp_shuffle,
    warp_ballot,
    warp_match,
    warp_reduce,
    active_mask,
};

Operation operation_of(const llvm::Value& value);

/// True for an operation in which the whole block waits.
inline bool is_barrier(const llvm::Value& value) {
    const Operation operation = operation_of(value);
    return operation >= Operation::barrier && operation <= Operation::barrier_any;
}

/// True for an operation among the lanes of a warp.
inline bool is_warp_operation(const llvm::Value& value) {
    return operation_of(value) >= Operation::warp_sync;
}

/// True for an operation that returns a thread's position in its block or grid.
inline bool is_index(const llvm::Value& value) {
    const Operation operation = operation_of(value);
    return operation >= Operation::thread_x && operation <= Operation::block_z;
}

}  // namespace glint::cpu
