#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include <glint/cpu/runtime/signal_count.hpp>

namespace glint::cpu {

/// Threads that share the work of loops. Several threads may call `run` at once.
///
/// No lock is taken: threads that meet at one would be sent to sleep, and to wake them one by one
/// takes longer than many kernels run.
class ThreadPool {
public:
    /// The thread that calls `run` is one of the `size`; so `size - 1` threads are started.
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
    /// A place for a loop that workers may join, one loop after another.
    struct Job {
        /// Whether a caller of `run` has this place, whether workers may join, and how many have.
        std::atomic<std::uint32_t> state = 0;
        std::uint64_t count = 0;
        std::uint64_t chunk = 1;
        const Work* work = nullptr;
        alignas(64) std::atomic<std::uint64_t> next = 0;  ///< the piece to be taken next
    };

    struct Piece {
        std::uint64_t first;
        std::uint64_t last;
    };

    Piece piece(const Job& job, std::uint64_t index) const noexcept;
    void process(Job& job) const;
    static bool join(Job& job);
    Job* take_place();
    void close(Job& job);
    void work_until_stopped();
    bool help_with_any();
    bool help(Job& job);

    // More callers of `run` at once than this do their work alone.
    static constexpr std::size_t kPlaces = 8;

    std::array<Job, kPlaces> jobs_;
    SignalCount job_added_;
    SignalCount helper_left_;
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> workers_;
};

}  // namespace glint::cpu
