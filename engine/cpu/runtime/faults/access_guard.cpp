// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/access_guard.hpp>

namespace glint::cpu {

AccessGuard::AccessGuard() : previous_(current_) {
    install_fault_handlers();
    current_ = this;
}

// Runs in a signal handler: nothing here may allocate or wait.
bool AccessGuard::accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept {
    // Accept only faults that an instruction causes, not signals that `kill` sends.
    if ((number != SIGSEGV && number != SIGBUS) || info.si_code <= 0 || fault_) return false;
    fault_.emplace();
    fault_->kind = Fault::Kind::bad_access;
    fault_->is_write = was_write(context);
    // The processor does not report a non-canonical address.
    if (info.si_code != SI_KERNEL) fault_->address = reinterpret_cast<std::uintptr_t>(info.si_addr);
    return true;
}

}  // namespace glint::cpu
