// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <thread>

namespace glint::detail {

/// The process that this object was created in. A forked process has a copy of its memory, but none
/// of its threads.
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

/// A thread that ends with its owner, which must let it finish. It does not exist in a forked
/// process.
class OwnThread {
public:
    OwnThread() noexcept = default;
    /// Throws Error(out_of_memory) if the system does not allow more threads.
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

/// A condition variable that a forked process may destroy. The system's destructor waits for all
/// threads to leave, and the parent's threads never leave the fork's copy.
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
