// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <optional>

#include <pthread.h>

#include <glint/base/process.hpp>

namespace glint::cpu {

using Duration = std::chrono::duration<double>;

/// Time in seconds that one launch may take, from `$GLINT_CPU_TIME_LIMIT`; nullopt if it is unset,
/// empty, or 0. Throws Error(invalid_argument) if it is not a valid number.
std::optional<Duration> time_limit_of_process();

/// Stops launches that take too long. Without a limit, it does nothing.
class Watchdog {
public:
    explicit Watchdog(std::optional<Duration> limit);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    std::optional<Duration> limit() const noexcept { return limit_; }

    /// One launch. It must end before the watchdog is destroyed.
    class Watch {
    public:
        explicit Watch(Watchdog& watchdog);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

        /// True once the time is up; nullptr if there is no limit.
        const std::atomic<bool>* must_stop() const noexcept;

        /// While it exists, the calling thread runs blocks of the launch, and gets stop_signal()
        /// repeatedly once the time is up.
        class Thread {
        public:
            explicit Thread(Watch& watch);
            ~Thread();
            Thread(const Thread&) = delete;
            Thread& operator=(const Thread&) = delete;

        private:
            Watch& watch_;
            std::list<pthread_t>::iterator place_;
        };

    private:
        friend class Watchdog;

        Watchdog& watchdog_;
        std::chrono::steady_clock::time_point deadline_;
        std::atomic<bool> must_stop_ = false;
        std::list<pthread_t> threads_;  // guarded by the watchdog's mutex
    };

private:
    void watch_until_stopped();
    void stop_late_kernels();

    std::optional<Duration> limit_;
    std::mutex mutex_;
    detail::Condition changed_;
    std::list<Watch*> watches_;
    bool stopping_ = false;
    detail::OwnThread thread_;
};

}  // namespace glint::cpu
