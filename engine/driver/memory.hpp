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

/// Releases memory that is not a plain allocation. Owns the objects that the release needs.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    virtual void release(void* address, std::size_t size_bytes) noexcept = 0;
};

/// Owns bytes on a device, or page-locked bytes on the host. They are a plain allocation, come from
/// a pool, or belong to another library.
class Allocation {
public:
    Allocation() noexcept = default;
    /// Makes a plain allocation. Throws Error(out_of_memory), or Error(invalid_argument) if the
    /// size does not fit in memory.
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               driver::MemoryKind kind);
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               const PinnedOptions& options);
    /// Allocates from the pool that `Stream::with_pool` selected, or else from the device's default
    /// pool.
    Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes);
    /// Allocates from `pool`. Throws Error(invalid_argument) if the stream and the pool belong to
    /// different devices.
    Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes,
               const Pool& pool);
    /// Takes ownership of existing memory. `source` releases the memory. If `source` is null, the
    /// memory is released as a plain allocation.
    Allocation(const Device& device, void* data, std::size_t size_bytes, driver::MemoryKind kind,
               std::shared_ptr<MemorySource> source) noexcept;
    Allocation(Allocation&& other) noexcept;
    Allocation& operator=(Allocation&& other) noexcept;
    ~Allocation();

    void* data() const noexcept { return data_; }
    /// Returns the backend that allocated the memory, or null if this object is empty.
    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }
    bool is_plain() const noexcept { return source_ == nullptr; }
    /// Gives up ownership. The caller must free the bytes with `Backend::release`. Throws
    /// Error(invalid_state) if the bytes are not a plain allocation.
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

/// Returns a source that releases memory by calling `free`, which must not throw.
std::shared_ptr<MemorySource> call_to_free(std::function<void(void*)> free);

}  // namespace detail

/// `size()` elements of uninitialized device memory that this object owns.
///
/// If the memory was created with a device, the destructor waits for all work queued on the device
/// and frees the memory. If it was created with a stream, it comes from a pool and returns to the
/// pool in stream order, without waiting. If other streams use pool memory, use events to order
/// their work after the creation and before the destruction of this object.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class DeviceMemory {
public:
    DeviceMemory() noexcept = default;
    /// Makes a plain allocation. Throws Error(out_of_memory).
    DeviceMemory(const Device& device, std::size_t count)
        : allocation_(device, count, sizeof(T), driver::MemoryKind::device), size_(count) {}
    /// Allocates from the pool that Stream::with_pool selected, or else from the device's default
    /// pool. Throws Error(out_of_memory).
    DeviceMemory(const Stream& stream, std::size_t count)
        : allocation_(stream, count, sizeof(T)), size_(count) {}
    /// Allocates from `pool`. Throws Error(out_of_memory), with sizes if the pool's limit is
    /// reached. Throws Error(invalid_argument) if the stream and the pool belong to different
    /// devices.
    DeviceMemory(const Stream& stream, std::size_t count, const MemoryPool& pool)
        : allocation_(stream, count, sizeof(T), pool), size_(count) {}
    DeviceMemory(DeviceMemory&& other) noexcept
        : allocation_(std::move(other.allocation_)), size_(std::exchange(other.size_, 0)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        allocation_ = std::move(other.allocation_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    /// Takes ownership of memory that the driver allocated (`cuMemAlloc`), or that `release`
    /// returned.
    static DeviceMemory adopt(const Device& device, T* data, std::size_t count) {
        return adopt_from(device, data, count, {});
    }
    /// Takes ownership of another library's memory. The destructor calls `free(data)` without
    /// waiting for queued work. `free` must not throw.
    static DeviceMemory adopt(const Device& device, T* data, std::size_t count,
                              std::function<void(T*)> free) {
        return adopt_from(device, data, count,
                          detail::call_to_free([free = std::move(free)](void* address) {
                              free(static_cast<T*>(address));
                          }));
    }
    /// Gives up ownership. The caller must free the elements, with `cuMemFree` on CUDA or by
    /// passing them to `adopt`. Throws Error(invalid_state) for memory of a pool or of another
    /// library.
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
    /// Takes ownership of an allocation, which must have at least `count` elements.
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

/// Copies the elements of `host` to memory from the stream's pool. The copy is done when the
/// function returns. Throws Error(out_of_memory).
template <detail::HostElements Host>
auto to_device(Stream& stream, const Host& host) {
    using T = std::remove_const_t<detail::HostElement<const Host>>;
    DeviceMemory<T> memory(stream, detail::host_span(host).size());
    upload(stream, memory, host);
    stream.synchronize();
    return memory;
}
/// Copies `values` to memory from the stream's pool, as in `to_device<float>(stream, {1, 2, 3})`.
template <class T>
DeviceMemory<T> to_device(Stream& stream, std::initializer_list<T> values) {
    return to_device(stream, std::span(values.begin(), values.size()));
}

/// Page-locked host memory. Copies between this memory and a device can overlap with other work.
/// All GPUs of the process can copy to and from it. Their kernels access it through
/// `device_data()`.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class PinnedMemory {
public:
    PinnedMemory() noexcept = default;
    /// Allocates the memory. The destructor may wait for the device. Throws Error(out_of_memory).
    PinnedMemory(const Device& device, std::size_t count, const PinnedOptions& options = {})
        : allocation_(device, count, sizeof(T), options), size_(count) {}
    /// Allocates memory that the host may use immediately. The destructor returns the memory to the
    /// pool without waiting. The pool reuses the memory after `stream` has completed the work
    /// queued before the destruction. Throws what DeviceMemory throws.
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

    /// Returns the elements' address on the device. Kernels that use this address access host
    /// memory at the speed of the bus. If the driver supports it, the address is the same as
    /// `data()`.
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
