// SPDX-License-Identifier: MIT
#pragma once

#include <csetjmp>
#include <optional>

#include <glint/cpu/runtime/faults/fault_guard.hpp>

namespace glint::cpu {

/// While an AccessGuard exists, the calling thread may access memory at addresses that the user
/// specified. A segmentation fault then ends the access and not the process. See `guarded`.
class AccessGuard {
public:
    /// The first call installs the signal handlers.
    AccessGuard();
    ~AccessGuard() { current_ = previous_; }
    AccessGuard(const AccessGuard&) = delete;
    AccessGuard& operator=(const AccessGuard&) = delete;

    /// Returns the guard of the calling thread, or nullptr if the thread does not have a guard.
    static AccessGuard* current() noexcept { return current_; }

    std::optional<Fault>& fault() noexcept { return fault_; }

    // --- called by the signal handlers ---

    /// Returns true and records the fault if the signal reports an invalid access.
    bool accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept;

    std::jmp_buf place;

private:
    static inline thread_local AccessGuard* current_ = nullptr;
    AccessGuard* previous_;
    std::optional<Fault> fault_;
};

/// Runs `work`. Returns the fault that ended `work`, or nullopt if `work` completed. A fault skips
/// the stack frames of `work`, so they must not contain objects with destructors.
template <class Work>
std::optional<Fault> guarded(const Work& work) {
    AccessGuard guard;
    if (setjmp(guard.place) == 0) work();
    return std::move(guard.fault());
}

}  // namespace glint::cpu
