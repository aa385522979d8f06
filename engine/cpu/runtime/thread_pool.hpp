#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include <glint/cpu/runtime/brief_wait.hpp>

namespace glint::cpu {

/// Threads that share the work of loops. Several threads may call `run` at once.
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

    /// Calls `work` for chunks of at most `chunk` numbers until all of [0, count) are done, on the
    /// calling thread and those that are free. Returns when all calls have returned.
    void run(std::uint64_t count, std::uint64_t chunk, const Work& work);

private:
    struct Job {
        std::uint64_t count;
        std::uint64_t chunk;
        const Work& work;
        std::atomic<std::uint64_t> next = 0;
        unsigned helpers = 0;  // workers inside `process`; guarded by mutex_
    };

    static void process(Job& job);
    void work_until_stopped();
    Job* find_job();
    void help(Job& job, std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    BriefWait job_added_;
    BriefWait helper_left_;
    std::list<Job*> jobs_;
    bool stopping_ = false;
    std::vector<std::thread> workers_;
};

}  // namespace glint::cpu
