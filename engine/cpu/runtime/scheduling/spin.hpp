// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <thread>

namespace glint::cpu {

/// Time for which a thread spins while it waits for work. This is about the time between two
/// launches by the host.
inline constexpr std::chrono::microseconds kSpinForWork{200};
/// Time for which a thread spins while other threads finish their work. It is short, because a
/// kernel that runs longer needs the core of the spinning thread.
inline constexpr std::chrono::microseconds kSpinForEnd{20};

/// Spins until `ready()` returns true, for at most `moment`. Returns false if `ready()` did not
/// return true within this time. Threads spin before they sleep, because waking a thread takes
/// longer than many kernels run. A spinning thread yields its core to other threads. On machines
/// with fewer than 4 hardware threads, this function calls `ready` only a few times.
template <class Ready>
bool spin_until(std::chrono::microseconds moment, const Ready& ready) {
    static const bool has_cores = std::thread::hardware_concurrency() >= 4;
    constexpr int kPolls = 32;  // calls of `ready` between two reads of the clock
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
