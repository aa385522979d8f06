// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

#include <ucontext.h>

namespace glint::cpu {

/// A signal handler that runs before the program's previous handler.
struct SignalLink {
    /// Returns true if this link handles the signal. Must be safe in a signal handler.
    bool (*accepts)(int number, const siginfo_t& info, const ucontext_t& context);
    /// Called after `accepts` returned true, still inside the handler, with the signal mask from
    /// before the signal.
    void (*leave)();
};

/// Puts `link` in front of the handler of signal `number`. That handler gets all signals that
/// `link` does not accept. At most one link per signal; it stays until the process ends.
void chain_signal(int number, const SignalLink& link);

/// Gives the calling thread a stack for signal handlers, since its own stack may have overflowed.
/// Keeps a signal stack that the thread already has.
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
