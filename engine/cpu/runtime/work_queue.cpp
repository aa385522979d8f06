#include <glint/cpu/runtime/work_queue.hpp>

#include <algorithm>
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

}  // namespace

WorkQueue::WorkQueue() : thread_([this] { run_until_stopped(); }) {}

WorkQueue::~WorkQueue() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        task_added_.notify_all();
    }
    thread_.join();
}

void WorkQueue::push(std::function<void()> task, const TaskKind& kind) {
    std::shared_ptr<Capture> capture;  // goes behind the lock: its end may ask this queue
    const std::lock_guard lock(mutex_);
    capture = place_.capture.lock();
    if (capture) {
        add({.kind = kind.kind,
             .label = std::string(kind.label),
             .after = {},
             .content = std::make_shared<const std::function<void()>>(std::move(task))},
            *capture);
        return;
    }
    enqueue(std::move(task));
}

void WorkQueue::enqueue(std::function<void()> task) {
    tasks_.push_back(std::move(task));
    ++pushed_;
    task_added_.notify_all();
}

void WorkQueue::add(GraphNode node, Capture& capture) {
    node.after = place_.last;
    place_.last = {capture.nodes().add(std::move(node))};
}

void WorkQueue::refuse_capture(const char* operation) const {
    if (!place_.capture.expired())
        throw Error(ErrorCode::invalid_state, operation, "the stream is being captured");
}

// If not, whoever asks is told when it has.
bool WorkQueue::has_done(std::uint64_t target) {
    if (*done_ >= target) return true;
    wanted_ = std::min(wanted_, target);
    return false;
}

void WorkQueue::wait() {
    std::unique_lock lock(mutex_);
    refuse_capture("wait for a stream");
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return has_done(target); });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkQueue::drain() noexcept {
    if (std::this_thread::get_id() == thread_.get_id()) return;
    std::unique_lock lock(mutex_);
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return has_done(target); });
}

void WorkQueue::forget_failure() noexcept {
    drain();
    const std::lock_guard lock(mutex_);
    failure_ = nullptr;
}

bool WorkQueue::is_empty() const {
    const std::lock_guard lock(mutex_);
    refuse_capture("ask for a stream");
    return *done_ == pushed_;
}

std::unique_ptr<driver::Mark> WorkQueue::mark() const {
    const std::lock_guard lock(mutex_);
    return std::make_unique<QueueMark>(done_, pushed_);
}

void WorkQueue::begin_capture(const CapturePlace& place) {
    const std::lock_guard lock(mutex_);
    refuse_capture("capture a stream");
    place_ = place;
}

std::optional<CapturePlace> WorkQueue::capture_place() const {
    const std::lock_guard lock(mutex_);
    return place_.capture.expired() ? std::nullopt : std::optional(place_);
}

void WorkQueue::join(const CapturePlace& place) {
    const std::lock_guard lock(mutex_);
    if (place_.capture.expired()) {
        place_ = place;
        return;
    }
    if (!place_.is_in(place.capture))
        throw Error(ErrorCode::invalid_state, "make a stream wait",
                    "the event and the stream are being captured into different graphs");
    place_.join(place);
}

void WorkQueue::leave_capture() noexcept {
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

void WorkQueue::run_until_stopped() {
    std::unique_lock lock(mutex_);
    for (;;) {
        task_added_.wait(lock, [&] { return stopping_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        {
            const std::function<void()> task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            run(task);
        }  // what the task holds goes before anyone is told that it is done
        lock.lock();
        if (++*done_ < wanted_) continue;
        wanted_ = kNone;
        task_done_.notify_all();
    }
}

}  // namespace glint::cpu
