// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

#include <ucontext.h>

namespace glint::cpu {

/// What handles a signal before the handler that the program had.
struct SignalLink {
    /// Whether the signal is ours. Must be fit for a signal handler.
    bool (*accepts)(int number, const siginfo_t& info, const ucontext_t& context);
    /// Then this is called, still inside the handler, with those signals blocked that were before.
    void (*leave)();
};

/// Puts `link` in front of the handler of `number`, which gets all signals that are not accepted.
/// At most one link for each signal; it stays for as long as the process lives.
void chain_signal(int number, const SignalLink& link);

/// Gives the calling thread a stack for signal handlers, since its own may be what is full.
/// A stack that the thread has already is kept.
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
