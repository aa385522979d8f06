// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/fiber_switch.hpp>

#include <cstdint>

#include <glint/cpu/runtime/scheduling/fiber_sanitizer.hpp>

#if !defined(__x86_64__)
#error "fibers are implemented only for x86-64"
#endif

// Saves the registers that a function must preserve, and switches to another stack. Ends with a
// jump, because the processor would always mispredict the target of a `ret` here.
asm(R"(
    .text
    .globl glint_cpu_switch_stack
    .hidden glint_cpu_switch_stack
    .type glint_cpu_switch_stack, @function
glint_cpu_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmp *%rcx
    .size glint_cpu_switch_stack, . - glint_cpu_switch_stack
)");

extern "C" void glint_cpu_switch_stack(void** save, void* load);

namespace glint::cpu {
namespace {

constexpr std::size_t kSavedRegisters = 6;

}  // namespace

void prepare_fiber(Fiber& fiber, std::span<std::byte> stack, std::byte* stack_top,
                   void (*start)()) {
    fiber.stack = stack;
    sanitizer::prepare(fiber);
    const auto aligned = reinterpret_cast<std::uintptr_t>(stack_top) & ~std::uintptr_t{63};
    auto** top = reinterpret_cast<void**>(aligned);
    *--top = nullptr;  // return address of `start`; also aligns the stack frame
    *--top = reinterpret_cast<void*>(start);
    for (std::size_t i = 0; i < kSavedRegisters; ++i) *--top = nullptr;
    fiber.stack_pointer = top;
}

void enter_fiber() { sanitizer::arrive(); }

void switch_fiber(Fiber& from, const Fiber& to) {
    sanitizer::leave_for(to);
    glint_cpu_switch_stack(&from.stack_pointer, to.stack_pointer);
    sanitizer::arrive();
}

void adopt_current(Fiber& fiber) { sanitizer::adopt(fiber); }

void forget_fiber(Fiber& fiber) noexcept { sanitizer::forget(fiber); }

}  // namespace glint::cpu
