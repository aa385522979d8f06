// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace glint::compiler {

/// Compiles sources into the disk cache on several threads. Thread-safe.
class CompileQueue {
public:
    struct Progress {
        unsigned done = 0;
        unsigned total = 0;  ///< number of sources added so far
    };

    explicit CompileQueue(unsigned threads);
    /// Cancels the compilations that have not started, and waits for the running ones.
    ~CompileQueue();
    CompileQueue(const CompileQueue&) = delete;
    CompileQueue& operator=(const CompileQueue&) = delete;

    /// Calls `compile` on one of the threads, but only once for each `key`. Ignores exceptions of
    /// `compile`: code that needs the binary compiles the source again and gets the same error.
    void add(const std::string& key, std::function<void()> compile);

    Progress progress() const;
    /// Waits until all sources in the queue are compiled or the queue is canceled.
    void wait();
    void cancel();
    bool is_cancelled() const;

private:
    void work();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    std::set<std::string> known_;
    unsigned done_ = 0;
    bool is_cancelled_ = false;
    std::vector<std::jthread> threads_;  // last, because they use the other members
};

}  // namespace glint::compiler
