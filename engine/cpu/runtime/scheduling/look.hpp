// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <thread>

namespace glint::cpu {

/// How long threads look for work: about as long as a host takes from one launch to the next.
inline constexpr std::chrono::microseconds kLookForWork{200};
/// And for the end of work that other threads do: longer kernels want the core.
inline constexpr std::chrono::microseconds kLookForEnd{20};

/// Looks for a moment whether `ready()` holds, and tells whether it came to hold: to wake a thread
/// that sleeps takes longer than many kernels run. Who looks lets those work that wait for its
/// core; with few cores it looks but once.
template <class Ready>
bool look_for(std::chrono::microseconds moment, const Ready& ready) {
    static const bool has_cores = std::thread::hardware_concurrency() >= 4;
    constexpr int kLooks = 32;  // from one look at the clock to the next
    if (!has_cores) moment = {};
    const auto end = std::chrono::steady_clock::now() + moment;
    do {
        for (int i = 0; i < kLooks; ++i) {
            if (ready()) return true;
            __builtin_ia32_pause();
        }
        std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

}  // namespace glint::cpu
