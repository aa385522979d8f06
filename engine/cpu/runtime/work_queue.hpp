#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include <glint/cpu/runtime/brief_wait.hpp>
#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// Tasks that run one after another, on a thread of their own.
///
/// A task that throws does not stop those behind it; the first failure is kept for `wait`.
class WorkQueue {
public:
    WorkQueue();
    /// Runs what is queued, then ends the thread.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    void push(std::function<void()> task);

    /// Waits for all that was pushed before the call. Throws the first failure since the last
    /// call that threw.
    void wait();

    /// The same, and leaves a failure for `wait`. At once on the queue's own thread.
    void drain() noexcept;

    bool is_empty() const;

    /// The place behind what is pushed now. It may outlive the queue.
    std::unique_ptr<driver::Mark> mark() const;

private:
    void run_until_stopped();
    void run(const std::function<void()>& task);

    mutable std::mutex mutex_;
    BriefWait task_added_;
    BriefWait task_done_;
    std::deque<std::function<void()>> tasks_;
    std::uint64_t pushed_ = 0;
    const std::shared_ptr<std::atomic<std::uint64_t>> done_ =
        std::make_shared<std::atomic<std::uint64_t>>(0);  // changed with the lock held
    std::exception_ptr failure_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace glint::cpu
