#include <glint/cpu/runtime/fibre_switch.hpp>

#include <cstdint>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

#if !defined(__x86_64__)
#error "fibres have a context switch for x86-64 only"
#endif

// Saves what the calling convention asks a function to keep. The last jump is not a `ret`, whose
// target the processor would always predict wrongly here.
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

void prepare_fibre(Fibre& fibre, std::byte* stack_top, void (*start)()) {
    const auto aligned = reinterpret_cast<std::uintptr_t>(stack_top) & ~std::uintptr_t{63};
    auto** top = reinterpret_cast<void**>(aligned);
    *--top = nullptr;  // the return address of `start`, which also aligns its frame
    *--top = reinterpret_cast<void*>(start);
    for (std::size_t i = 0; i < kSavedRegisters; ++i) *--top = nullptr;
    fibre.stack_pointer = top;
#if defined(__SANITIZE_THREAD__)
    if (fibre.sanitizer_fibre == nullptr) fibre.sanitizer_fibre = __tsan_create_fiber(0);
#endif
}

void switch_fibre(Fibre& from, const Fibre& to) {
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(to.sanitizer_fibre, 0);
#endif
    glint_cpu_switch_stack(&from.stack_pointer, to.stack_pointer);
}

void adopt_current([[maybe_unused]] Fibre& fibre) {
#if defined(__SANITIZE_THREAD__)
    fibre.sanitizer_fibre = __tsan_get_current_fiber();
#endif
}

void forget_fibre([[maybe_unused]] Fibre& fibre) noexcept {
#if defined(__SANITIZE_THREAD__)
    if (fibre.sanitizer_fibre != nullptr) __tsan_destroy_fiber(fibre.sanitizer_fibre);
    fibre.sanitizer_fibre = nullptr;
#endif
}

}  // namespace glint::cpu
