#include <glint/cpu/runtime/work_queue.hpp>

#include <utility>

namespace glint::cpu {

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
    task_done_.wait(lock, [&] { return done_ >= target; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkQueue::drain() noexcept {
    if (std::this_thread::get_id() == thread_.get_id()) return;
    std::unique_lock lock(mutex_);
    const std::uint64_t target = pushed_;
    task_done_.wait(lock, [&] { return done_ >= target; });
}

void WorkQueue::forget_failure() noexcept {
    drain();
    const std::lock_guard lock(mutex_);
    failure_ = nullptr;
}

bool WorkQueue::is_empty() const {
    const std::lock_guard lock(mutex_);
    return done_ == pushed_;
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
        ++done_;
        task_done_.notify_all();
    }
}

}  // namespace glint::cpu
