// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/work_queue.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

class QueueMark final : public driver::Mark {
public:
    QueueMark(std::shared_ptr<const std::atomic<std::uint64_t>> done, std::uint64_t place)
        : done_(std::move(done)), place_(place) {}
    bool is_passed() noexcept override { return *done_ >= place_; }

private:
    std::shared_ptr<const std::atomic<std::uint64_t>> done_;
    std::uint64_t place_;
};

thread_local bool is_queue_thread = false;

// A thread that waits for space continues when at most this many tasks are left.
constexpr std::size_t kResumeThreshold = WorkQueue::kMaxTasks / 2;

// If a task takes longer than kMoment, it may be waiting for a thread that itself waits for space
// in this queue. To avoid a deadlock, up to kMaxTasksHeldUp tasks may then be queued. After that,
// each push waits for kMoment.
constexpr std::chrono::milliseconds kMoment{100};
constexpr std::size_t kMaxTasksHeldUp = 16 * WorkQueue::kMaxTasks;

// Returns false if the work may wait for other threads: a host function, or a graph, which may
// contain one.
bool ends_by_itself(driver::GraphNodeKind kind) noexcept {
    using Kind = driver::GraphNodeKind;
    return kind == Kind::kernel || kind == Kind::copy || kind == Kind::fill;
}

}  // namespace

WorkQueue::WorkQueue() : thread_([this] { run_until_stopped(); }) {}

WorkQueue::~WorkQueue() {
    if (!thread_.process().is_this()) return;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        task_added_.notify_all();
    }
    thread_.join();
}

void WorkQueue::push(std::function<void()> task, const TaskKind& kind) {
    check_process("queue work on a stream");
    std::shared_ptr<Capture> capture;  // destroyed after `lock`, because it may use this queue
    std::unique_lock lock(mutex_);
    capture = place_.capture.lock();
    if (capture) {
        add({.kind = kind.kind,
             .label = std::string(kind.label),
             .after = {},
             .content = std::make_shared<const std::function<void()>>(std::move(task))},
            *capture);
        return;
    }
    if (tasks_.size() >= kMaxTasks && !is_queue_thread) wait_for_room(lock);
    enqueue({std::move(task), ends_by_itself(kind.kind)});
}

void WorkQueue::push_own(std::function<void()> task) {
    if (!thread_.process().is_this()) return;
    const std::lock_guard lock(mutex_);
    enqueue({std::move(task)});
}

// Waits until half of the tasks are done, because waking a thread after each task would take
// longer.
void WorkQueue::wait_for_room(std::unique_lock<std::mutex>& lock) {
    while (tasks_.size() > kResumeThreshold && !(is_held_up() && tasks_.size() < kMaxTasksHeldUp)) {
        const std::uint64_t done = *done_;
        const bool timed_out = room_->wait_for(lock, kMoment) == std::cv_status::timeout;
        if (!timed_out || *done_ != done || current_ends_by_itself_) continue;
        held_up_at_ = done;
        return;
    }
}

bool WorkQueue::is_held_up() const noexcept { return held_up_at_ == *done_; }

void WorkQueue::enqueue(QueuedTask task) {
    tasks_.push_back(std::move(task));
    ++pushed_;
    task_added_.notify_all();
}

void WorkQueue::add(GraphNode node, Capture& capture) {
    node.after = place_.last;
    place_.last = {capture.nodes().add(std::move(node))};
}

void WorkQueue::refuse_capture(const char* operation) const {
    if (!place_.capture.expired()) throw Error(ErrorCode::invalid_state, operation, place_.refusal);
}

// Returns true if `target` tasks are done. Otherwise, ensures that the waiting threads are notified
// when that many tasks are done.
bool WorkQueue::has_done(std::uint64_t target) {
    if (*done_ >= target) return true;
    wanted_ = std::min(wanted_, target);
    return false;
}

void WorkQueue::wait() {
    check_process("wait for a stream");
    std::unique_lock lock(mutex_);
    refuse_capture("wait for a stream");
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return has_done(target); });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkQueue::drain() noexcept {
    if (std::this_thread::get_id() == thread_.id() || !thread_.process().is_this()) return;
    std::unique_lock lock(mutex_);
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return has_done(target); });
}

void WorkQueue::forget_failure() noexcept {
    if (!thread_.process().is_this()) return;
    drain();
    const std::lock_guard lock(mutex_);
    failure_ = nullptr;
}

bool WorkQueue::is_empty() const {
    check_process("query a stream");
    const std::lock_guard lock(mutex_);
    refuse_capture("query a stream");
    return *done_ == pushed_;
}

std::unique_ptr<driver::Mark> WorkQueue::mark() const {
    check_process("mark a position in a stream");
    const std::lock_guard lock(mutex_);
    return std::make_unique<QueueMark>(done_, pushed_);
}

void WorkQueue::begin_capture(const CapturePlace& place) {
    check_process("capture a stream");
    const std::lock_guard lock(mutex_);
    refuse_capture("capture a stream");
    place_ = place;
}

std::optional<CapturePlace> WorkQueue::capture_place() const {
    if (!thread_.process().is_this()) return std::nullopt;  // another thread may hold the lock
    const std::lock_guard lock(mutex_);
    return place_.capture.expired() ? std::nullopt : std::optional(place_);
}

void WorkQueue::join(const CapturePlace& place) {
    check_process("make a stream wait for an event");
    const std::lock_guard lock(mutex_);
    if (place_.capture.expired()) {
        place_ = place;
        return;
    }
    if (!place_.is_in(place.capture))
        throw Error(ErrorCode::invalid_state, "make a stream wait for an event",
                    "the event and the stream are being captured into different graphs");
    place_.join(place);
}

void WorkQueue::leave_capture() noexcept {
    if (!thread_.process().is_this()) return;
    const std::lock_guard lock(mutex_);
    place_ = {};
}

void WorkQueue::run(const std::function<void()>& task) {
    try {
        task();
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
}

WorkQueue::QueuedTask WorkQueue::take_next() {
    QueuedTask task = std::move(tasks_.front());
    tasks_.pop_front();
    current_ends_by_itself_ = task.ends_by_itself;
    if (tasks_.size() == kResumeThreshold) room_->notify_all();
    return task;
}

void WorkQueue::run_until_stopped() {
    is_queue_thread = true;
    std::unique_lock lock(mutex_);
    for (;;) {
        task_added_.wait(lock, [&] { return stopping_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        {
            const QueuedTask task = take_next();
            lock.unlock();
            run(task.work);
        }  // the task is destroyed before waiting threads continue
        lock.lock();
        if (++*done_ < wanted_) continue;
        wanted_ = kNone;
        task_done_.notify_all();
    }
}

}  // namespace glint::cpu
