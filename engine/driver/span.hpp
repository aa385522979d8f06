// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

namespace glint {

/// True for types that kernels accept for a pointer parameter. `data()` must return a device
/// address, and `size()`, if it exists, the number of elements. True for glint's own memory types,
/// and false for host containers. Specialize it for other types of device memory:
///
///     template <>
///     inline constexpr bool glint::kIsDeviceMemory<my::Buffer> = true;
template <class Memory>
inline constexpr bool kIsDeviceMemory = false;

namespace detail {
[[noreturn]] void refuse_subspan(std::size_t first, std::size_t count, std::size_t size);
}

/// `size()` borrowed elements in device memory. The pointer is a device address. On the CPU, the
/// host can dereference it, too.
template <class T>
class DeviceSpan {
public:
    using element_type = T;

    constexpr DeviceSpan() noexcept = default;
    constexpr DeviceSpan(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

    /// Converts a span of writable elements to a span of read-only elements.
    template <class U>
        requires(std::is_same_v<T, const U>)
    constexpr DeviceSpan(DeviceSpan<U> other) noexcept : data_(other.data()), size_(other.size()) {}

    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    constexpr bool empty() const noexcept { return size_ == 0; }

    /// Returns `count` elements starting at `first`. Throws Error(invalid_argument) unless all of
    /// them are inside this span.
    constexpr DeviceSpan subspan(std::size_t first, std::size_t count) const {
        if (first > size_ || count > size_ - first) detail::refuse_subspan(first, count, size_);
        return {data_ + first, count};
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

template <class T>
inline constexpr bool kIsDeviceMemory<DeviceSpan<T>> = true;

}  // namespace glint
