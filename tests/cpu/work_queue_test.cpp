// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/work_queue.hpp>

#include <chrono>
#include <future>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace glint::cpu::test {
namespace {

using driver::GraphNodeKind;
using std::chrono::milliseconds;

constexpr TaskKind kKernel{GraphNodeKind::kernel};
constexpr TaskKind kCall{GraphNodeKind::call};

/// Waits long enough for a thread to fall asleep, and for premature execution to be noticed.
void give_time() { std::this_thread::sleep_for(milliseconds(30)); }

/// A task that blocks a queue until the gate is opened.
class Gate {
public:
    explicit Gate(WorkQueue& queue, const TaskKind& kind = kKernel) {
        queue.push(
            [this, open = opened_.get_future().share()] {
                reached_.set_value();
                open.wait();
            },
            kind);
        reached_.get_future().wait();
    }
    void open() { opened_.set_value(); }

private:
    std::promise<void> opened_, reached_;
};

TEST(WorkQueue, WakesItsThreadForEachTask) {
    WorkQueue queue;
    for (int i = 0; i < 3; ++i) {
        give_time();
        std::promise<void> done;
        queue.push([&] { done.set_value(); });
        EXPECT_EQ(done.get_future().wait_for(std::chrono::seconds(10)), std::future_status::ready);
    }
}

TEST(WorkQueue, WaitsForAllPushedTasks) {
    WorkQueue queue;
    Gate gate(queue);
    bool ran = false;
    queue.push([&] { ran = true; });
    EXPECT_FALSE(queue.is_empty());
    auto waiter = std::async(std::launch::async, [&] {
        queue.wait();
        return ran;
    });
    EXPECT_EQ(waiter.wait_for(milliseconds(30)), std::future_status::timeout);
    gate.open();
    EXPECT_TRUE(waiter.get());
    EXPECT_TRUE(queue.is_empty());
}

TEST(WorkQueue, WakesEachWaiterWhenItsWorkIsDone) {
    for (const bool first_waits_first : {true, false}) {
        WorkQueue queue;
        Gate first(queue);
        std::promise<void> begun;
        auto early = std::async(std::launch::async, [&] {
            begun.set_value();
            queue.wait();
        });
        begun.get_future().wait();
        give_time();  // so that `early` waits only for the first gate
        std::promise<void> opened;
        queue.push([open = opened.get_future().share()] { open.wait(); });
        auto late = std::async(std::launch::async, [&] { queue.wait(); });
        if (first_waits_first) give_time();
        first.open();
        EXPECT_EQ(early.wait_for(std::chrono::seconds(10)), std::future_status::ready);
        EXPECT_EQ(late.wait_for(milliseconds(30)), std::future_status::timeout);
        opened.set_value();
        EXPECT_EQ(late.wait_for(std::chrono::seconds(10)), std::future_status::ready);
    }
}

TEST(WorkQueue, DrainsWithoutThrowing) {
    WorkQueue queue;
    Gate gate(queue);
    queue.push([] { throw std::runtime_error("first"); });
    queue.push([] { throw std::runtime_error("second"); });
    auto drained = std::async(std::launch::async, [&] { queue.drain(); });
    EXPECT_EQ(drained.wait_for(milliseconds(30)), std::future_status::timeout);
    gate.open();
    drained.get();
    EXPECT_TRUE(queue.is_empty());
    try {
        queue.wait();
        FAIL() << "no failure";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "first");
    }
    queue.wait();
    queue.push([] { throw std::runtime_error("third"); });
    queue.forget_failure();
    queue.wait();
}

TEST(WorkQueue, ReleasesTaskResourcesBeforeCompletion) {
    WorkQueue queue;
    for (int i = 0; i < 100; ++i) {
        auto held = std::make_shared<int>(1);
        const std::weak_ptr<int> seen = held;
        queue.push([held = std::move(held)] {});
        queue.wait();
        ASSERT_TRUE(seen.expired());
    }
}

TEST(WorkQueue, FinishesAllTasksBeforeDestruction) {
    int runs = 0;
    {
        WorkQueue queue;
        for (int i = 0; i < 10; ++i) queue.push([&] { ++runs; });
    }
    EXPECT_EQ(runs, 10);
}

