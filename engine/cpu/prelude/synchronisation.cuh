// SPDX-License-Identifier: MIT
#pragma once

// Barriers and memory fences.

__glint_runtime void __glint_barrier();
/// A barrier. Returns the number of threads of the block whose `predicate` is not 0.
__glint_runtime unsigned int __glint_barrier_count(unsigned int predicate);
__glint_runtime void __glint_warp_sync(unsigned int mask);

__glint_device void __syncthreads() { __glint_barrier(); }
__glint_device int __syncthreads_count(int predicate) {
    return static_cast<int>(__glint_barrier_count(predicate != 0));
}
__glint_device int __syncthreads_or(int predicate) {
    return __glint_barrier_count(predicate != 0) != 0;
}
__glint_device int __syncthreads_and(int predicate) {
    return __glint_barrier_count(predicate == 0) == 0;
}
__glint_device void __syncwarp(unsigned int mask = 0xffffffffu) { __glint_warp_sync(mask); }

__glint_device void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__glint_device void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
// One CPU thread runs all threads of a block, so a fence only stops reordering by the compiler.
__glint_device void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
