// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// Stacks for the threads of a block. A page uses memory only after the first access to it.
///
/// The lowest page of each stack is a guard page. A stack overflow accesses the guard page and
/// causes a fault. On older systems, each guard page needs a separate mapping, and the number of
/// mappings is limited. On these systems, only the first 16384 stacks of a process have guard
/// pages.
class FiberStacks {
public:
    static constexpr std::size_t kStackBytes = 64 * 1024;
    static constexpr std::size_t kCount = 1024;

    /// Throws Error(out_of_memory) if the stacks cannot be mapped.
    FiberStacks();
    ~FiberStacks();
    FiberStacks(const FiberStacks&) = delete;
    FiberStacks& operator=(const FiberStacks&) = delete;

    static constexpr std::size_t kGuardBytes = 4096;

    std::span<std::byte> stack(std::size_t index) const noexcept {
        return {memory_ + kStackBytes * index + kGuardBytes, kStackBytes - kGuardBytes};
    }

    /// Adds guard pages to the first `count` stacks, within the limit for mappings.
    void guard(std::size_t count) noexcept;

    /// Returns the initial stack pointer of stack `index`. It is near the end of the stack's
    /// memory, and the stack grows down from there.
    std::byte* top(std::size_t index) const noexcept;

private:
    std::byte* memory_;
    std::size_t guarded_ = 0;
    std::size_t mapped_guards_ = 0;  // number of guards that need mappings
};

}  // namespace glint::cpu
