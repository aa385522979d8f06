// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::cpu {

/// A suspended flow of control: all of it lies on its stack.
struct Fibre {
    void* stack_pointer = nullptr;
    // What sanitizers want to know, in builds that have them.
    std::span<std::byte> stack;
    void* sanitizer_fibre = nullptr;
    unsigned sanitizer_starts = 0;
};

/// A fibre that will run `start`, growing down from `stack_top` within `stack`. `start` calls
/// `enter_fibre` first, and must not return.
void prepare_fibre(Fibre& fibre, std::span<std::byte> stack, std::byte* stack_top, void (*start)());

/// The first thing that a fibre does.
void enter_fibre();

/// Suspends the caller into `from` and goes on with `to`.
void switch_fibre(Fibre& from, const Fibre& to);

/// Makes `fibre` stand for the flow of control that runs now, on this thread's own stack.
void adopt_current(Fibre& fibre);

/// Frees what `prepare_fibre` made besides the stack.
void forget_fibre(Fibre& fibre) noexcept;

}  // namespace glint::cpu
