// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <glint/driver/device.hpp>
#include <glint/driver/span.hpp>

namespace glint {
namespace detail {

/// A reserved range of addresses. Memory is committed only for the first part of the range.
class GrowingBytes {
public:
    GrowingBytes() noexcept = default;
    GrowingBytes(const Device& device, std::size_t most, std::size_t element_bytes);

    void* begin() const noexcept { return range_ ? range_->begin() : nullptr; }
    std::size_t committed_bytes() const noexcept { return range_ ? range_->committed_bytes() : 0; }
    /// Commits memory for `count` elements. Throws Error(out_of_memory) if they exceed the reserved
    /// size.
    void grow(std::size_t count, std::size_t most, std::size_t element_bytes);
    void shrink(std::size_t size_bytes);

private:
    std::shared_ptr<driver::Backend> backend_;  // must be destroyed last
    std::unique_ptr<driver::AddressRange> range_;
};

}  // namespace detail

/// Device memory that grows in place: elements keep their addresses and are not copied.
///
/// The constructor reserves addresses for `max_size()` elements, which takes no memory. `resize`
/// adds memory as needed, in multiples of the device's granularity. The granularity is 2 MB on CUDA
/// and one page on the CPU.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class GrowingMemory {
public:
    GrowingMemory() noexcept = default;
    /// Throws Error(out_of_memory) if an address range of this size is not available, and
    /// Error(invalid_argument) if the size exceeds any possible memory.
    GrowingMemory(const Device& device, std::size_t max_size)
        : bytes_(device, max_size, sizeof(T)), max_size_(max_size) {}
    GrowingMemory(GrowingMemory&& other) noexcept
        : bytes_(std::move(other.bytes_)),
          size_(std::exchange(other.size_, 0)),
          max_size_(std::exchange(other.max_size_, 0)) {}
    GrowingMemory& operator=(GrowingMemory&& other) noexcept {
        bytes_ = std::move(other.bytes_);
        size_ = std::exchange(other.size_, 0);
        max_size_ = std::exchange(other.max_size_, 0);
        return *this;
    }

    /// Changes the size. New elements are uninitialized. Does not free the memory of removed
    /// elements: later growth reuses it. Does not wait for queued work, which may use the remaining
    /// elements. If this function throws Error(out_of_memory), the size has not changed. For more
    /// than `max_size()` elements, the message has both sizes.
    void resize(std::size_t count) {
        if (count > size_) bytes_.grow(count, max_size_, sizeof(T));
        size_ = count;
    }

    /// Frees the memory after the last element, in multiples of the granularity. Waits for the
    /// device.
    void shrink_to_fit() { bytes_.shrink(size_ * sizeof(T)); }

    T* data() noexcept { return static_cast<T*>(bytes_.begin()); }
    const T* data() const noexcept { return static_cast<const T*>(bytes_.begin()); }
    std::size_t size() const noexcept { return size_; }
    /// Returns the number of elements that fit in the committed memory.
    std::size_t capacity() const noexcept { return bytes_.committed_bytes() / sizeof(T); }
    std::size_t max_size() const noexcept { return max_size_; }
    DeviceSpan<T> span() noexcept { return {data(), size_}; }
    DeviceSpan<const T> span() const noexcept { return {data(), size_}; }

private:
    detail::GrowingBytes bytes_;
    std::size_t size_ = 0;
    std::size_t max_size_ = 0;
};

template <class T>
inline constexpr bool kIsDeviceMemory<GrowingMemory<T>> = true;

}  // namespace glint
