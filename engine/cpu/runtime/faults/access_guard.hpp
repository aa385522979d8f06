// SPDX-License-Identifier: MIT
#pragma once

#include <csetjmp>
#include <optional>

#include <glint/cpu/runtime/faults/fault_guard.hpp>

namespace glint::cpu {

/// While it exists, the calling thread accesses memory that a user named, and a segmentation fault
/// ends that access instead of the process. See `guarded`.
class AccessGuard {
public:
    /// Installs the signal handlers at the first call.
    AccessGuard();
    ~AccessGuard() { current_ = previous_; }
    AccessGuard(const AccessGuard&) = delete;
    AccessGuard& operator=(const AccessGuard&) = delete;

    /// Guard of the calling thread; nullptr if there is none.
    static AccessGuard* current() noexcept { return current_; }

    std::optional<Fault>& fault() noexcept { return fault_; }

    // --- for the signal handlers ---

    /// If the signal is a fault of such an access, records it and returns true.
    bool accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept;

    std::jmp_buf place;

private:
    static inline thread_local AccessGuard* current_ = nullptr;
    AccessGuard* previous_;
    std::optional<Fault> fault_;
};

/// Runs `work` and returns the fault that ended it early, if any. A fault skips the stack frames of
/// `work`, so they must not contain anything that needs destruction.
template <class Work>
std::optional<Fault> guarded(const Work& work) {
    AccessGuard guard;
    if (setjmp(guard.place) == 0) work();
    return std::move(guard.fault());
}

}  // namespace glint::cpu
