// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include <glint/cpu/runtime/scheduling/spin.hpp>

namespace glint::cpu {

/// A counter that is raised whenever something has happened, for threads to wait on. It takes no
/// lock, so that many threads may wake at once.
///
///     const auto seen = signal.count();
///     if (nothing_to_do()) signal.wait(seen);  // misses nothing that was raised since
class SignalCount {
public:
    std::uint32_t count() const noexcept { return count_.load(std::memory_order_acquire); }

    void raise() noexcept {
        count_.fetch_add(1, std::memory_order_seq_cst);
        count_.notify_all();
    }

    /// Waits while the count is `seen`: spins for a moment before it sleeps.
    void wait(std::uint32_t seen) const noexcept {
        if (!spin_until(kSpinForWork, [&] { return count() != seen; }))
            count_.wait(seen, std::memory_order_acquire);
    }

private:
    alignas(64) std::atomic<std::uint32_t> count_ = 0;
};

}  // namespace glint::cpu
