// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <glint/driver/memory.hpp>

namespace glint {

class Stream;
using driver::Attachment;
using driver::ManagedAdvice;

/// A location of managed memory: a device or the host.
class MemoryPlace {
public:
    MemoryPlace(const Device& device) noexcept  // NOLINT(google-explicit-constructor)
        : number_{device.kind() == BackendKind::cuda ? device.info().ordinal
                                                     : driver::PlaceNumber::kHost} {}
    static MemoryPlace host() noexcept { return MemoryPlace(driver::PlaceNumber{}); }
    driver::PlaceNumber number() const noexcept { return number_; }

private:
    explicit MemoryPlace(driver::PlaceNumber number) noexcept : number_(number) {}

    driver::PlaceNumber number_;
};

namespace detail {
/// These functions throw Error(invalid_argument) if `stream` and the memory belong to different
/// devices.
void prefetch(const Allocation& memory, std::size_t size_bytes, const Stream& stream,
              const MemoryPlace& place);
void discard(const Allocation& memory, std::size_t size_bytes, const Stream& stream);
void attach(const Allocation& memory, const Stream& stream, Attachment attachment);
}  // namespace detail

/// `size()` elements that kernels and the host access at the same address. The driver migrates
/// pages to the processor that accesses them. The elements are uninitialized. The destructor waits
/// for the device and frees them. On the CPU, this is plain memory; advice, prefetches and
/// attachments have no effect.
///
/// Before the host accesses memory that a kernel writes, the host must wait for the kernel.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class ManagedMemory {
public:
    ManagedMemory() noexcept = default;
    /// Allocates the memory. Throws Error(out_of_memory), and Error(unsupported) if the device does
    /// not support managed memory.
    ManagedMemory(const Device& device, std::size_t count)
        : allocation_(device, count, sizeof(T), driver::MemoryKind::managed), size_(count) {}
    ManagedMemory(ManagedMemory&& other) noexcept
        : allocation_(std::move(other.allocation_)), size_(std::exchange(other.size_, 0)) {}
    ManagedMemory& operator=(ManagedMemory&& other) noexcept {
        allocation_ = std::move(other.allocation_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    T* data() const noexcept { return static_cast<T*>(allocation_.data()); }
    std::size_t size() const noexcept { return size_; }
    std::span<T> host_span() const noexcept { return {data(), size_}; }
    DeviceSpan<T> span() const noexcept { return {data(), size_}; }

    /// Describes to the driver how the memory will be used. `place` matters only for `prefer` and
    /// `accessed_by`. Throws Error(unsupported) for drivers before CUDA 12.2.
    void advise(ManagedAdvice advice, const MemoryPlace& place = MemoryPlace::host()) {
        if (size_ == 0) return;
        allocation_.backend()->memory().advise(data(), size_bytes(), advice, place.number());
    }

    /// Queues a migration of the pages to `place`; does not wait. Throws what `advise` throws, and
    /// Error(invalid_argument) for a stream of another device.
    void prefetch(const Stream& stream, const MemoryPlace& place) {
        if (size_ > 0) detail::prefetch(allocation_, size_bytes(), stream, place);
    }

    /// Tells the driver that the program no longer needs the elements, so that it does not copy
    /// them between processors. Takes effect after the work queued on `stream` so far. Reading an
    /// element before it is written again gives an undefined value. Throws Error(unsupported) for
    /// drivers before CUDA 13.0.
    void discard(const Stream& stream) {
        if (size_ > 0) detail::discard(allocation_, size_bytes(), stream);
    }

    /// Restricts which processors and streams may use the memory. Takes effect after the work
    /// queued on `stream` so far. On devices without concurrent access, the host can then use the
    /// memory while other streams work.
    void attach(const Stream& stream, Attachment attachment) {
        if (size_ > 0) detail::attach(allocation_, stream, attachment);
    }

private:
    std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }

    detail::Allocation allocation_;
    std::size_t size_ = 0;
};

template <class T>
inline constexpr bool kIsDeviceMemory<ManagedMemory<T>> = true;

}  // namespace glint
