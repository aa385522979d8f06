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

/// Reason why a thread of a kernel had to stop.
struct Fault {
    enum class Kind : std::uint8_t {
        noted,            ///< see `reason`
        bad_access,       ///< invalid access at `address`
        bad_instruction,  ///< an illegal or trapping instruction
        arithmetic,
        stack_overflow,
        time_limit,
    };

    Kind kind = Kind::noted;
    std::uintptr_t code = 0;  ///< address of the instruction; 0 if unknown
    std::optional<std::uintptr_t> address{};
    bool is_write = false;
    std::string reason{};
};

/// While it exists, the calling thread runs generated code, and a fault of that code leaves the
/// kernel instead of ending the process. Other faults are treated as if this class did not exist:
/// by the program's previous handler, or not at all.
class FaultGuard {
public:
    /// `stack` is where loops run; fibers have their own stacks. `must_stop` becomes true when the
    /// kernel's time is up. All arguments must outlive the guard. The first call installs the
    /// handlers.
    FaultGuard(const CodeMap& code, const Allocations& allocations, std::span<std::byte> stack,
               const std::atomic<bool>* must_stop);
    ~FaultGuard() { current_ = previous_; }
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;

    /// Guard of the calling thread; nullptr if it runs no kernel.
    static FaultGuard* current() noexcept { return current_; }

    const CodeMap& code() const noexcept { return code_; }
    const Allocations& allocations() const noexcept { return allocations_; }

    /// Returns the fault recorded since the last call.
    std::optional<Fault> take_fault();

    /// Records the first fault. Until take_fault, further signals are not attributed to the kernel.
    void note(Fault fault);

    bool must_stop() const noexcept { return must_stop_ != nullptr && *must_stop_; }

    // --- for the signal handlers ---

    /// If the kernel caused the signal, records it and returns true.
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

/// Leaves the kernel that the calling thread runs. Skips the stack frames in between, which must
/// not contain anything that needs destruction.
[[noreturn]] void leave_kernel();

/// Records the reason, and the location of `code` in the kernel if it is not 0; leaves the kernel.
[[noreturn]] void fail_kernel(std::string reason, std::uintptr_t code);

/// Installs the handlers of faults and of `stop_signal`, once.
void install_fault_handlers();

/// True if a segmentation fault was a write.
bool was_write(const ucontext_t& context) noexcept;

/// The signal that makes a thread check `must_stop`.
int stop_signal() noexcept;

}  // namespace glint::cpu
