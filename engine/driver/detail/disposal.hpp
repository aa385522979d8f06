// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include <glint/base/process.hpp>

namespace glint::detail {

/// A thread of a device that destroys objects that its queues no longer need. The queues' own
/// threads must not do that: freeing memory waits for the queues, and destroying a stream waits for
/// its thread.
class Disposal {
public:
    Disposal();
    /// Lets the thread finish its work. In a forked process, pending objects are leaked.
    ~Disposal();
    Disposal(const Disposal&) = delete;
    Disposal& operator=(const Disposal&) = delete;

    /// Wraps `function` so that it is destroyed on this thread, whichever thread releases it.
    std::function<void()> deferred(std::function<void()> function);

private:
    using Functions = std::list<std::function<void()>>;

    /// State shared by the thread and the functions, which may outlive this object.
    class Bin {
    public:
        void add(Functions& functions) noexcept;
        void close() noexcept;
        void empty_until_closed();

    private:
        std::mutex mutex_;
        const Process process_;
        std::condition_variable changed_;  // leaked after a fork: its thread waited on it
        Functions functions_;
        bool is_closed_ = false;
    };
    class Deferred;

    static OwnThread started(const std::shared_ptr<Bin>& bin);

    std::shared_ptr<Bin> bin_ = std::make_shared<Bin>();
    OwnThread thread_;
};

}  // namespace glint::detail
