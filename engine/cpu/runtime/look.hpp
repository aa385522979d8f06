#pragma once

#include <chrono>
#include <thread>

namespace glint::cpu {

/// Looks for a moment whether `ready()` holds, and tells whether it came to hold: to wake a thread
/// that sleeps takes longer than many kernels run. Who looks lets those work that wait for its
/// core; with few cores it looks but once.
template <class Ready>
bool look_for(const Ready& ready) {
    static const bool has_cores = std::thread::hardware_concurrency() >= 4;
    constexpr int kLooks = 32;  // from one look at the clock to the next
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::microseconds(has_cores ? 200 : 0);
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
