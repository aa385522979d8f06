// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/compile_queue.hpp>

#include <utility>

namespace glint::compiler {

CompileQueue::CompileQueue(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

CompileQueue::~CompileQueue() { cancel(); }

void CompileQueue::add(const std::string& key, std::function<void()> compile) {
    const std::lock_guard lock(mutex_);
    if (is_cancelled_ || !known_.insert(key).second) return;
    waiting_.push_back(std::move(compile));
    changed_.notify_all();
}

CompileQueue::Progress CompileQueue::progress() const {
    const std::lock_guard lock(mutex_);
    return {.done = done_, .total = static_cast<unsigned>(known_.size())};
}

void CompileQueue::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_cancelled_ || done_ == known_.size(); });
}

void CompileQueue::cancel() {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
    waiting_.clear();
    changed_.notify_all();
}

bool CompileQueue::is_cancelled() const {
    const std::lock_guard lock(mutex_);
    return is_cancelled_;
}

void CompileQueue::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return is_cancelled_ || !waiting_.empty(); });
        if (is_cancelled_) return;
        const std::function<void()> compile = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        try {
            compile();
        } catch (...) {  // ignored: see add()
        }
        lock.lock();
        ++done_;
        changed_.notify_all();
    }
}

}  // namespace glint::compiler
