#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <glint/driver/device.hpp>
#include <glint/driver/span.hpp>

namespace glint {
namespace detail {

/// An allocation of raw bytes on a device or, page-locked, on the host.
class Allocation {
public:
    Allocation() noexcept = default;
    /// Throws Error(out_of_memory), or Error(invalid_argument) if the size does not fit in memory.
    Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
               driver::MemoryKind kind);
    Allocation(Allocation&& other) noexcept;
    Allocation& operator=(Allocation&& other) noexcept;
    ~Allocation();

    void* data() const noexcept { return data_; }
    /// The device it was made on; null when empty.
    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }
    /// Gives the bytes up: the caller frees them with `Backend::release`.
    void* release() noexcept;

private:
    std::shared_ptr<driver::Backend> backend_;
    void* data_ = nullptr;
    driver::MemoryKind kind_ = driver::MemoryKind::device;
};

}  // namespace detail

/// `size()` elements of device memory, owned. Made uninitialised; freed when destroyed, which waits
/// for the queued work that may still use them.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class DeviceMemory {
public:
    DeviceMemory() noexcept = default;
    /// Throws Error(out_of_memory).
    DeviceMemory(const Device& device, std::size_t count)
        : allocation_(device, count, sizeof(T), driver::MemoryKind::device), size_(count) {}
    DeviceMemory(DeviceMemory&& other) noexcept
        : allocation_(std::move(other.allocation_)), size_(std::exchange(other.size_, 0)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        allocation_ = std::move(other.allocation_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    T* data() noexcept { return static_cast<T*>(allocation_.data()); }
    const T* data() const noexcept { return static_cast<const T*>(allocation_.data()); }
    std::size_t size() const noexcept { return size_; }
    DeviceSpan<T> span() noexcept { return {data(), size_}; }
    DeviceSpan<const T> span() const noexcept { return {data(), size_}; }

private:
    detail::Allocation allocation_;
    std::size_t size_ = 0;
};

/// Page-locked host memory: copies between it and a device run beside other work.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class PinnedMemory {
public:
    PinnedMemory() noexcept = default;
    /// Throws Error(out_of_memory).
    PinnedMemory(const Device& device, std::size_t count)
        : allocation_(device, count, sizeof(T), driver::MemoryKind::pinned), size_(count) {}
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

private:
    detail::Allocation allocation_;
    std::size_t size_ = 0;
};

}  // namespace glint
