// SPDX-License-Identifier: MIT
#pragma once

#include <csetjmp>
#include <optional>

#include <glint/cpu/runtime/faults/fault_guard.hpp>

namespace glint::cpu {

/// For as long as it lives, the calling thread touches memory that a user named, and a
/// segmentation fault leaves what it does instead of ending the process. See `guarded`.
class AccessGuard {
public:
    /// Installs the signal handlers at the first call.
    AccessGuard();
    ~AccessGuard() { current_ = previous_; }
    AccessGuard(const AccessGuard&) = delete;
    AccessGuard& operator=(const AccessGuard&) = delete;

    /// That of the calling thread, nullptr where there is none.
    static AccessGuard* current() noexcept { return current_; }

    std::optional<Fault>& fault() noexcept { return fault_; }

    // --- for the signal handlers ---

    /// Whether the signal is such a fault; then it is noted.
    bool accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept;

    std::jmp_buf place;

private:
    static inline thread_local AccessGuard* current_ = nullptr;
    AccessGuard* previous_;
    std::optional<Fault> fault_;
};

/// Does `work`, whose frames may hold nothing that needs destruction, and gives the fault that
/// ended it early.
template <class Work>
std::optional<Fault> guarded(const Work& work) {
    AccessGuard guard;
    if (setjmp(guard.place) == 0) work();
    return std::move(guard.fault());
}

}  // namespace glint::cpu
