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

/// Compiles sources into the disk cache, on one thread per core of this process. Thread-safe.
class CompileQueue {
public:
    struct Progress {
        unsigned done = 0;
        unsigned total = 0;  ///< added so far
    };

    explicit CompileQueue(unsigned threads);
    /// Cancels compilations that have not started and waits for the others.
    ~CompileQueue();
    CompileQueue(const CompileQueue&) = delete;
    CompileQueue& operator=(const CompileQueue&) = delete;

    /// Calls `compile` on one of the threads, once per `key`. Ignores its exceptions: code that
    /// needs the binary compiles the source again and gets the same error.
    void add(const std::string& key, std::function<void()> compile);

    Progress progress() const;
    /// Waits until nothing is queued or compiling.
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
    std::vector<std::jthread> threads_;  // last member, because they use the others
};

}  // namespace glint::compiler
