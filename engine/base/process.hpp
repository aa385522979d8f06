// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <thread>

namespace glint::detail {

/// The process that it was made in. A fork of that has its memory, but none of its threads.
class Process {
public:
    Process() noexcept;
    bool is_this() const noexcept { return forks_ == forks.load(std::memory_order_relaxed); }
    /// Throws Error(invalid_state) in a fork.
    void check(const char* operation) const {
        if (!is_this()) refuse(operation);
    }

private:
    [[noreturn]] static void refuse(const char* operation);

    static inline std::atomic<unsigned> forks = 0;
    unsigned forks_;
};

/// A thread that ends with its owner, who has to see to it that it can. A fork has none of it.
class OwnThread {
public:
    OwnThread() noexcept = default;
    /// Throws Error(out_of_memory) where the system allows no more threads.
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

/// A condition variable that a fork may destroy: the end of the system's waits for all threads to
/// leave it, and those of the parent never leave that of a fork.
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
