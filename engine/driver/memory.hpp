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

/// Releases memory that is not a plain allocation. Keeps alive the objects that it needs for that.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    virtual void release(void* address, std::size_t size_bytes) noexcept = 0;
};

/// Raw bytes on a device, or page-locked bytes on the host. They come from a plain allocation, a
/// pool, or another owner.
class Allocation {
public:
    Allocation() noexcept = default;
    /// Throws Error(out_of_memory), or Error(invalid_argument) if the size does not fit in memory.
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               driver::MemoryKind kind);
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               const PinnedOptions& options);
    /// Allocates from the stream's pool: the one selected by `Stream::with_pool`, or the device's
    /// default pool.
    Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes);
    /// Throws Error(invalid_argument) if stream and pool belong to different devices.
    Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes,
               const Pool& pool);
    /// Wraps existing memory. It is released through `source`, or as a plain allocation if `source`
    /// is null.
    Allocation(const Device& device, void* data, std::size_t size_bytes, driver::MemoryKind kind,
               std::shared_ptr<MemorySource> source) noexcept;
    Allocation(Allocation&& other) noexcept;
    Allocation& operator=(Allocation&& other) noexcept;
    ~Allocation();

    void* data() const noexcept { return data_; }
    /// The device on which the memory was allocated; null when empty.
    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }
    bool is_plain() const noexcept { return source_ == nullptr; }
    /// Gives up ownership; the caller must free the bytes with `Backend::release`. Throws
    /// Error(invalid_state) if they are not a plain allocation.
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

/// Returns a source that calls `free` with the address. `free` must not throw.
std::shared_ptr<MemorySource> call_to_free(std::function<void(void*)> free);

}  // namespace detail

/// `size()` elements of owned, uninitialized device memory.
///
/// Memory created with a device is freed when destroyed, after waiting for all work queued on the
/// device. Memory created with a stream comes from a pool and returns to it in stream order,
/// without waiting. If other streams use it, order their work after its creation and before its
/// destruction with events.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class DeviceMemory {
public:
    DeviceMemory() noexcept = default;
    /// Throws Error(out_of_memory).
    DeviceMemory(const Device& device, std::size_t count)
        : allocation_(device, count, sizeof(T), driver::MemoryKind::device), size_(count) {}
    /// Allocates from the stream's pool: the one selected by Stream::with_pool, else the device's
    /// default pool. Throws Error(out_of_memory).
    DeviceMemory(const Stream& stream, std::size_t count)
        : allocation_(stream, count, sizeof(T)), size_(count) {}
    /// Throws Error(out_of_memory), with sizes if the pool's limit is reached, and
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

    /// Takes ownership of memory that was allocated by the driver (`cuMemAlloc`) or released by
    /// `release`.
    static DeviceMemory adopt(const Device& device, T* data, std::size_t count) {
        return adopt_from(device, data, count, {});
    }
    /// Takes ownership of another library's memory. Calls `free(data)` when destroyed, without
    /// waiting for queued work; `free` must not throw.
    static DeviceMemory adopt(const Device& device, T* data, std::size_t count,
                              std::function<void(T*)> free) {
        return adopt_from(device, data, count,
                          detail::call_to_free([free = std::move(free)](void* address) {
                              free(static_cast<T*>(address));
                          }));
    }
    /// Gives up ownership; the caller must free the elements, with `cuMemFree` on CUDA or through
    /// `adopt`. Throws Error(invalid_state) for memory of a pool or of another library.
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
    /// Takes ownership of an allocation of at least `count` elements.
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

/// Copies `host` to memory from the stream's pool. The copy is complete when the function returns.
/// Throws Error(out_of_memory).
template <detail::HostElements Host>
auto to_device(Stream& stream, const Host& host) {
    using T = std::remove_const_t<detail::HostElement<const Host>>;
    DeviceMemory<T> memory(stream, detail::host_span(host).size());
    upload(stream, memory, host);
    stream.synchronize();
    return memory;
}
/// Copies these values to memory from the stream's pool: `to_device<float>(stream, {1, 2, 3})`.
template <class T>
DeviceMemory<T> to_device(Stream& stream, std::initializer_list<T> values) {
    return to_device(stream, std::span(values.begin(), values.size()));
}

/// Page-locked host memory; copies between it and a device can overlap with other work. All GPUs of
/// the process may copy to and from it, and their kernels may access it through `device_data()`.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class PinnedMemory {
public:
    PinnedMemory() noexcept = default;
    /// Freed when destroyed, which may wait for the device. Throws Error(out_of_memory).
    PinnedMemory(const Device& device, std::size_t count, const PinnedOptions& options = {})
        : allocation_(device, count, sizeof(T), options), size_(count) {}
    /// Allocates memory that the host may use immediately. When destroyed, the memory returns to
    /// the pool without waiting. It is reused after `stream` has completed the work that was queued
    /// before. Throws what DeviceMemory throws.
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

    /// Returns the device address of the elements. Kernels that use it access host memory at bus
    /// speed. It is the same as `data()` if the driver supports that.
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
