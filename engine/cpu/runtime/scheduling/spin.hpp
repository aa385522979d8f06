// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <thread>

namespace glint::cpu {

/// How long threads spin while they look for work: about the time that a host takes between two
/// launches.
inline constexpr std::chrono::microseconds kSpinForWork{200};
/// How long threads spin until other threads' work ends. Short, since longer kernels need the core.
inline constexpr std::chrono::microseconds kSpinForEnd{20};

/// Spins for `moment` at most, until `ready()` returns true. Returns false if it did not. Waking a
/// sleeping thread takes longer than many kernels run. A spinning thread yields to threads that
/// wait for its core. With few cores, it makes a single attempt.
template <class Ready>
bool spin_until(std::chrono::microseconds moment, const Ready& ready) {
    static const bool has_cores = std::thread::hardware_concurrency() >= 4;
    constexpr int kPolls = 32;  // polls between two reads of the clock
    if (!has_cores) moment = {};
    const auto end = std::chrono::steady_clock::now() + moment;
    do {
        for (int i = 0; i < kPolls; ++i) {
            if (ready()) return true;
            __builtin_ia32_pause();
        }
        std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

}  // namespace glint::cpu
