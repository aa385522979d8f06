// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include <glint/backend/detail/backend.hpp>
#include <glint/base/process.hpp>
#include <glint/cpu/runtime/scheduling/brief_wait.hpp>
#include <glint/cpu/runtime/scheduling/capture.hpp>

namespace glint::cpu {

/// Tasks that run one after another, on the queue's own thread.
///
/// If a task throws, later tasks still run; the first failure is kept for `wait`. In a capture,
/// tasks become nodes of a graph instead, and must be able to run many times. In a forked process,
/// where threads that exist only in the parent may hold the locks, the queue throws
/// Error(invalid_state) or does nothing.
class WorkQueue {
public:
    /// Throws Error(out_of_memory) if the system allows no more threads.
    WorkQueue();
    /// Runs all queued tasks, then ends the thread.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// Adds a task. If kMaxTasks are queued, waits until there is space. Does not wait on the
    /// thread of a queue, because other queues may wait for that thread. The running task may
    /// itself wait for the caller, if it is a host function or waits for another queue. So the
    /// queue grows beyond the limit if a task takes longer than a moment.
    void push(std::function<void()> task, const TaskKind& kind = {});

    /// Queues the runtime's own work: never waits, and is not part of a capture.
    void push_own(std::function<void()> task);

    static constexpr std::size_t kMaxTasks = 1024;

    /// Waits for all tasks pushed before the call. Throws the first failure since the last call
    /// that threw. Throws Error(invalid_state) in a capture.
    void wait();

    /// Waits for all tasks pushed before the call, even in a capture, and leaves a failure for
    /// `wait`. Returns immediately on the queue's own thread.
    void drain() noexcept;

    /// Waits for all tasks pushed before the call, and drops the failure that `wait` would throw.
    void forget_failure() noexcept;

    /// Throws Error(invalid_state) in a forked process.
    void check_process(const char* operation) const { thread_.process().check(operation); }

    /// Throws Error(invalid_state) in a capture.
    bool is_empty() const;

    /// From now on, adds tasks to the graph of `place`. Throws Error(invalid_state) in a capture.
    void begin_capture(const CapturePlace& place);
    /// Position of the queue in a capture; nullopt if it is not in one.
    std::optional<CapturePlace> capture_place() const;
    /// Makes later tasks come after `place`, and joins its capture. Throws Error(invalid_state) if
    /// the queue is in another one.
    void join(const CapturePlace& place);
    void leave_capture() noexcept;
    /// Marks the position after all tasks pushed so far. The mark may outlive the queue.
    std::unique_ptr<driver::Mark> mark() const;

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    struct QueuedTask {
        std::function<void()> work;
        bool ends_by_itself = true;  ///< false if it may wait for other threads
    };

    void run_until_stopped();
    void run(const std::function<void()>& task);

    /// Call these with the lock held.
    bool has_done(std::uint64_t target);
    void wait_for_room(std::unique_lock<std::mutex>& lock);
    bool is_held_up() const noexcept;
    void enqueue(QueuedTask task);
    QueuedTask take_next();
    void add(GraphNode node, Capture& capture);
    void refuse_capture(const char* operation) const;

    mutable std::mutex mutex_;
    CapturePlace place_;
    BriefWait task_added_{kSpinForWork};
    BriefWait task_done_{kSpinForEnd};
    detail::Condition room_;
    std::deque<QueuedTask> tasks_;
    bool current_ends_by_itself_ = true;
    std::uint64_t held_up_at_ = kNone;  ///< value of `done_` when the queue was last found to be
                                        ///< held up
    std::uint64_t pushed_ = 0;
    const std::shared_ptr<std::atomic<std::uint64_t>> done_ =
        std::make_shared<std::atomic<std::uint64_t>>(0);  // changed with the lock held
    std::uint64_t wanted_ = kNone;                        ///< smallest count that is waited for
    std::exception_ptr failure_;
    bool stopping_ = false;
    detail::OwnThread thread_;
};

}  // namespace glint::cpu