TEST(WorkQueue, MarksAreReachedAfterEarlierWork) {
    std::unique_ptr<driver::Mark> last;
    {
        WorkQueue queue;
        EXPECT_TRUE(queue.mark()->is_passed());
        Gate gate(queue);
        const auto mark = queue.mark();
        EXPECT_FALSE(mark->is_passed());
        gate.open();
        queue.wait();
        EXPECT_TRUE(mark->is_passed());
        queue.push([] { give_time(); });
        last = queue.mark();
    }
    EXPECT_TRUE(last->is_passed());
}

// --- limit on queued tasks ---

/// Pushes `count` tasks on a separate thread, and counts them.
class Producer {
public:
    Producer(WorkQueue& queue, int count)
        : thread_([this, &queue, count] {
              for (int i = 0; i < count; ++i) {
                  queue.push([this, i] { done.push_back(i); }, kKernel);
                  ++pushed;
              }
          }) {}

    void join() { thread_.join(); }

    std::atomic<std::size_t> pushed = 0;
    std::vector<int> done;

private:
    std::thread thread_;
};

TEST(FullQueue, BlocksProducers) {
    WorkQueue queue;
    Gate gate(queue);
    Producer producer(queue, 5000);
    while (producer.pushed < WorkQueue::kMaxTasks) std::this_thread::yield();
    std::this_thread::sleep_for(milliseconds(250));  // longer than any internal timeout
    EXPECT_EQ(producer.pushed, WorkQueue::kMaxTasks);
    gate.open();
    producer.join();
    queue.wait();
    std::vector<int> expected(5000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(producer.done, expected);
}

TEST(FullQueue, ContinuesWhenHalfEmpty) {
    WorkQueue queue;
    Gate gate(queue);
    for (std::size_t i = 0; i < WorkQueue::kMaxTasks / 2; ++i) queue.push([] {}, kKernel);
    std::promise<void> opened;
    queue.push([open = opened.get_future().share()] { open.wait(); }, kKernel);
    Producer producer(queue, static_cast<int>(WorkQueue::kMaxTasks));
    give_time();
    EXPECT_EQ(producer.pushed, WorkQueue::kMaxTasks / 2 - 1);
    gate.open();
    while (producer.pushed < WorkQueue::kMaxTasks - 1) std::this_thread::yield();
    opened.set_value();
    producer.join();
    queue.wait();
    EXPECT_EQ(producer.done.size(), WorkQueue::kMaxTasks);
}

TEST(FullQueue, AcceptsInternalTasks) {
    WorkQueue queue;
    Gate gate(queue);
    bool ran = false;
    for (std::size_t i = 0; i < WorkQueue::kMaxTasks; ++i) queue.push([] {}, kKernel);
    queue.push_own([&] { ran = true; });
    gate.open();
    queue.wait();
    EXPECT_TRUE(ran);
}

// The queue must grow; otherwise both sides would wait forever.
TEST(FullQueue, GrowsForHostFunctionsThatWaitForTheProducer) {
    WorkQueue queue;
    Gate gate(queue, kCall);
    int runs = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 16380; ++i) queue.push([&] { ++runs; }, kKernel);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    for (int i = 0; i < 8; ++i) queue.push([&] { ++runs; }, kKernel);
    gate.open();
    queue.wait();
    EXPECT_EQ(runs, 16388);
}

TEST(FullQueue, DoesNotBlockOtherQueues) {
    WorkQueue first, second;
    Gate gate(first);
    std::promise<void> reached;
    int runs = 0;
    second.push(
        [&] {
            for (int i = 0; i < 3000; ++i) first.push([&] { ++runs; }, kKernel);
            reached.set_value();
        },
        kCall);
    EXPECT_EQ(reached.get_future().wait_for(std::chrono::seconds(10)), std::future_status::ready);
    gate.open();
    second.wait();
    first.wait();
    EXPECT_EQ(runs, 3000);
}

}  // namespace
}  // namespace glint::cpu::test
