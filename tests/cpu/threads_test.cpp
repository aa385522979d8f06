// SPDX-License-Identifier: MIT
// System limits: too many threads, and threads in a forked process.
#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/cpu/runtime/memory/memory_limits.hpp>
#include <glint/cpu/runtime/scheduling/event.hpp>
#include <glint/cpu/runtime/scheduling/thread_pool.hpp>
#include <glint/cpu/runtime/scheduling/work_queue.hpp>

namespace glint::cpu::test {
namespace {

/// Exit status of `body` in a forked process; -1 if it times out.
int in_a_fork(const std::function<int()>& body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(100);  // a long time, because the machine may be busy
        _exit(body());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Limits the process's memory to the stacks of a few more threads.
void limit_threads() {
    const std::size_t now = [] {
        std::size_t pages = 0;
        std::FILE* file = std::fopen("/proc/self/statm", "r");
        if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
        std::fclose(file);
        return pages * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
    }();
    const rlimit limit{now + (std::size_t{40} << 20), RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
}

/// True if `action` throws an Error with this code.
bool fails(ErrorCode code, const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.code() == code;
    }
    return false;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(ThreadLimit, APoolContinuesWithFewerThreads) {
    EXPECT_EQ(in_a_fork([] {
                  limit_threads();
                  ThreadPool pool(64);
                  if (pool.size() < 1 || pool.size() >= 64) return 1;
                  std::atomic<std::uint64_t> sum = 0;
                  pool.run(10000, 1, [&](std::uint64_t first, std::uint64_t last) {
                      for (std::uint64_t i = first; i < last; ++i) sum += i;
                  });
                  if (sum != 9999ull * 10000 / 2) return 2;
                  return log::complaint_count() == 1 ? 0 : 3;
              }),
              0);
}

TEST(ThreadLimit, QueuesFailWithoutThreads) {
    EXPECT_EQ(in_a_fork([] {
                  limit_threads();
                  std::list<WorkQueue> queues;
                  const bool failed = fails(ErrorCode::out_of_memory, [&] {
                      for (int i = 0; i < 64; ++i) queues.emplace_back();
                  });
                  if (!failed) return 1;
                  int runs = 0;
                  for (WorkQueue& queue : queues) {
                      queue.push([&] { ++runs; });
                      queue.wait();
                  }
                  return runs == static_cast<int>(queues.size()) ? 0 : 2;
              }),
              0);
}
#endif

TEST(Fork, AQueueAndAnEventOfTheParentAreErrors) {
    auto queue = std::make_unique<WorkQueue>();
    queue->push([] {});
    queue->wait();
    Milestone milestone;
    // By now the thread is asleep, in primitives that the fork does not preserve.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(in_a_fork([&] {
                  const auto code = ErrorCode::invalid_state;
                  if (!fails(code, [&] { queue->push([] {}); })) return 1;
                  if (!fails(code, [&] { queue->wait(); })) return 2;
                  if (!fails(code, [&] { (void)queue->is_empty(); })) return 3;
                  if (!fails(code, [&] { milestone.wait(); })) return 4;
                  if (!fails(code, [&] { (void)milestone.is_reached(); })) return 5;
                  if (!fails(code, [&] { (void)queue->mark(); })) return 6;
                  if (!fails(code, [&] { queue->begin_capture({}); })) return 7;
                  if (!fails(code, [&] { queue->join({}); })) return 8;
                  queue->leave_capture();
                  queue->drain();
                  queue->forget_failure();
                  queue->push_own([] {});
                  queue.reset();
                  return 0;
              }),
              0);
    queue->push([] {});
    queue->wait();
}

TEST(Fork, ChildQueuesAndPoolsWork) {
    auto pool = std::make_unique<ThreadPool>(4);
    EXPECT_EQ(in_a_fork([&] {
                  pool.reset();
                  WorkQueue own;
                  ThreadPool own_pool(4);
                  std::atomic<std::uint64_t> sum = 0;
                  own.push([&] {
                      own_pool.run(100, 1, [&](std::uint64_t first, std::uint64_t last) {
                          sum += last - first;
                      });
                  });
                  own.wait();
                  return sum == 100 ? 0 : 1;
              }),
              0);
}

}  // namespace
}  // namespace glint::cpu::test
