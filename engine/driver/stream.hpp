#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>

#include <glint/driver/device.hpp>
#include <glint/driver/event.hpp>
#include <glint/driver/span.hpp>

namespace glint {

/// An in-order queue of work on a device: copies, fills, kernels. Calls that take a stream return
/// at once; `synchronize` waits. Work of different streams may run at the same time.
class Stream {
public:
    explicit Stream(const Device& device);
    Stream(Stream&&) noexcept = default;
    Stream& operator=(Stream&&) noexcept = default;
    /// Queued work is still done.
    ~Stream() = default;

    /// Waits for all work queued so far. Throws Error(launch) if a kernel failed.
    void synchronize() { state_->synchronize(); }
    /// Whether nothing is left to do; does not wait.
    bool is_done() const { return state_->is_done(); }

    void record(Event& event) { state_->record(event.state()); }
    /// Later work of this stream waits for `event`; the host does not.
    void wait(const Event& event) { state_->wait(event.state()); }
    /// Calls `function` on a thread of the driver's when earlier work is done. It must neither
    /// throw nor use the device.
    void call(std::function<void()> function) { state_->call(std::move(function)); }

    const Device& device() const noexcept { return device_; }
    driver::Stream& state() const noexcept { return *state_; }
    /// The queue itself, for objects that remember which stream they belong to.
    const std::shared_ptr<driver::Stream>& share() const noexcept { return state_; }
    /// CUstream on CUDA, nullptr on the CPU.
    void* native() const noexcept { return state_->native(); }

private:
    Device device_;
    std::shared_ptr<driver::Stream> state_;
};

/// What `fill` can set elements to: plain values of at most 16 bytes.
template <class T>
concept Fillable = std::is_trivially_copyable_v<T> && sizeof(T) <= driver::kMostFillBytes;

namespace detail {
void check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes);
/// Checks both ends, and queues a copy of so many bytes; none are nothing to do.
void copy_bytes(Stream& stream, void* to, const void* from, std::size_t size_bytes,
                driver::CopyDirection direction);
/// Checks the memory, and queues setting `count` elements; none are nothing to do.
void fill_elements(Stream& stream, void* to, std::size_t count, std::span<const std::byte> element);
}  // namespace detail

/// Queues a copy from the host. `from` must stay until the copy is done, unless it is pageable
/// memory on CUDA, which the driver reads before it returns.
/// Throws Error(invalid_argument) if the sizes differ, and for memory that is null, none of this
/// device's or of the host's, or freed.
template <class T>
void upload(Stream& stream, DeviceSpan<T> to, std::span<const std::type_identity_t<T>> from) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    detail::copy_bytes(stream, to.data(), from.data(), to.size_bytes(),
                       driver::CopyDirection::host_to_device);
}

/// Queues a copy to the host; `to` is filled once the stream has come so far.
/// Throws Error(invalid_argument) if the sizes differ, and for memory that is null, none of this
/// device's or of the host's, or freed.
template <class T>
void download(Stream& stream, std::span<T> to, DeviceSpan<const std::type_identity_t<T>> from) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    detail::copy_bytes(stream, to.data(), from.data(), from.size_bytes(),
                       driver::CopyDirection::device_to_host);
}

/// Queues a copy on the device. Throws Error(invalid_argument) as `upload` does, and if the two
/// overlap.
template <class T>
void copy(Stream& stream, DeviceSpan<T> to, DeviceSpan<const std::type_identity_t<T>> from) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    detail::copy_bytes(stream, to.data(), from.data(), to.size_bytes(),
                       driver::CopyDirection::device_to_device);
}

/// Queues setting every element to `value`. Throws Error(invalid_argument) for memory that is null,
/// none of this device's, or freed.
template <class T>
    requires(Fillable<T>)
void fill(Stream& stream, DeviceSpan<T> to, std::type_identity_t<T> value) {
    detail::fill_elements(stream, to.data(), to.size(),
                          std::as_bytes(std::span<const T, 1>(&value, 1)));
}

}  // namespace glint
