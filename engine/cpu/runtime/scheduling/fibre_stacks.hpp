// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// Stacks for the threads of one block. Pages take memory only once they are touched.
///
/// The last page of a stack, which none but a stack that overflows reaches, cannot be touched.
/// Where the system knows guard pages only as mappings of their own, of which a process has
/// few, that holds for the first 16384 stacks that a process guards.
class FibreStacks {
public:
    static constexpr std::size_t kStackBytes = 64 * 1024;
    static constexpr std::size_t kCount = 1024;

    /// Throws Error(out_of_memory).
    FibreStacks();
    ~FibreStacks();
    FibreStacks(const FibreStacks&) = delete;
    FibreStacks& operator=(const FibreStacks&) = delete;

    static constexpr std::size_t kGuardBytes = 4096;

    std::span<std::byte> stack(std::size_t index) const noexcept {
        return {memory_ + kStackBytes * index + kGuardBytes, kStackBytes - kGuardBytes};
    }

    /// Ensures that the first `count` stacks have their guards.
    void guard(std::size_t count) noexcept;

    /// Start of stack `index`, near its end. The stack grows down from there.
    std::byte* top(std::size_t index) const noexcept;

private:
    std::byte* memory_;
    std::size_t guarded_ = 0;
    std::size_t mapped_guards_ = 0;  // guards that count against the limit
};

}  // namespace glint::cpu
