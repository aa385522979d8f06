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

/// Returns the time in seconds that a launch may take, from `$GLINT_CPU_TIME_LIMIT`. Returns
/// nullopt if this variable is not set, empty, or 0. Throws Error(invalid_argument) if its value is
/// not a valid number.
std::optional<Duration> time_limit_of_process();

/// Stops launches that exceed a time limit. Does nothing if the limit is nullopt.
class Watchdog {
public:
    explicit Watchdog(std::optional<Duration> limit);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    std::optional<Duration> limit() const noexcept { return limit_; }

    /// A launch that the watchdog watches. It must be destroyed before the watchdog.
    class Watch {
    public:
        explicit Watch(Watchdog& watchdog);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

        /// Returns a pointer to a flag that becomes true when the launch reaches the time limit.
        /// Returns nullptr if the watchdog does not have a limit.
        const std::atomic<bool>* must_stop() const noexcept;

        /// While a Thread exists, the calling thread runs blocks of the launch. After the launch
        /// reaches the time limit, the watchdog repeatedly sends stop_signal() to this thread.
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
        std::list<pthread_t> threads_;  // protected by the watchdog's mutex
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
