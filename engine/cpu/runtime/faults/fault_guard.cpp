// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/fault_guard.hpp>

#include <algorithm>
#include <utility>

#include <ucontext.h>

#include <glint/cpu/runtime/faults/access_guard.hpp>
#include <glint/cpu/runtime/faults/signal_chain.hpp>
#include <glint/cpu/runtime/scheduling/active_block.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

namespace glint::cpu {
namespace {

constexpr std::uintptr_t kGuardZone = 64 * 1024;

std::uintptr_t stack_pointer(const ucontext_t& context) {
    return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
}

std::uintptr_t program_counter(const ucontext_t& context) {
    return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}

Fault::Kind kind_of(int number) {
    if (number == SIGFPE) return Fault::Kind::arithmetic;
    return number == SIGILL ? Fault::Kind::bad_instruction : Fault::Kind::bad_access;
}

bool handle(int number, const siginfo_t& info, const ucontext_t& context) {
    if (AccessGuard* guard = AccessGuard::current()) return guard->accepts(number, info, context);
    FaultGuard* guard = FaultGuard::current();
    return guard != nullptr && guard->accepts(number, info, context);
}

void leave_interrupted_code() {
    if (AccessGuard* guard = AccessGuard::current()) std::longjmp(guard->place, 1);
    leave_kernel();
}

}  // namespace

void install_fault_handlers() {
    static const bool installed = [] {
        for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, stop_signal()})
            chain_signal(number, {.accepts = &handle, .leave = &leave_interrupted_code});
        return true;
    }();
    (void)installed;
}

// Bit 1 of the error code is set if the page fault was caused by a write.
bool was_write(const ucontext_t& context) noexcept {
    return (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;
}

// The C library itself uses the first real-time signals.
int stop_signal() noexcept { return SIGRTMIN + 6; }

FaultGuard::FaultGuard(const CodeMap& code, const Allocations& allocations,
                       std::span<std::byte> stack, const std::atomic<bool>* must_stop)
    : code_(code),
      allocations_(allocations),
      stack_(stack),
      must_stop_(must_stop),
      previous_(current_) {
    install_fault_handlers();
    current_ = this;
}

std::optional<Fault> FaultGuard::take_fault() {
    if (!std::exchange(has_fault_, false)) return std::nullopt;
    return std::exchange(fault_, Fault{});
}

void FaultGuard::note(Fault fault) {
    has_fault_ = true;
    fault_ = std::move(fault);
}

std::span<std::byte> FaultGuard::stack() const noexcept {
    const ThreadBlock* fibers = ActiveBlock::current();
    return fibers != nullptr ? fibers->stack() : stack_;
}

bool FaultGuard::is_overflow(std::uintptr_t address) const noexcept {
    const auto lowest = reinterpret_cast<std::uintptr_t>(stack().data());
    const bool on_fiber = ActiveBlock::current() != nullptr;
    const std::uintptr_t zone = on_fiber ? FiberStacks::kGuardBytes : kGuardZone;
    return address < lowest && address >= lowest - zone;
}

// If the fault is in a function that the kernel called, such as memcpy or a math function, searches
// the stack for the nearest return address in the kernel.
__attribute__((no_sanitize("address", "thread"))) std::uintptr_t FaultGuard::kernel_code_of(
    const ucontext_t& context) const noexcept {
    const std::uintptr_t counter = program_counter(context);
    if (code_.find(counter) != nullptr) return counter;
    const auto lowest = reinterpret_cast<std::uintptr_t>(stack().data());
    const std::uintptr_t end = lowest + stack().size();
    const std::uintptr_t top = (std::max(stack_pointer(context), lowest) + 7) & ~std::uintptr_t{7};
    for (std::uintptr_t place = top; place < end; place += sizeof(std::uintptr_t)) {
        const std::uintptr_t value = *reinterpret_cast<const volatile std::uintptr_t*>(place);
        if (code_.find(value - 1) != nullptr) return value - 1;
    }
    return 0;
}

// This function runs in a signal handler, so it must not allocate or wait.
bool FaultGuard::accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept {
    if (has_fault_) return false;
    const bool is_stop = number == stop_signal();
    // Accepts only signals that an instruction caused, not signals that another process sent with
    // `kill`.
    if (is_stop ? !must_stop() : info.si_code <= 0) return false;
    // The stop signal is ignored if the thread is in the runtime or in a library, where it may hold
    // locks. The watchdog sends the signal again later.
    const std::uintptr_t code =
        is_stop ? (code_.find(program_counter(context)) ? program_counter(context) : 0)
                : kernel_code_of(context);
    if (code == 0) return false;
    has_fault_ = true;
    fault_.kind = is_stop ? Fault::Kind::time_limit : kind_of(number);
    fault_.code = code;
    if (fault_.kind != Fault::Kind::bad_access) return true;
    fault_.is_write = was_write(context);
    // The processor does not report the address if it is not canonical.
    if (info.si_code == SI_KERNEL) return true;
    fault_.address = reinterpret_cast<std::uintptr_t>(info.si_addr);
    if (is_overflow(*fault_.address)) fault_.kind = Fault::Kind::stack_overflow;
    return true;
}

void leave_kernel() {
    if (ThreadBlock* fibers = ActiveBlock::current()) fibers->abandon();
    std::longjmp(ActiveLoops::current()->place, 1);
}

void fail_kernel(std::string reason, std::uintptr_t code) {
    FaultGuard::current()->note({.code = code, .reason = std::move(reason)});
    // `reason` is empty now, so its destructor may be skipped.
    leave_kernel();
}

}  // namespace glint::cpu
