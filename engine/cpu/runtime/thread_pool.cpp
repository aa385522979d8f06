#include <glint/cpu/runtime/thread_pool.hpp>

#include <algorithm>

namespace glint::cpu {

ThreadPool::ThreadPool(unsigned size) {
    for (unsigned i = 1; i < size; ++i) workers_.emplace_back([this] { work_until_stopped(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        job_added_.notify_all();
    }
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::process(Job& job) {
    for (;;) {
        const std::uint64_t first = job.next.fetch_add(job.chunk, std::memory_order_relaxed);
        if (first >= job.count) return;
        job.work(first, std::min(first + job.chunk, job.count));
    }
}

void ThreadPool::run(std::uint64_t count, std::uint64_t chunk, const Work& work) {
    Job job{.count = count, .chunk = std::max<std::uint64_t>(chunk, 1), .work = work};
    if (count <= job.chunk || workers_.empty()) return process(job);
    std::list<Job*>::iterator place;
    {
        const std::lock_guard lock(mutex_);
        place = jobs_.insert(jobs_.end(), &job);
        job_added_.notify_all();
    }
    process(job);
    std::unique_lock lock(mutex_);
    jobs_.erase(place);
    helper_left_.wait(lock, [&] { return job.helpers == 0; });
}

ThreadPool::Job* ThreadPool::find_job() {
    const auto has_work = [](const Job* job) { return job->next.load() < job->count; };
    const auto found = std::find_if(jobs_.begin(), jobs_.end(), has_work);
    return found == jobs_.end() ? nullptr : *found;
}

void ThreadPool::help(Job& job, std::unique_lock<std::mutex>& lock) {
    ++job.helpers;
    lock.unlock();
    process(job);
    lock.lock();
    if (--job.helpers == 0) helper_left_.notify_all();
}

void ThreadPool::work_until_stopped() {
    std::unique_lock lock(mutex_);
    for (;;) {
        Job* job = nullptr;
        job_added_.wait(lock, [&] { return stopping_ || (job = find_job()) != nullptr; });
        if (job == nullptr) return;
        help(*job, lock);
    }
}

}  // namespace glint::cpu
