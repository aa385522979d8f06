// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// The operation that a call performs. The lowering to lanes treats every operation except `none`
/// specially.
enum class Operation {
    none,  ///< an ordinary call, or not a call
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    barrier,
    barrier_count,
    barrier_any,  ///< returns true if its condition is true in any thread
    lane_index,
    warp_sync,
    warp_shuffle,
    warp_ballot,
    warp_match,
    warp_reduce,
    active_mask,
};

Operation operation_of(const llvm::Value& value);

/// Returns true for a barrier, at which all threads of the block wait.
inline bool is_barrier(const llvm::Value& value) {
    const Operation operation = operation_of(value);
    return operation >= Operation::barrier && operation <= Operation::barrier_any;
}

/// Returns true for an operation between the lanes of a warp.
inline bool is_warp_operation(const llvm::Value& value) {
    return operation_of(value) >= Operation::warp_sync;
}

/// Returns true for a call that returns a component of threadIdx or blockIdx.
inline bool is_index(const llvm::Value& value) {
    const Operation operation = operation_of(value);
    return operation >= Operation::thread_x && operation <= Operation::block_z;
}

}  // namespace glint::cpu
