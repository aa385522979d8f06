#pragma once

#include <cstddef>

namespace glint::cpu {

/// A suspended flow of control: all of it lies on its stack.
struct Fibre {
    void* stack_pointer = nullptr;
    void* sanitizer_fibre = nullptr;  ///< what ThreadSanitizer knows it by, in such builds
};

/// A fibre that will run `start` on the stack that ends at `stack_top`. `start` must not return.
void prepare_fibre(Fibre& fibre, std::byte* stack_top, void (*start)());

/// Suspends the caller into `from` and goes on with `to`.
void switch_fibre(Fibre& from, const Fibre& to);

/// Makes `fibre` stand for the flow of control that runs now.
void adopt_current(Fibre& fibre);

/// Frees what `prepare_fibre` made besides the stack.
void forget_fibre(Fibre& fibre) noexcept;

}  // namespace glint::cpu
