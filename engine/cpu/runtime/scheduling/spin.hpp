// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <thread>

namespace glint::cpu {

/// How long threads look for work: about as long as a host takes between two launches.
inline constexpr std::chrono::microseconds kSpinForWork{200};
/// How long threads look for the end of other threads' work: longer kernels need the core.
inline constexpr std::chrono::microseconds kSpinForEnd{20};

/// Spins for a moment until `ready()` returns true; returns false if it does not. Waking a sleeping
/// thread takes longer than many kernels run. A spinning thread yields to threads that wait for its
/// core; with few cores, it makes a single attempt.
template <class Ready>
bool spin_until(std::chrono::microseconds moment, const Ready& ready) {
    static const bool has_cores = std::thread::hardware_concurrency() >= 4;
    constexpr int kPolls = 32;  // between two reads of the clock
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
