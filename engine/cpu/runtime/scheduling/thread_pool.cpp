// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/thread_pool.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::cpu {
namespace {

// Flags in the state of a job. The lower bits are the number of workers that take part in the job.
constexpr std::uint32_t kTaken = 1u << 31;
constexpr std::uint32_t kOpen = 1u << 30;

}  // namespace

ThreadPool::ThreadPool(unsigned size) {
    start_workers(size);
    for (Job& job : jobs_) job.shares = std::vector<Share>(this->size());
}

ThreadPool::~ThreadPool() {
    stopping_ = true;
    job_added_.raise();
    workers_.clear();
}

void ThreadPool::start_workers(unsigned size) try {
    workers_.reserve(size - 1);
    for (unsigned i = 1; i < size; ++i) workers_.emplace_back([this, i] { work_until_stopped(i); });
} catch (const Error& error) {
    log::warning(fmt::format("kernels run on {} instead of {}, because glint {}",
                             text::counted(this->size(), "thread"), size, error.what()));
}

void ThreadPool::distribute(Job& job) noexcept {
    const std::uint64_t chunks = (job.count - 1) / job.chunk + 1;
    const std::uint64_t each = chunks / job.shares.size();
    const std::uint64_t longer = chunks % job.shares.size();
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < job.shares.size(); ++i) {
        Share& share = job.shares[i];
        share.next.store(first, std::memory_order_relaxed);
        share.end = first += each + (i < longer ? 1 : 0);
    }
}

// Takes the next range of a share: a sixth of the remaining chunks. The first ranges are large, to
// keep their number small. The last ranges are small, so that all threads finish at about the same
// time, even if one share takes several times as long as another.
ThreadPool::Piece ThreadPool::take(const Job& job, Share& share) noexcept {
    std::uint64_t first = share.next.load(std::memory_order_relaxed);
    std::uint64_t length = 0;
    do {
        if (first == share.end) return {job.count, job.count};
        length = std::max<std::uint64_t>((share.end - first) / 6, 1);
    } while (!share.next.compare_exchange_weak(first, first + length, std::memory_order_relaxed));
    return {first * job.chunk, std::min((first + length) * job.chunk, job.count)};
}

// Processes the job's ranges. Returns true if the caller processed at least one range.
bool ThreadPool::process(Job& job, std::size_t own) {
    bool has_worked = false;
    for (std::size_t i = 0; i < job.shares.size(); ++i) {
        Share& share = job.shares[(own + i) % job.shares.size()];
        for (Piece next = take(job, share); next.first < next.last; next = take(job, share)) {
            (*job.work)(next.first, next.last);
            has_worked = true;
        }
    }
    return has_worked;
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
    distribute(*job);
    job->state.store(kTaken | kOpen, std::memory_order_release);
    job_added_.raise();
    process(*job, 0);
    close(*job);
}

ThreadPool::Job* ThreadPool::take_place() {
    for (Job& job : jobs_) {
        std::uint32_t free = 0;
        if (job.state.compare_exchange_strong(free, kTaken, std::memory_order_acquire)) return &job;
    }
    return nullptr;
}

// Waits until all workers have left the job, and then frees the slot.
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

bool ThreadPool::help(Job& job, std::size_t own) {
    if (!join(job)) return false;
    const bool has_worked = process(job, own);
    // The last worker that leaves a closed job notifies the owner of the job. The owner may then
    // reuse the slot.
    if (job.state.fetch_sub(1) == kTaken + 1) helper_left_.raise();
    return has_worked;
}

bool ThreadPool::help_with_any(std::size_t own) {
    bool helped = false;
    for (Job& job : jobs_) helped = help(job, own) || helped;
    return helped;
}

void ThreadPool::work_until_stopped(std::size_t own) {
    for (;;) {
        const std::uint32_t seen = job_added_.count();
        if (stopping_) return;
        if (!help_with_any(own)) job_added_.wait(seen);
    }
}

}  // namespace glint::cpu
