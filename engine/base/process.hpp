// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <thread>

namespace glint::detail {

/// Identifies the process that created this object. A forked process has a copy of the object, but
/// does not have the threads of the original process.
class Process {
public:
    Process() noexcept;
    bool is_this() const noexcept { return forks_ == forks.load(std::memory_order_relaxed); }
    /// Throws Error(invalid_state) in a forked process.
    void check(const char* operation) const {
        if (!is_this()) refuse(operation);
    }

private:
    [[noreturn]] static void refuse(const char* operation);

    static inline std::atomic<unsigned> forks = 0;
    unsigned forks_;
};

/// A thread that the destructor of this object joins. Before the destruction, the owner must make
/// the thread's work end. In a forked process, the thread does not exist.
class OwnThread {
public:
    OwnThread() noexcept = default;
    /// Starts a thread that runs `work`. Throws Error(out_of_memory) if the system refuses.
    explicit OwnThread(std::function<void()> work);
    OwnThread(OwnThread&& other) noexcept = default;
    OwnThread& operator=(OwnThread&&) = delete;
    ~OwnThread() { join(); }

    void join() noexcept;
    void detach() noexcept { thread_.detach(); }
    std::thread::id id() const noexcept { return thread_.get_id(); }
    const Process& process() const noexcept { return process_; }

private:
    Process process_;
    std::thread thread_;
};

/// A condition variable that can be destroyed in a forked process. The destructor of
/// std::condition_variable waits until no thread uses the object. In a forked process, it would
/// wait forever, because the copy still counts the threads of the parent process.
class Condition {
public:
    Condition() {}
    ~Condition() {
        if (process_.is_this()) condition_.~condition_variable();
    }
    Condition(const Condition&) = delete;
    Condition& operator=(const Condition&) = delete;

    std::condition_variable* operator->() noexcept { return &condition_; }

private:
    Process process_;
    union {
        std::condition_variable condition_ = {};
    };
};

}  // namespace glint::detail
