// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <glint/cpu/runtime/faults/signal_chain.hpp>
#include <glint/cpu/runtime/memory/guarded_pages.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

namespace glint::cpu {

/// What a CPU thread keeps from one block to the next: shared memory, and stacks for fibres and
/// for signal handlers.
class Worker {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// That of the calling thread; it lives as long as the thread.
    static Worker& of_this_thread();

    /// The calling thread's own stack.
    std::span<std::byte> stack() const noexcept { return stack_; }

    /// At least `size_bytes`, aligned to 256; what is in it is undefined. Before it there is a
    /// SharedHeader, behind it pages that nobody may touch. Valid until the next call. Throws
    /// Error(out_of_memory).
    std::byte* shared_memory(std::size_t size_bytes);

    /// The pages that shared_memory() is in, without the guards.
    std::span<const std::byte> shared_pages() const noexcept {
        return {shared_.begin, shared_.size_bytes};
    }

    /// Made at the first call. Throws Error(out_of_memory).
    ThreadBlock& thread_block();

private:
    SignalStack signal_stack_;
    std::span<std::byte> stack_;
    PageRun shared_;
    std::unique_ptr<ThreadBlock> thread_block_;
};

}  // namespace glint::cpu
