// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include <glint/cpu/runtime/scheduling/spin.hpp>

namespace glint::cpu {

/// A counter for notifying other threads. A thread increases the counter after a change, and other
/// threads wait for the increase. The counter does not use a lock. Many threads can wake up at the
/// same time.
///
///     const auto seen = signal.count();
///     if (nothing_to_do()) signal.wait(seen);  // returns when count() != seen
class SignalCount {
public:
    std::uint32_t count() const noexcept { return count_.load(std::memory_order_acquire); }

    void raise() noexcept {
        count_.fetch_add(1, std::memory_order_seq_cst);
        count_.notify_all();
    }

    /// Waits until the count is not `seen`. Spins for a short time before it sleeps.
    void wait(std::uint32_t seen) const noexcept {
        if (!spin_until(kSpinForWork, [&] { return count() != seen; }))
            count_.wait(seen, std::memory_order_acquire);
    }

private:
    alignas(64) std::atomic<std::uint32_t> count_ = 0;
};

}  // namespace glint::cpu
