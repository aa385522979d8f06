// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include <glint/base/process.hpp>
#include <glint/cpu/runtime/scheduling/signal_count.hpp>

namespace glint::cpu {

/// Threads that divide the iterations of loops among themselves. Several threads may call `run` at
/// the same time.
///
/// Each thread has a share of the indices. For loops of the same length, this share is always the
/// same, because the thread's caches then contain data from the previous loop. A thread that has
/// finished its own share helps with other shares.
///
/// The pool uses no locks. Threads that wait for a lock would sleep, and waking them one by one
/// would take longer than many kernels run.
class ThreadPool {
public:
    /// `size` includes the thread that calls `run`, so `size` - 1 threads are started. Logs a
    /// warning if the system does not allow that many threads.
    explicit ThreadPool(unsigned size);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    unsigned size() const noexcept { return static_cast<unsigned>(workers_.size()) + 1; }

    /// Processes the indices from `first` to `last` - 1. Must not throw.
    using Work = std::function<void(std::uint64_t first, std::uint64_t last)>;

    /// Calls `work` for ranges that together contain all indices from 0 to `count` - 1, on the
    /// calling thread and on idle threads. All ranges except the last have at least `chunk`
    /// indices. Returns when all calls of `work` have returned.
    void run(std::uint64_t count, std::uint64_t chunk, const Work& work);

private:
    /// The remaining part of a thread's share, in chunks.
    struct alignas(64) Share {
        std::atomic<std::uint64_t> next = 0;
        std::uint64_t end = 0;
    };

    /// A slot for a loop that workers can join. Slots are reused for later loops.
    struct Job {
        /// Two flags (the slot is taken; workers may join), and the number of workers that take
        /// part.
        std::atomic<std::uint32_t> state = 0;
        std::uint64_t count = 0;
        std::uint64_t chunk = 1;
        const Work* work = nullptr;
        std::vector<Share> shares;  ///< the first share belongs to the caller of `run`
    };

    struct Piece {
        std::uint64_t first;
        std::uint64_t last;
    };

    static void distribute(Job& job) noexcept;
    static Piece take(const Job& job, Share& share) noexcept;
    static bool process(Job& job, std::size_t own);
    static bool join(Job& job);
    Job* take_place();
    void close(Job& job);
    void start_workers(unsigned size);
    void work_until_stopped(std::size_t own);
    bool help_with_any(std::size_t own);
    bool help(Job& job, std::size_t own);

    // Maximum number of loops that workers can help with at the same time. If more threads call
    // `run`, the additional threads work without help.
    static constexpr std::size_t kPlaces = 8;

    std::array<Job, kPlaces> jobs_;
    SignalCount job_added_;
    SignalCount helper_left_;
    std::atomic<bool> stopping_ = false;
    std::vector<detail::OwnThread> workers_;
};

}  // namespace glint::cpu
