// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/base/ceil_div.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/span.hpp>

namespace glint {

using driver::RegistrationOptions;

/// Page-locks memory that user code owns. Copies between this memory and devices can then overlap
/// with other work, and kernels may access it through `device_span`.
///
/// Locks whole pages. Memory that shares a page with registered memory therefore cannot be
/// registered separately. A PageVector does not share pages with other memory. On the CPU, nothing
/// is locked.
class HostRegistration {
public:
    HostRegistration() noexcept = default;
    /// Locks the pages of `bytes`, which must stay valid until this object is destroyed. The
    /// destructor waits for the device. Throws Error(invalid_argument) for an empty range, and
    /// Error(invalid_state) if some of the pages are already page-locked.
    HostRegistration(const Device& device, std::span<std::byte> bytes,
                     const RegistrationOptions& options = {});
    template <class T>
        requires(std::is_trivially_copyable_v<T>)
    HostRegistration(const Device& device, std::span<T> elements,
                     const RegistrationOptions& options = {})
        : HostRegistration(device, bytes_of(elements), options) {}
    HostRegistration(HostRegistration&& other) noexcept
        : backend_(std::move(other.backend_)), pages_(std::exchange(other.pages_, nullptr)) {}
    HostRegistration& operator=(HostRegistration&& other) noexcept {
        HostRegistration taken(std::move(other));
        std::swap(backend_, taken.backend_);
        std::swap(pages_, taken.pages_);
        return *this;
    }
    ~HostRegistration();

    /// Returns registered elements with their device address. If the driver supports it, the device
    /// address is the same as the host address.
    template <class T>
    DeviceSpan<T> device_span(std::span<T> elements) const {
        const auto bytes = bytes_of(elements);
        return {static_cast<T*>(device_address(bytes.data())), elements.size()};
    }

private:
    template <class T>
    static std::span<std::byte> bytes_of(std::span<T> elements) noexcept {
        auto* data = const_cast<std::remove_const_t<T>*>(elements.data());
        return {reinterpret_cast<std::byte*>(data), elements.size_bytes()};
    }
    void* device_address(std::byte* host) const;

    std::shared_ptr<driver::Backend> backend_;
    std::byte* pages_ = nullptr;
};

/// Allocates whole pages, so that no other allocation shares them.
template <class T>
struct PageAllocator {
    using value_type = T;
    static constexpr std::size_t kPageBytes = 4096;

    PageAllocator() noexcept = default;
    template <class U>
    PageAllocator(const PageAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)

    T* allocate(std::size_t count) {
        if (count > (static_cast<std::size_t>(-1) - kPageBytes) / sizeof(T))
            throw std::bad_array_new_length();
        return static_cast<T*>(::operator new(whole_pages(count), std::align_val_t{kPageBytes}));
    }
    void deallocate(T* data, std::size_t count) noexcept {
        ::operator delete(data, whole_pages(count), std::align_val_t{kPageBytes});
    }

    friend bool operator==(const PageAllocator&, const PageAllocator&) noexcept { return true; }

private:
    static std::size_t whole_pages(std::size_t count) noexcept {
        return round_up(count * sizeof(T), kPageBytes);
    }
};

/// A vector whose elements share no page with other memory.
template <class T>
using PageVector = std::vector<T, PageAllocator<T>>;

}  // namespace glint
