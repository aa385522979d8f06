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
/// Each thread has a share of the indices. Its share is the same for all loops of one length, so
/// that its caches hold data from the previous loop. A thread that is done with its share helps
/// with other shares.
///
/// The pool takes no lock: threads that meet at a lock would sleep, and waking them one by one
/// takes longer than many kernels run.
class ThreadPool {
public:
    /// `size` includes the thread that calls `run`, so `size - 1` threads are started. If the
    /// system allows fewer, logs a warning.
    explicit ThreadPool(unsigned size);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    unsigned size() const noexcept { return static_cast<unsigned>(workers_.size()) + 1; }

    /// Processes the indices [first, last). Must not throw.
    using Work = std::function<void(std::uint64_t first, std::uint64_t last)>;

    /// Calls `work` for ranges that cover [0, count), on the calling thread and on idle threads.
    /// All ranges but the last have at least `chunk` indices. Returns when all calls have returned.
    void run(std::uint64_t count, std::uint64_t chunk, const Work& work);

private:
    /// The part of a thread's share that is not done yet, in chunks.
    struct alignas(64) Share {
        std::atomic<std::uint64_t> next = 0;
        std::uint64_t end = 0;
    };

    /// A slot for a loop that workers may join, one loop after another.
    struct Job {
        /// Flags (taken by a caller of `run`, open to workers), and the number of workers inside.
        std::atomic<std::uint32_t> state = 0;
        std::uint64_t count = 0;
        std::uint64_t chunk = 1;
        const Work* work = nullptr;
        std::vector<Share> shares;  ///< the first belongs to the caller of `run`
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

    // If more threads than this call `run` at once, the additional threads work without help.
    static constexpr std::size_t kPlaces = 8;

    std::array<Job, kPlaces> jobs_;
    SignalCount job_added_;
    SignalCount helper_left_;
    std::atomic<bool> stopping_ = false;
    std::vector<detail::OwnThread> workers_;
};

}  // namespace glint::cpu
