// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// Stacks for the threads of one block. Pages take memory only once they are touched.
///
/// The last page of a stack is a guard page, which only a stack overflow reaches. If the system can
/// make guard pages only as separate mappings, whose number per process is limited, only the first
/// 16384 stacks of a process are guarded.
class FiberStacks {
public:
    static constexpr std::size_t kStackBytes = 64 * 1024;
    static constexpr std::size_t kCount = 1024;

    /// Throws Error(out_of_memory).
    FiberStacks();
    ~FiberStacks();
    FiberStacks(const FiberStacks&) = delete;
    FiberStacks& operator=(const FiberStacks&) = delete;

    static constexpr std::size_t kGuardBytes = 4096;

    std::span<std::byte> stack(std::size_t index) const noexcept {
        return {memory_ + kStackBytes * index + kGuardBytes, kStackBytes - kGuardBytes};
    }

    /// Ensures that the first `count` stacks have their guards.
    void guard(std::size_t count) noexcept;

    /// Initial stack pointer of stack `index`, near the end of its memory. The stack grows down
    /// from there.
    std::byte* top(std::size_t index) const noexcept;

private:
    std::byte* memory_;
    std::size_t guarded_ = 0;
    std::size_t mapped_guards_ = 0;  // guards that count against the limit
};

}  // namespace glint::cpu
