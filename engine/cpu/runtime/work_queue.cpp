#include <glint/cpu/runtime/work_queue.hpp>

#include <utility>

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

void WorkQueue::push(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    ++pushed_;
    task_added_.notify_all();
}

void WorkQueue::wait() {
    std::unique_lock lock(mutex_);
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return *done_ >= target; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkQueue::drain() noexcept {
    if (std::this_thread::get_id() == thread_.get_id()) return;
    std::unique_lock lock(mutex_);
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return *done_ >= target; });
}

bool WorkQueue::is_empty() const {
    const std::lock_guard lock(mutex_);
    return *done_ == pushed_;
}

std::unique_ptr<driver::Mark> WorkQueue::mark() const {
    const std::lock_guard lock(mutex_);
    return std::make_unique<QueueMark>(done_, pushed_);
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
        ++*done_;
        task_done_.notify_all();
    }
}

}  // namespace glint::cpu
