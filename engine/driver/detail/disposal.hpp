// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include <glint/base/process.hpp>

namespace glint::detail {

/// A thread of a device that destroys objects that the device's queues no longer need. The queues'
/// own threads must not destroy them, because freeing memory waits for the queues, and destroying a
/// stream waits for the stream's thread.
class Disposal {
public:
    Disposal();
    /// Waits until the thread has destroyed all objects. In a forked process, these objects are
    /// leaked.
    ~Disposal();
    Disposal(const Disposal&) = delete;
    Disposal& operator=(const Disposal&) = delete;

    /// Returns a wrapper of `function`. When the last copy of the wrapper is destroyed, on any
    /// thread, this object's thread destroys `function`.
    std::function<void()> deferred(std::function<void()> function);

private:
    using Functions = std::list<std::function<void()>>;

    /// State that the thread and the wrappers share. The wrappers may outlive this object.
    class Bin {
    public:
        void add(Functions& functions) noexcept;
        void close() noexcept;
        void empty_until_closed();

    private:
        std::mutex mutex_;
        const Process process_;
        std::condition_variable changed_;  // leaked after a fork, because a thread waits on it
        Functions functions_;
        bool is_closed_ = false;
    };
    class Deferred;

    static OwnThread started(const std::shared_ptr<Bin>& bin);

    std::shared_ptr<Bin> bin_ = std::make_shared<Bin>();
    OwnThread thread_;
};

}  // namespace glint::detail
