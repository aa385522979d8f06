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

/// Tasks that run one after another on the thread of the queue.
///
/// If a task throws, later tasks still run. `wait` throws the first failure. During a capture,
/// tasks become nodes of a graph instead, and must be able to run more than once. In a forked
/// process, the locks may be held by threads that exist only in the parent process. Therefore, all
/// functions throw Error(invalid_state) or do nothing there.
class WorkQueue {
public:
    /// Throws Error(out_of_memory) if the system cannot create another thread.
    WorkQueue();
    /// Runs all queued tasks and then ends the thread.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// Adds a task. If kMaxTasks tasks are queued, first waits until some of them are done. This
    /// function does not wait if it is called on the thread of a queue, because other queues may
    /// wait for this thread. It also stops waiting if the running task takes very long and may be
    /// waiting for the caller. Such tasks are host functions and tasks that wait for another queue.
    /// In these cases, the queue grows beyond the limit.
    void push(std::function<void()> task, const TaskKind& kind = {});

    /// Adds a task of the runtime itself. Never waits, and never adds the task to a capture.
    void push_own(std::function<void()> task);

    static constexpr std::size_t kMaxTasks = 1024;

    /// Waits for all tasks that were added before. Throws the first failure that was not thrown
    /// yet. Throws Error(invalid_state) during a capture.
    void wait();

    /// Waits for all tasks that were added before, even during a capture. Does not throw failures;
    /// `wait` throws them later. Returns immediately if the caller is the thread of this queue.
    void drain() noexcept;

    /// Waits for all tasks that were added before, and drops the failure that `wait` would throw.
    void forget_failure() noexcept;

    /// Throws Error(invalid_state) for `operation` in a forked process.
    void check_process(const char* operation) const { thread_.process().check(operation); }

    /// Returns true if all tasks are done. Throws Error(invalid_state) during a capture.
    bool is_empty() const;

    /// From now on, tasks are added to the graph of `place`. Throws Error(invalid_state) if the
    /// queue already takes part in a capture.
    void begin_capture(const CapturePlace& place);
    /// Returns the position of the queue in its capture, or nullopt if it takes part in none.
    std::optional<CapturePlace> capture_place() const;
    /// Makes later tasks run after `place`, and joins the capture of `place`. Throws
    /// Error(invalid_state) if the queue takes part in another capture.
    void join(const CapturePlace& place);
    void leave_capture() noexcept;
    /// Returns a mark that is passed when all tasks that are queued now are done. The mark may
    /// outlive the queue.
    std::unique_ptr<driver::Mark> mark() const;

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    struct QueuedTask {
        std::function<void()> work;
        bool ends_by_itself = true;  ///< false if the task may wait for other threads
    };

    void run_until_stopped();
    void run(const std::function<void()>& task);

    /// Call the following functions with the lock held.
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
    std::uint64_t held_up_at_ = kNone;  ///< value of `done_` when a task was last found to take too
                                        ///< long
    std::uint64_t pushed_ = 0;
    const std::shared_ptr<std::atomic<std::uint64_t>> done_ =
        std::make_shared<std::atomic<std::uint64_t>>(0);  // changes only while the lock is held
    std::uint64_t wanted_ = kNone;                        ///< lowest count that a thread waits for
    std::exception_ptr failure_;
    bool stopping_ = false;
    detail::OwnThread thread_;
};

}  // namespace glint::cpu
