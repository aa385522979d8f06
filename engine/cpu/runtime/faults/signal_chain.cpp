// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/signal_chain.hpp>

#include <array>
#include <cerrno>

#include <pthread.h>
#include <sys/mman.h>

namespace glint::cpu {
namespace {

// The stack must hold the registers, which take 11 kB with AVX-512 and AMX, and the frames of other
// handlers.
constexpr std::size_t kStackBytes = 64 * 1024;

struct Chained {
    SignalLink link{};
    struct sigaction previous{};
};

// This array is global, because a signal handler gets only the number of the signal.
std::array<Chained, NSIG> chained;

// Restores the default action. If an instruction caused the signal, the instruction runs again
// after the handler returns, and causes the signal again. Otherwise, raises the signal again.
void do_default(int number, const siginfo_t& info) {
    struct sigaction action{};
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, nullptr);
    if (info.si_code <= 0) raise(number);
}

void call(const struct sigaction& action, int number, siginfo_t* info, void* context) {
    sigset_t blocked = action.sa_mask, before;
    if ((action.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, number);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    if ((action.sa_flags & SA_SIGINFO) != 0)
        action.sa_sigaction(number, info, context);
    else
        action.sa_handler(number);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void forward(int number, siginfo_t* info, void* context) {
    const struct sigaction& previous = chained[static_cast<std::size_t>(number)].previous;
    const bool has_handler = (previous.sa_flags & SA_SIGINFO) != 0 ||
                             (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN);
    if (has_handler) return call(previous, number, info, context);
    // A program cannot ignore signals that an instruction causes. glint's own stop signal is
    // ignored if it arrives just after the kernel has ended.
    const bool is_fault = number < SIGRTMIN;
    if (is_fault && (previous.sa_handler == SIG_DFL || info->si_code > 0))
        do_default(number, *info);
}

// Restores the signal mask explicitly, because ThreadSanitizer blocks all signals in handlers.
void leave_handler(const SignalLink& link, const ucontext_t& interrupted) {
    pthread_sigmask(SIG_SETMASK, &interrupted.uc_sigmask, nullptr);
    link.leave();
}

void on_signal(int number, siginfo_t* info, void* context) {
    const int error = errno;
    const SignalLink& link = chained[static_cast<std::size_t>(number)].link;
    const auto& interrupted = *static_cast<const ucontext_t*>(context);
    if (link.accepts(number, *info, interrupted)) leave_handler(link, interrupted);
    forward(number, info, context);
    errno = error;
}

}  // namespace

// SA_NODEFER keeps the signal unblocked while its handler runs. This is necessary because `leave`
// jumps out of the handler, so the handler does not return.
void chain_signal(int number, const SignalLink& link) {
    Chained& entry = chained[static_cast<std::size_t>(number)];
    entry.link = link;
    sigaction(number, nullptr, &entry.previous);
    struct sigaction action{};
    action.sa_sigaction = &on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
    sigaction(number, &action, nullptr);
}

SignalStack::SignalStack() noexcept {
    stack_t present{};
    if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
    void* memory = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    memory_ = memory;
    const stack_t own{.ss_sp = memory, .ss_flags = 0, .ss_size = kStackBytes};
    sigaltstack(&own, nullptr);
}

SignalStack::~SignalStack() {
    if (memory_ == nullptr) return;
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
    munmap(memory_, kStackBytes);
}

}  // namespace glint::cpu
