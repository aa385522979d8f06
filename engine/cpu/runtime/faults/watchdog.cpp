// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/watchdog.hpp>

#include <algorithm>
#include <csignal>

#include <glint/base/environment.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>

namespace glint::cpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kTimeLimit = "GLINT_CPU_TIME_LIMIT";
// Minimum time between two stop signals to a thread. A thread ignores the signal while it is in the
// runtime or in a library function.
constexpr auto kRetry = std::chrono::milliseconds(2);

}  // namespace

std::optional<Duration> time_limit_of_process() {
    const std::optional<double> seconds = environment_number(kTimeLimit, 1e9);
    return seconds.value_or(0) == 0 ? std::nullopt : std::optional(Duration(*seconds));
}

Watchdog::Watchdog(std::optional<Duration> limit)
    : limit_(limit),
      thread_(limit ? detail::OwnThread([this] { watch_until_stopped(); }) : detail::OwnThread()) {}

Watchdog::~Watchdog() {
    if (!limit_ || !thread_.process().is_this()) return;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_->notify_all();
    thread_.join();
}

void Watchdog::watch_until_stopped() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (watches_.empty()) {
            changed_->wait(lock);
            continue;
        }
        // All launches have the same limit, so the launch that started first reaches its limit
        // first.
        changed_->wait_until(lock, std::max(watches_.front()->deadline_, Clock::now() + kRetry));
        stop_late_kernels();
    }
}

void Watchdog::stop_late_kernels() {
    const auto now = Clock::now();
    for (Watch* watch : watches_) {
        if (watch->deadline_ > now) return;
        watch->must_stop_ = true;
        for (const pthread_t thread : watch->threads_) pthread_kill(thread, stop_signal());
    }
}

Watchdog::Watch::Watch(Watchdog& watchdog) : watchdog_(watchdog) {
    if (!watchdog_.limit_) return;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*watchdog_.limit_);
    const std::lock_guard lock(watchdog_.mutex_);
    watchdog_.watches_.push_back(this);
    watchdog_.changed_->notify_all();
}

Watchdog::Watch::~Watch() {
    if (!watchdog_.limit_) return;
    const std::lock_guard lock(watchdog_.mutex_);
    watchdog_.watches_.remove(this);
}

const std::atomic<bool>* Watchdog::Watch::must_stop() const noexcept {
    return watchdog_.limit_ ? &must_stop_ : nullptr;
}

Watchdog::Watch::Thread::Thread(Watch& watch) : watch_(watch) {
    if (!watch_.watchdog_.limit_) return;
    const std::lock_guard lock(watch_.watchdog_.mutex_);
    place_ = watch_.threads_.insert(watch_.threads_.end(), pthread_self());
}

Watchdog::Watch::Thread::~Thread() {
    if (!watch_.watchdog_.limit_) return;
    const std::lock_guard lock(watch_.watchdog_.mutex_);
    watch_.threads_.erase(place_);
}

}  // namespace glint::cpu
