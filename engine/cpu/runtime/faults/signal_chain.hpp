// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

#include <ucontext.h>

namespace glint::cpu {

/// A signal handler that runs before the handler that the program had installed.
struct SignalLink {
    /// Returns true if this link handles the signal. Runs in a signal handler, so it must be
    /// async-signal-safe.
    bool (*accepts)(int number, const siginfo_t& info, const ucontext_t& context);
    /// Called within the signal handler if `accepts` returned true. The signal mask has already
    /// been restored.
    void (*leave)();
};

/// Installs `link` before the current handler of the signal `number`. The current handler gets the
/// signals that `link` does not accept. Each signal can have only one link, which stays installed
/// until the process ends.
void chain_signal(int number, const SignalLink& link);

/// Gives the calling thread a separate stack for signal handlers, because its normal stack may
/// overflow. Does nothing if the thread already has such a stack.
class SignalStack {
public:
    SignalStack() noexcept;
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    void* memory_ = nullptr;
};

}  // namespace glint::cpu
