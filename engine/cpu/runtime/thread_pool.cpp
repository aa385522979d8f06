#include <glint/cpu/runtime/thread_pool.hpp>

#include <algorithm>

namespace glint::cpu {
namespace {

// Bits of a job's state; those below count the workers that are inside.
constexpr std::uint32_t kTaken = 1u << 31;
constexpr std::uint32_t kOpen = 1u << 30;

}  // namespace

ThreadPool::ThreadPool(unsigned size) {
    for (unsigned i = 1; i < size; ++i) workers_.emplace_back([this] { work_until_stopped(); });
}

ThreadPool::~ThreadPool() {
    stopping_ = true;
    job_added_.raise();
    for (std::thread& worker : workers_) worker.join();
}

// Numbers that a thread takes at a time. Large pieces come first, half of what is left for all
// threads together, so that they meet at the counter less often; small ones let them end together.
ThreadPool::Piece ThreadPool::piece(const Job& job, std::uint64_t index) const noexcept {
    std::uint64_t first = 0;
    for (;;) {
        const std::uint64_t length = (job.count - first) / (2 * size());
        if (length <= job.chunk) break;
        if (index < size()) return {first + index * length, first + (index + 1) * length};
        index -= size();
        first += size() * length;
    }
    first = std::min(first + index * job.chunk, job.count);
    return {first, std::min(first + job.chunk, job.count)};
}

void ThreadPool::process(Job& job) const {
    for (;;) {
        const Piece next = piece(job, job.next.fetch_add(1, std::memory_order_relaxed));
        if (next.first == next.last) return;
        (*job.work)(next.first, next.last);
    }
}

void ThreadPool::run(std::uint64_t count, std::uint64_t chunk, const Work& work) {
    chunk = std::max<std::uint64_t>(chunk, 1);
    Job* job = count <= chunk || workers_.empty() ? nullptr : take_place();
    if (job == nullptr) {
        if (count > 0) work(0, count);
        return;
    }
    job->count = count;
    job->chunk = chunk;
    job->work = &work;
    job->next.store(0, std::memory_order_relaxed);
    job->state.store(kTaken | kOpen, std::memory_order_release);
    job_added_.raise();
    process(*job);
    close(*job);
}

ThreadPool::Job* ThreadPool::take_place() {
    for (Job& job : jobs_) {
        std::uint32_t free = 0;
        if (job.state.compare_exchange_strong(free, kTaken, std::memory_order_acquire)) return &job;
    }
    return nullptr;
}

// Waits for those inside, then gives the place back.
void ThreadPool::close(Job& job) {
    job.state.fetch_and(~kOpen);
    for (;;) {
        const std::uint32_t seen = helper_left_.count();
        if (job.state.load() == kTaken) break;
        helper_left_.wait(seen);
    }
    job.state.store(0, std::memory_order_release);
}

bool ThreadPool::join(Job& job) {
    std::uint32_t state = job.state.load(std::memory_order_relaxed);
    while (state & kOpen)
        if (job.state.compare_exchange_weak(state, state + 1, std::memory_order_acquire))
            return true;
    return false;
}

// Whether there was anything left to do.
bool ThreadPool::help(Job& job) {
    if (!join(job)) return false;
    const Piece next = piece(job, job.next.load(std::memory_order_relaxed));
    const bool has_work = next.first < next.last;
    if (has_work) process(job);
    // The last one out of a closed job tells its owner, who may then reuse the place.
    if (job.state.fetch_sub(1) == kTaken + 1) helper_left_.raise();
    return has_work;
}

bool ThreadPool::help_with_any() {
    bool helped = false;
    for (Job& job : jobs_) helped = help(job) || helped;
    return helped;
}

void ThreadPool::work_until_stopped() {
    for (;;) {
        const std::uint32_t seen = job_added_.count();
        if (stopping_) return;
        if (!help_with_any()) job_added_.wait(seen);
    }
}

}  // namespace glint::cpu
