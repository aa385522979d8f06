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

/// An in-order queue of work on a device: copies, fills, kernels. Functions that take a stream
/// return immediately; `synchronize` waits. Work of different streams may run concurrently.
///
/// While a stream is being captured (see graph.hpp), queued work does not run, but becomes part of
/// a graph. `synchronize` and `is_done` then throw Error(invalid_state). On a moved-from stream,
/// all functions except `device` throw Error(invalid_state).
class Stream {
public:
    /// Creates a stream. Throws Error(invalid_argument) for a priority outside the device's range.
    explicit Stream(const Device& device, const StreamOptions& options = {});
    /// Creates a stream from a backend stream. If `pool` is null, the stream uses the device's
    /// default pool.
    Stream(const Device& device, std::shared_ptr<driver::Stream> state,
           std::shared_ptr<detail::PoolAccount> pool = nullptr) noexcept
        : device_(device), state_(std::move(state)), pool_(std::move(pool)) {}
    /// Borrows a CUstream of `device`. Its owner must not destroy it before this object is
    /// destroyed. Throws Error(invalid_argument) if it is null or belongs to another device. Throws
    /// Error(unsupported) on the CPU.
    static Stream wrap(const Device& device, void* native);
    /// Returns CUDA's legacy default stream, which synchronizes with most other streams. This
    /// function and the next throw Error(unsupported) on the CPU.
    static Stream legacy_default(const Device& device);
    /// Returns CUDA's per-thread default stream. Work queued on it runs on the stream of the host
    /// thread that queues it.
    static Stream thread_default(const Device& device);

    Stream(Stream&& other) noexcept
        : device_(other.device_), state_(std::move(other.state_)), pool_(std::move(other.pool_)) {}
    Stream& operator=(Stream&& other) noexcept;
    /// Does not wait. Work that is queued still runs.
    ~Stream() = default;

    /// Waits for all work queued so far. Throws Error(launch) if a kernel failed. If functions
    /// passed to `call` have thrown since the last `synchronize`, throws the first of their
    /// exceptions.
    void synchronize() { state().synchronize(); }
    /// Returns true if all queued work is done. Does not wait.
    bool is_done() const { return state().is_done(); }

    /// Makes `event` mark the end of the work queued so far. Throws Error(invalid_argument) for an
    /// event of another device.
    void record(Event& event);
    /// Returns a new event that marks the end of the work queued so far.
    [[nodiscard]] Event record();
    /// Makes later work of this stream wait for `event`. The host does not wait. On CUDA, the event
    /// may belong to another GPU. Throws Error(invalid_argument) for an event of another kind of
    /// device.
    void wait(const Event& event) { state().wait(event.state()); }
    /// Makes later work of this stream wait for the work queued on `other` so far.
    void wait(const Stream& other);
    /// Calls `function` on a driver thread after all earlier work. The function must not use the
    /// device. If it throws, later work still runs, and the next `synchronize` of this stream or of
    /// its device throws the exception. Objects that the function owns, such as memory and streams,
    /// are destroyed soon afterwards, on a thread that may use the device.
    template <std::copy_constructible Function>
        requires(std::invocable<Function&>)
    void call(Function function) {
        if constexpr (std::is_trivially_destructible_v<Function>)
            state().call(std::move(function));
        else
            call_and_dispose(std::move(function));
    }

    /// Returns another handle of the same queue. DeviceMemory and arrays that are created with this
    /// handle get their memory from `pool`. So do results that are computed from these arrays, and
    /// the temporary memory of algorithms.
    ///
    ///     glint::MemoryPool pool(device, {.limit_bytes = 1 << 30});
    ///     glint::Array<float> x(stream.with_pool(pool), 1000);
    ///
    /// Throws Error(invalid_argument) for a pool of another device.
    Stream with_pool(const MemoryPool& pool) const;
    /// Returns the pool that with_pool() selected, or null for the device's default pool.
    const std::shared_ptr<detail::PoolAccount>& pool() const noexcept { return pool_; }

    /// Returns the stream's priority. Work on streams with lower numbers runs first.
    int priority() const { return state().priority(); }
    const Device& device() const noexcept { return device_; }
    driver::Stream& state() const { return *share(); }
    /// Returns shared ownership of the queue, for objects that store their stream.
    const std::shared_ptr<driver::Stream>& share() const {
        if (!state_) refuse_moved();
        return state_;
    }
    /// Returns the CUstream on CUDA, and nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    [[noreturn]] static void refuse_moved();
    void call_and_dispose(std::function<void()> function);

    Device device_;
    std::shared_ptr<driver::Stream> state_;
    std::shared_ptr<detail::PoolAccount> pool_;
};

/// Types of values that `fill` supports: trivially copyable types of at most 16 bytes.
template <class T>
concept Fillable = std::is_trivially_copyable_v<T> && sizeof(T) <= driver::kMaxFillBytes;

namespace detail {
/// Returns `options`. Throws Error(invalid_argument) for a priority outside the device's range.
const StreamOptions& check_priority(const Device& device, const StreamOptions& options);
}  // namespace detail

}  // namespace glint
