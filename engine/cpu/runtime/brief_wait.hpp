#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include <glint/cpu/runtime/look_time.hpp>

namespace glint::cpu {

/// A condition variable that looks for a moment before it sleeps: to wake a thread takes longer
/// than many kernels run.
class BriefWait {
public:
    /// Waits until `ready()` holds, which is asked with the lock held.
    template <class Ready>
    void wait(std::unique_lock<std::mutex>& lock, const Ready& ready) {
        const auto end = std::chrono::steady_clock::now() + look_time();
        while (!ready()) {
            const std::uint64_t before = changes_.load(std::memory_order_relaxed);
            lock.unlock();
            const bool changed = look(before, end);
            lock.lock();
            if (!changed) return woken_.wait(lock, ready);
        }
    }

    /// Lets threads that wait ask again. To be called with the lock held.
    void notify_all() {
        changes_.fetch_add(1, std::memory_order_release);
        woken_.notify_all();
    }

private:
    bool look(std::uint64_t before, std::chrono::steady_clock::time_point end) const {
        constexpr int kLooks = 32;  // from one look at the clock to the next
        do
            for (int i = 0; i < kLooks; ++i) {
                if (changes_.load(std::memory_order_acquire) != before) return true;
                __builtin_ia32_pause();
            }
        while (std::chrono::steady_clock::now() < end);
        return false;
    }

    std::condition_variable woken_;
    std::atomic<std::uint64_t> changes_ = 0;
};

}  // namespace glint::cpu
