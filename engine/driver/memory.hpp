// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <glint/driver/copies.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/driver/span.hpp>

namespace glint {

using driver::PinnedOptions;

namespace detail {

/// Where memory goes back to that no plain allocation made. Keeps what it needs for that alive.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    virtual void release(void* address, std::size_t size_bytes) noexcept = 0;
};

/// Raw bytes on a device or, page-locked, on the host: of a plain allocation, of a pool, or of
/// somebody else.
class Allocation {
public:
    Allocation() noexcept = default;
    /// Throws Error(out_of_memory), or Error(invalid_argument) if the size does not fit in memory.
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               driver::MemoryKind kind);
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               const PinnedOptions& options);
    /// Takes memory of the stream's pool: the one that was chosen by `Stream::with_pool`, or the
    /// device's.
    Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes);
    /// Throws Error(invalid_argument) if stream and pool belong to different devices.
    Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes,
               const Pool& pool);
    /// What is there already; goes back to `source`, or as a plain allocation if that is null.
    Allocation(const Device& device, void* data, std::size_t size_bytes, driver::MemoryKind kind,
               std::shared_ptr<MemorySource> source) noexcept;
    Allocation(Allocation&& other) noexcept;
    Allocation& operator=(Allocation&& other) noexcept;
    ~Allocation();

    void* data() const noexcept { return data_; }
    /// The device it was made on; null when empty.
    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }
    bool is_plain() const noexcept { return source_ == nullptr; }
    /// Gives the bytes up: the caller frees them with `Backend::release`.
    /// Throws Error(invalid_state) if that is not where they come from.
    void* release();

private:
    Allocation(const Stream& stream, const std::shared_ptr<PoolAccount>& pool, std::size_t count,
               std::size_t element_bytes);

    std::shared_ptr<driver::Backend> backend_;
    std::shared_ptr<MemorySource> source_;
    void* data_ = nullptr;
    std::size_t size_bytes_ = 0;
    driver::MemoryKind kind_ = driver::MemoryKind::device;
};

/// A source that calls `free` with the address, which must not throw.
std::shared_ptr<MemorySource> call_to_free(std::function<void(void*)> free);

}  // namespace detail

