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

/// Page-locks memory that the user owns. Copies between it and devices can then overlap with other
/// work, and kernels may access it through `device_span`.
///
/// Locks whole pages, so memory on the same page needs a single registration. A PageVector does not
/// share its pages with other memory. On the CPU backend nothing is locked.
class HostRegistration {
public:
    HostRegistration() noexcept = default;
    /// The memory must stay valid until the registration ends, which waits for the device. Throws
    /// Error(invalid_argument) for an empty range, and Error(invalid_state) if some of the pages
    /// are already page-locked.
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

    /// Returns the device address of registered elements. It is the same as the host address if the
    /// driver supports that.
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

/// Allocates whole pages that are not shared with other allocations.
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

/// A vector whose elements do not share a page with other memory.
template <class T>
using PageVector = std::vector<T, PageAllocator<T>>;

}  // namespace glint
