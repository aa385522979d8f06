#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace glint::detail {

/// A thread of a device's that destroys what its queues are done with. Their own threads must not:
/// the end of memory waits for queues, and that of a stream for its own.
class Disposal {
public:
    Disposal();
    /// Lets the thread finish.
    ~Disposal();
    Disposal(const Disposal&) = delete;
    Disposal& operator=(const Disposal&) = delete;

    /// The same function, which is destroyed on that thread, whoever lets go of it.
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
        std::condition_variable changed_;
        Functions functions_;
        bool is_closed_ = false;
    };
    class Deferred;

    std::shared_ptr<Bin> bin_ = std::make_shared<Bin>();
    std::thread thread_;
};

}  // namespace glint::detail
