// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include <glint/base/process.hpp>

namespace glint::detail {

/// A thread of a device's that destroys what its queues are done with. Their own threads must not:
/// the end of memory waits for queues, and that of a stream for its own.
class Disposal {
public:
    Disposal();
    /// Lets the thread finish. A fork keeps what was to be destroyed.
    ~Disposal();
    Disposal(const Disposal&) = delete;
    Disposal& operator=(const Disposal&) = delete;

    /// Wraps `function` so that it is destroyed on this thread, whoever lets go of it.
    std::function<void()> deferred(std::function<void()> function);

private:
    using Functions = std::list<std::function<void()>>;

    /// What the thread shares with the functions, any of which may live longer than this object.
    class Bin {
    public:
        void add(Functions& functions) noexcept;
        void close() noexcept;
        void empty_until_closed();

    private:
        std::mutex mutex_;
        const Process process_;
        std::condition_variable changed_;  // a fork does not destroy it: its thread had a part
        Functions functions_;
        bool is_closed_ = false;
    };
    class Deferred;

    static OwnThread started(const std::shared_ptr<Bin>& bin);

    std::shared_ptr<Bin> bin_ = std::make_shared<Bin>();
    OwnThread thread_;
};

}  // namespace glint::detail
