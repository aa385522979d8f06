// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// A suspended fiber: all of its state is on its stack.
struct Fiber {
    void* stack_pointer = nullptr;
    // Information for sanitizers, in builds that have them.
    std::span<std::byte> stack;
    void* sanitizer_fiber = nullptr;
    unsigned sanitizer_starts = 0;
};

/// Makes a fiber that will run `start`, with a stack that grows down from `stack_top` within
/// `stack`. `start` must call `enter_fiber` first, and must not return.
void prepare_fiber(Fiber& fiber, std::span<std::byte> stack, std::byte* stack_top, void (*start)());

/// Every fiber must call this first.
void enter_fiber();

/// Suspends the caller into `from` and resumes `to`.
void switch_fiber(Fiber& from, const Fiber& to);

/// Makes `fiber` represent the current flow of control, on this thread's own stack.
void adopt_current(Fiber& fiber);

/// Frees everything that `prepare_fiber` made except the stack.
void forget_fiber(Fiber& fiber) noexcept;

}  // namespace glint::cpu
