// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <glint/cpu/runtime/faults/signal_chain.hpp>
#include <glint/cpu/runtime/memory/guarded_pages.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

namespace glint::cpu {

/// Resources that a CPU thread keeps from one block to the next: shared memory, and stacks for
/// fibers and for signal handlers.
class Worker {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Worker of the calling thread; it lives as long as the thread.
    static Worker& of_this_thread();

    /// The calling thread's own stack.
    std::span<std::byte> stack() const noexcept { return stack_; }

    /// Returns at least `size_bytes`, aligned to 256 bytes, with undefined contents. A SharedHeader
    /// precedes it, and inaccessible pages follow it. Valid until the next call. Throws
    /// Error(out_of_memory).
    std::byte* shared_memory(std::size_t size_bytes);

    /// The pages that contain shared_memory(), without the guards.
    std::span<const std::byte> shared_pages() const noexcept {
        return {shared_.begin, shared_.size_bytes};
    }

    /// Made on the first call. Throws Error(out_of_memory).
    ThreadBlock& thread_block();

private:
    SignalStack signal_stack_;
    std::span<std::byte> stack_;
    PageRun shared_;
    std::unique_ptr<ThreadBlock> thread_block_;
};

}  // namespace glint::cpu
