// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>

namespace glint::cpu {

class Allocations;

/// The reason why a thread of a kernel had to stop.
struct Fault {
    enum class Kind : std::uint8_t {
        noted,            ///< `reason` describes the fault
        bad_access,       ///< invalid access to `address`
        bad_instruction,  ///< illegal instruction or trap
        arithmetic,
        stack_overflow,
        time_limit,
    };

    Kind kind = Kind::noted;
    std::uintptr_t code = 0;  ///< address of the instruction; 0 if it is unknown
    std::optional<std::uintptr_t> address{};
    bool is_write = false;
    std::string reason{};
};

/// While a FaultGuard exists, the calling thread runs generated code. A fault in this code ends the
/// kernel and not the process. All other faults go to the handler that the program had installed
/// before. If the program did not install a handler, they end the process.
class FaultGuard {
public:
    /// `stack` is the stack on which loops run; fibers have their own stacks. `must_stop` becomes
    /// true when the kernel has reached its time limit. All arguments must outlive the guard. The
    /// first call installs the signal handlers.
    FaultGuard(const CodeMap& code, const Allocations& allocations, std::span<std::byte> stack,
               const std::atomic<bool>* must_stop);
    ~FaultGuard() { current_ = previous_; }
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;

    /// Returns the guard of the calling thread, or nullptr if the thread does not run a kernel.
    static FaultGuard* current() noexcept { return current_; }

    const CodeMap& code() const noexcept { return code_; }
    const Allocations& allocations() const noexcept { return allocations_; }

    /// Returns the recorded fault and forgets it. Returns nullopt if no fault was recorded.
    std::optional<Fault> take_fault();

    /// Records a fault. Until `take_fault` is called, later signals are not attributed to the
    /// kernel.
    void note(Fault fault);

    bool must_stop() const noexcept { return must_stop_ != nullptr && *must_stop_; }

    // --- called by the signal handlers ---

    /// Returns true and records the fault if the kernel caused the signal.
    bool accepts(int number, const siginfo_t& info, const ucontext_t& context) noexcept;

private:
    std::span<std::byte> stack() const noexcept;
    std::uintptr_t kernel_code_of(const ucontext_t& context) const noexcept;
    bool is_overflow(std::uintptr_t address) const noexcept;

    static inline thread_local FaultGuard* current_ = nullptr;

    const CodeMap& code_;
    const Allocations& allocations_;
    std::span<std::byte> stack_;
    const std::atomic<bool>* must_stop_;
    FaultGuard* previous_;
    bool has_fault_ = false;
    Fault fault_;
};

/// Leaves the kernel that the calling thread runs. Skips all stack frames of the kernel, so they
/// must not contain objects with destructors.
[[noreturn]] void leave_kernel();

/// Leaves the kernel after recording `reason`, and the location of the instruction at `code` unless
/// `code` is 0.
[[noreturn]] void fail_kernel(std::string reason, std::uintptr_t code);

/// Installs the handlers for faults and for `stop_signal`. Only the first call has an effect.
void install_fault_handlers();

/// Returns true if a write caused the segmentation fault.
bool was_write(const ucontext_t& context) noexcept;

/// Returns the number of the signal that makes a thread check `must_stop`.
int stop_signal() noexcept;

}  // namespace glint::cpu