/// `size()` elements of device memory, owned. Made uninitialised.
///
/// Memory that was made with a device is freed when it is destroyed, which waits for all work that
/// is queued on the device. Memory that was made with a stream comes from a pool and goes back in
/// the order of that stream; nothing waits. Work that other streams do with it must be ordered
/// between its making and its end by events.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class DeviceMemory {
public:
    DeviceMemory() noexcept = default;
    /// Throws Error(out_of_memory).
    DeviceMemory(const Device& device, std::size_t count)
        : allocation_(device, count, sizeof(T), driver::MemoryKind::device), size_(count) {}
    /// From the stream's pool: the one that Stream::with_pool chose, else the default pool of its
    /// device. Throws Error(out_of_memory).
    DeviceMemory(const Stream& stream, std::size_t count)
        : allocation_(stream, count, sizeof(T)), size_(count) {}
    /// Throws Error(out_of_memory), with the figures where the pool's limit is reached, and
    /// Error(invalid_argument) if stream and pool belong to different devices.
    DeviceMemory(const Stream& stream, std::size_t count, const MemoryPool& pool)
        : allocation_(stream, count, sizeof(T), pool), size_(count) {}
    DeviceMemory(DeviceMemory&& other) noexcept
        : allocation_(std::move(other.allocation_)), size_(std::exchange(other.size_, 0)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        allocation_ = std::move(other.allocation_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    /// Takes memory over that the driver allocated (by `cuMemAlloc`) or `release` gave up.
    static DeviceMemory adopt(const Device& device, T* data, std::size_t count) {
        return adopt_from(device, data, count, {});
    }
    /// Takes over what another library allocated. `free(data)` is called when it is destroyed,
    /// without waiting for queued work, and must not throw.
    static DeviceMemory adopt(const Device& device, T* data, std::size_t count,
                              std::function<void(T*)> free) {
        return adopt_from(device, data, count,
                          detail::call_to_free([free = std::move(free)](void* address) {
                              free(static_cast<T*>(address));
                          }));
    }
    /// Gives the elements up: the caller frees them, by `cuMemFree` on CUDA or by `adopt`.
    /// Throws Error(invalid_state) for memory of a pool or of another library.
    [[nodiscard]] T* release() {
        T* data = static_cast<T*>(allocation_.release());
        size_ = 0;
        return data;
    }

    T* data() noexcept { return static_cast<T*>(allocation_.data()); }
    const T* data() const noexcept { return static_cast<const T*>(allocation_.data()); }
    std::size_t size() const noexcept { return size_; }
    DeviceSpan<T> span() noexcept { return {data(), size_}; }
    DeviceSpan<const T> span() const noexcept { return {data(), size_}; }

    const detail::Allocation& allocation() const noexcept { return allocation_; }
    /// Takes over an allocation of at least `count` elements.
    DeviceMemory(detail::Allocation allocation, std::size_t count) noexcept
        : allocation_(std::move(allocation)), size_(count) {}

private:
    static DeviceMemory adopt_from(const Device& device, T* data, std::size_t count,
                                   std::shared_ptr<detail::MemorySource> source) {
        void* address = const_cast<std::remove_const_t<T>*>(data);
        return DeviceMemory(detail::Allocation(device, address, count * sizeof(T),
                                               driver::MemoryKind::device, std::move(source)),
                            count);
    }

    detail::Allocation allocation_;
    std::size_t size_ = 0;
};

template <class T>
inline constexpr bool kIsDeviceMemory<DeviceMemory<T>> = true;

/// Memory of the stream's pool that holds a copy of `host`, which has been read when it returns.
/// Throws Error(out_of_memory).
template <detail::HostElements Host>
auto to_device(Stream& stream, const Host& host) {
    using T = std::remove_const_t<detail::HostElement<const Host>>;
    DeviceMemory<T> memory(stream, detail::host_span(host).size());
    upload(stream, memory, host);
    stream.synchronize();
    return memory;
}
/// Memory of the stream's pool that holds these values: `to_device<float>(stream, {1, 2, 3})`.
template <class T>
DeviceMemory<T> to_device(Stream& stream, std::initializer_list<T> values) {
    return to_device(stream, std::span(values.begin(), values.size()));
}

/// Page-locked host memory: copies between it and a device run beside other work. Every GPU of
/// the process may copy to and from it, and its kernels may use it through `device_data()`.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class PinnedMemory {
public:
    PinnedMemory() noexcept = default;
    /// Freed when destroyed, which may wait for the device. Throws Error(out_of_memory).
    PinnedMemory(const Device& device, std::size_t count, const PinnedOptions& options = {})
        : allocation_(device, count, sizeof(T), options), size_(count) {}
    /// The host may use it at once. When destroyed it goes back to the pool without waiting; the
    /// next user gets it once `stream` has done what was queued before. Throws as DeviceMemory.
    PinnedMemory(const Stream& stream, std::size_t count, const PinnedPool& pool)
        : allocation_(stream, count, sizeof(T), pool), size_(count) {}
    PinnedMemory(PinnedMemory&& other) noexcept
        : allocation_(std::move(other.allocation_)), size_(std::exchange(other.size_, 0)) {}
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        allocation_ = std::move(other.allocation_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    T* data() const noexcept { return static_cast<T*>(allocation_.data()); }
    std::size_t size() const noexcept { return size_; }
    std::span<T> span() const noexcept { return {data(), size_}; }

    /// Where kernels find the elements: they then read and write host memory, at the speed of the
    /// bus. The same address as `data()` wherever the driver can.
    T* device_data() const {
        return size_ == 0 ? nullptr
                          : static_cast<T*>(allocation_.backend()->memory().device_address(data()));
    }
    DeviceSpan<T> device_span() const { return {device_data(), size_}; }

private:
    detail::Allocation allocation_;
    std::size_t size_ = 0;
};

template <class T>
inline constexpr bool kIsDeviceMemory<PinnedMemory<T>> = true;

}  // namespace glint
