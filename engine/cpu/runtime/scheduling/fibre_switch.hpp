// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// A suspended fiber: all of its state is on its stack.
struct Fibre {
    void* stack_pointer = nullptr;
    // Information for sanitizers, in builds that have them.
    std::span<std::byte> stack;
    void* sanitizer_fibre = nullptr;
    unsigned sanitizer_starts = 0;
};

/// Makes a fiber that will run `start`, with a stack that grows down from `stack_top` within
/// `stack`. `start` must call `enter_fibre` first, and must not return.
void prepare_fibre(Fibre& fibre, std::span<std::byte> stack, std::byte* stack_top, void (*start)());

/// The first call that every fiber makes.
void enter_fibre();

/// Suspends the caller into `from` and resumes `to`.
void switch_fibre(Fibre& from, const Fibre& to);

/// Makes `fibre` represent the current flow of control, on this thread's own stack.
void adopt_current(Fibre& fibre);

/// Frees everything that `prepare_fibre` made except the stack.
void forget_fibre(Fibre& fibre) noexcept;

}  // namespace glint::cpu
