// SPDX-License-Identifier: MIT
#include <glint/base/interruption.hpp>

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace glint {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

std::atomic<bool> has_signal = false, is_installed = false;
static_assert(std::atomic<bool>::is_always_lock_free);
std::array<struct sigaction, kSignals.size()> previous{};

void put_back() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &previous[i], nullptr);
}

extern "C" void note_signal(int) {
    has_signal = true;
    put_back();
}

}  // namespace

Interruption::Interruption() : is_first_(!is_installed.exchange(true)) {
    if (!is_first_) return;
    has_signal = false;
    struct sigaction action{};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    for (const int signal : kSignals) sigaddset(&action.sa_mask, signal);
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], nullptr, &previous[i]);
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        if (previous[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
}

Interruption::~Interruption() {
    if (!is_first_) return;
    put_back();
    is_installed = false;
}

bool Interruption::has_arrived() const noexcept { return has_signal; }

}  // namespace glint
