// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <glint/cpu/runtime/faults/signal_chain.hpp>
#include <glint/cpu/runtime/memory/guarded_pages.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

namespace glint::cpu {

/// Resources that a CPU thread reuses for each block: shared memory, and stacks for fibers and for
/// signal handlers.
class Worker {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Returns the Worker of the calling thread. It exists until the thread ends.
    static Worker& of_this_thread();

    /// Returns the normal stack of the calling thread.
    std::span<std::byte> stack() const noexcept { return stack_; }

    /// Returns at least `size_bytes` bytes of uninitialized memory, aligned to kMaxSharedAlignment.
    /// A SharedHeader precedes this memory, and inaccessible pages follow it. The memory is valid
    /// until the next call. Throws Error(out_of_memory) if there is not enough memory.
    std::byte* shared_memory(std::size_t size_bytes);

    /// Returns the pages that contain shared_memory(), without the guard pages.
    std::span<const std::byte> shared_pages() const noexcept {
        return {shared_.begin, shared_.size_bytes};
    }

    /// Returns the object that runs blocks as fibers. The first call creates it, and throws
    /// Error(out_of_memory) if its stacks cannot be mapped.
    ThreadBlock& thread_block();

private:
    SignalStack signal_stack_;
    std::span<std::byte> stack_;
    PageRun shared_;
    std::unique_ptr<ThreadBlock> thread_block_;
};

}  // namespace glint::cpu
