// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/access_guard.hpp>

namespace glint::cpu {

AccessGuard::AccessGuard() : previous_(current_) {
    install_fault_handlers();
    current_ = this;
}

// This function runs in a signal handler, so it must not allocate or wait.
bool AccessGuard::accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept {
    // Accepts only signals that an instruction caused, not signals that another process sent with
    // `kill`.
    if ((number != SIGSEGV && number != SIGBUS) || info.si_code <= 0 || fault_) return false;
    fault_.emplace();
    fault_->kind = Fault::Kind::bad_access;
    fault_->is_write = was_write(context);
    // The processor does not report the address if it is not canonical.
    if (info.si_code != SI_KERNEL) fault_->address = reinterpret_cast<std::uintptr_t>(info.si_addr);
    return true;
}

}  // namespace glint::cpu
