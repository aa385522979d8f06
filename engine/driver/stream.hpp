#pragma once

#include <algorithm>
#include <cstdint>
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

namespace detail {
void check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes);
}

/// Queues a copy from the host. `from` must stay until the copy is done, unless it is pageable
/// memory on CUDA, which the driver reads before it returns.
/// Throws Error(invalid_argument) if the sizes differ.
template <class T>
void upload(Stream& stream, DeviceSpan<T> to, std::span<const std::type_identity_t<T>> from) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    if (to.empty()) return;
    stream.state().copy(to.data(), from.data(), to.size_bytes(),
                        driver::CopyDirection::host_to_device);
}

/// Queues a copy to the host; `to` is filled once the stream has come so far.
/// Throws Error(invalid_argument) if the sizes differ.
template <class T>
void download(Stream& stream, std::span<T> to, DeviceSpan<const std::type_identity_t<T>> from) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    if (to.empty()) return;
    stream.state().copy(to.data(), from.data(), from.size_bytes(),
                        driver::CopyDirection::device_to_host);
}

/// Queues a copy on the device; the two must not overlap.
/// Throws Error(invalid_argument) if the sizes differ.
template <class T>
void copy(Stream& stream, DeviceSpan<T> to, DeviceSpan<const std::type_identity_t<T>> from) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    if (to.empty()) return;
    stream.state().copy(to.data(), from.data(), to.size_bytes(),
                        driver::CopyDirection::device_to_device);
}

/// Queues setting every element to `value`.
template <class T>
    requires(std::is_trivially_copyable_v<T> &&
             (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4))
void fill(Stream& stream, DeviceSpan<T> to, std::type_identity_t<T> value) {
    std::uint32_t pattern = 0;
    std::copy_n(reinterpret_cast<const unsigned char*>(&value), sizeof(T),
                reinterpret_cast<unsigned char*>(&pattern));
    if (!to.empty()) stream.state().fill(to.data(), pattern, sizeof(T), to.size());
}

}  // namespace glint
