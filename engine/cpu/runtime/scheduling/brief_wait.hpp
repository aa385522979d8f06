// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

#include <glint/base/process.hpp>
#include <glint/cpu/runtime/scheduling/spin.hpp>

namespace glint::cpu {

/// A condition variable. A waiting thread spins for a short time before it sleeps.
class BriefWait {
public:
    explicit BriefWait(std::chrono::microseconds moment) : moment_(moment) {}

    /// Waits until `ready()` returns true. `ready` is called with the lock held.
    template <class Ready>
    void wait(std::unique_lock<std::mutex>& lock, const Ready& ready) {
        while (!ready()) {
            const std::uint64_t before = changes_.load(std::memory_order_relaxed);
            lock.unlock();
            const bool changed = spin_until(
                moment_, [&] { return changes_.load(std::memory_order_acquire) != before; });
            lock.lock();
            if (!changed) return woken_->wait(lock, ready);
        }
    }

    /// Wakes all waiting threads, so that they call `ready` again. Call this with the lock held.
    void notify_all() {
        changes_.fetch_add(1, std::memory_order_release);
        woken_->notify_all();
    }

private:
    std::chrono::microseconds moment_;
    detail::Condition woken_;
    std::atomic<std::uint64_t> changes_ = 0;
};

}  // namespace glint::cpu
