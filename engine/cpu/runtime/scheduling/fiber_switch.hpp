// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// A suspended fiber. Its whole state is on its stack.
struct Fiber {
    void* stack_pointer = nullptr;
    // Only builds with a sanitizer use the following members.
    std::span<std::byte> stack;
    void* sanitizer_fiber = nullptr;
    unsigned sanitizer_starts = 0;
};

/// Prepares a fiber that will run `start`. Its stack is in `stack` and grows down from `stack_top`.
/// `start` must first call `enter_fiber`, and it must not return.
void prepare_fiber(Fiber& fiber, std::span<std::byte> stack, std::byte* stack_top, void (*start)());

/// Must be the first call in each fiber.
void enter_fiber();

/// Suspends the current fiber, saves it in `from`, and resumes the fiber `to`.
void switch_fiber(Fiber& from, const Fiber& to);

/// Initializes `fiber` to represent the code that is running now, on the thread's own stack.
void adopt_current(Fiber& fiber);

/// Frees everything that `prepare_fiber` created, but not the stack.
void forget_fiber(Fiber& fiber) noexcept;

}  // namespace glint::cpu
