// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include <glint/driver/device.hpp>
#include <glint/driver/event.hpp>
#include <glint/driver/span.hpp>

namespace glint {

class MemoryPool;
namespace detail {
class PoolAccount;
}

/// An in-order queue of work on a device: copies, fills, kernels. Calls that take a stream return
/// at once; `synchronize` waits. Work of different streams may run at the same time.
///
/// While a stream is being captured (see graph.hpp) what it is given becomes part of a graph
/// instead of being done, and `synchronize` and `is_done` throw Error(invalid_state). So do all
/// calls on a stream that was moved from, `device` excepted.
class Stream {
public:
    /// Throws Error(invalid_argument) for a priority that the device does not have.
    explicit Stream(const Device& device, const StreamOptions& options = {});
    /// Takes over a stream of the backend's. Without a pool, the device's default one serves it.
    Stream(const Device& device, std::shared_ptr<driver::Stream> state,
           std::shared_ptr<detail::PoolAccount> pool = nullptr) noexcept
        : device_(device), state_(std::move(state)), pool_(std::move(pool)) {}
    /// Borrows a CUstream of `device`, which its owner keeps until this object is gone. Throws
    /// Error(invalid_argument) if it is null or of another device, Error(unsupported) on the CPU.
    static Stream wrap(const Device& device, void* native);
    /// CUDA's legacy default stream, with which the work of most other streams takes turns.
    /// Throws Error(unsupported) on the CPU, as the next.
    static Stream legacy_default(const Device& device);
    /// CUDA's default stream of whichever host thread queues work on it.
    static Stream thread_default(const Device& device);

    Stream(Stream&& other) noexcept
        : device_(other.device_), state_(std::move(other.state_)), pool_(std::move(other.pool_)) {}
    Stream& operator=(Stream&& other) noexcept;
    /// Queued work is still done.
    ~Stream() = default;

    /// Waits for all work queued so far. Throws Error(launch) if a kernel failed, and the first
    /// exception that a function given to `call` ended with since the last such throw.
    void synchronize() { state().synchronize(); }
    /// Whether nothing is left to do; does not wait.
    bool is_done() const { return state().is_done(); }

    /// Lets `event` mean the work queued so far. Throws Error(invalid_argument) for an event of
    /// another device.
    void record(Event& event);
    /// A new event that means the work queued so far.
    [[nodiscard]] Event record();
    /// Later work of this stream waits for `event`; the host does not. On CUDA the event may be
    /// another GPU's. Throws Error(invalid_argument) for an event of another kind of device.
    void wait(const Event& event) { state().wait(event.state()); }
    /// Later work of this stream waits for what is queued on `other` so far.
    void wait(const Stream& other);
    /// Calls `function` on a thread of the driver's when earlier work is done. It must not use the
    /// device. What it throws does not stop later work; it comes out of the next `synchronize` of
    /// this stream or its device. What it holds is destroyed soon after, on a thread that may use
    /// the device: memory and streams, too.
    template <std::copy_constructible Function>
        requires(std::invocable<Function&>)
    void call(Function function) {
        if constexpr (std::is_trivially_destructible_v<Function>)
            state().call(std::move(function));
        else
            call_and_dispose(std::move(function));
    }

    /// Another handle of the same queue, with a pool of its own choice: memory that is made with it
    /// comes from `pool`. So do arrays that are made with it, what is computed from them, and what
    /// algorithms need meanwhile.
    ///
    ///     glint::MemoryPool pool(device, {.limit_bytes = 1 << 30});
    ///     glint::Array<float> x(stream.with_pool(pool), 1000);
    ///
    /// Throws Error(invalid_argument) for a pool of another device.
    Stream with_pool(const MemoryPool& pool) const;
    /// The pool that was chosen; null for the device's default one.
    const std::shared_ptr<detail::PoolAccount>& pool() const noexcept { return pool_; }

    /// The priority that the stream was made with; lower numbers go first.
    int priority() const { return state().priority(); }
    const Device& device() const noexcept { return device_; }
    driver::Stream& state() const { return *share(); }
    /// The queue itself, for objects that remember which stream they belong to.
    const std::shared_ptr<driver::Stream>& share() const {
        if (!state_) refuse_moved();
        return state_;
    }
    /// CUstream on CUDA, nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    [[noreturn]] static void refuse_moved();
    void call_and_dispose(std::function<void()> function);

    Device device_;
    std::shared_ptr<driver::Stream> state_;
    std::shared_ptr<detail::PoolAccount> pool_;
};

/// What `fill` can set elements to: plain values of at most 16 bytes.
template <class T>
concept Fillable = std::is_trivially_copyable_v<T> && sizeof(T) <= driver::kMostFillBytes;

namespace detail {
/// The options. Throws Error(invalid_argument) for a priority that the device does not have.
const StreamOptions& check_priority(const Device& device, const StreamOptions& options);
}  // namespace detail

}  // namespace glint
