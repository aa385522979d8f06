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

/// Sources that threads of the process compile into the disk cache, one thread for each core.
/// Safe to use from many threads.
class CompileQueue {
public:
    struct Progress {
        unsigned done = 0;
        unsigned total = 0;  ///< as far as they were added
    };

    explicit CompileQueue(unsigned threads);
    /// Cancels what has not begun and waits for the rest.
    ~CompileQueue();
    CompileQueue(const CompileQueue&) = delete;
    CompileQueue& operator=(const CompileQueue&) = delete;

    /// Calls `compile` on one of the threads, once for each `key`. What it throws is dropped: who
    /// needs the binary compiles the source again, and meets the same error.
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
    std::vector<std::jthread> threads_;  // last, since they use the rest
};

}  // namespace glint::compiler
