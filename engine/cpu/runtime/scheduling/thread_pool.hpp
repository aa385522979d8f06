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

/// Threads that share the work of loops. Several threads may call `run` at once.
///
/// Each thread has a share of the numbers, the same whenever a loop is as long, so that it meets
/// what its caches hold from the loop before. Who is done with its own helps with the others'.
///
/// No lock is taken: threads that meet at one would be sent to sleep, and to wake them one by one
/// takes longer than many kernels run.
class ThreadPool {
public:
    /// The thread that calls `run` is one of the `size`; so `size - 1` threads are started, or as
    /// many as the system allows; that they are fewer is a warning in the log.
    explicit ThreadPool(unsigned size);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    unsigned size() const noexcept { return static_cast<unsigned>(workers_.size()) + 1; }

    /// What is done with the numbers [first, last). It must not throw.
    using Work = std::function<void(std::uint64_t first, std::uint64_t last)>;

    /// Calls `work` for pieces of [0, count), none but the last of fewer than `chunk` numbers,
    /// until all are done, on the calling thread and those that are free. Returns when all calls
    /// have.
    void run(std::uint64_t count, std::uint64_t chunk, const Work& work);

private:
    /// What is left of a thread's share, in chunks.
    struct alignas(64) Share {
        std::atomic<std::uint64_t> next = 0;
        std::uint64_t end = 0;
    };

    /// A place for a loop that workers may join, one loop after another.
    struct Job {
        /// Whether a caller of `run` has this place, whether workers may join, and how many have.
        std::atomic<std::uint32_t> state = 0;
        std::uint64_t count = 0;
        std::uint64_t chunk = 1;
        const Work* work = nullptr;
        std::vector<Share> shares;  ///< the first is that of the caller of `run`
    };

    struct Piece {
        std::uint64_t first;
        std::uint64_t last;
    };

    static void deal_out(Job& job) noexcept;
    static Piece take(const Job& job, Share& share) noexcept;
    static bool process(Job& job, std::size_t own);
    static bool join(Job& job);
    Job* take_place();
    void close(Job& job);
    void start_workers(unsigned size);
    void work_until_stopped(std::size_t own);
    bool help_with_any(std::size_t own);
    bool help(Job& job, std::size_t own);

    // More callers of `run` at once than this do their work alone.
    static constexpr std::size_t kPlaces = 8;

    std::array<Job, kPlaces> jobs_;
    SignalCount job_added_;
    SignalCount helper_left_;
    std::atomic<bool> stopping_ = false;
    std::vector<detail::OwnThread> workers_;
};

}  // namespace glint::cpu
