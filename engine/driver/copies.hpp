// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <glint/driver/detail/argument_memory.hpp>
#include <glint/driver/stream.hpp>

/// Copies between the host and devices, and fills of device memory.
///
/// Device memory is any type that kernels accept as a pointer and that has a known size
/// (kIsDeviceMemory): DeviceMemory, DeviceSpan, arrays and their views, mapped memory, managed
/// memory. Host elements are contiguous ranges: vectors, arrays, spans, PinnedMemory. For blocks
/// see block_copies.hpp, for images texture.hpp and image_copies.hpp.
///
/// All functions queue on the stream and do not wait, unless noted otherwise. If an array belongs
/// to another stream, the two streams wait for each other, as in a launch. The functions throw
/// Error(invalid_argument) if sizes differ, if a view has gaps between its elements, or if memory
/// is null, was freed, or belongs to neither this device nor the host.
namespace glint {

namespace detail {

template <class Memory>
concept LinearMemory =
    kIsDeviceMemory<std::remove_cvref_t<Memory>> && requires(Memory& memory) { memory.size(); };

template <class T>
inline constexpr bool kIsHostSpan = false;
template <class T, std::size_t n>
inline constexpr bool kIsHostSpan<std::span<T, n>> = true;

template <class Host>
concept HasHostSpan = requires(Host& host) {
    host.span();
    requires kIsHostSpan<decltype(host.span())>;
};

template <class Host>
concept HostElements = std::ranges::contiguous_range<Host> || HasHostSpan<Host>;

template <HostElements Host>
auto host_span(Host& host) {
    if constexpr (HasHostSpan<Host>)
        return host.span();
    else
        return std::span(std::ranges::data(host), std::ranges::size(host));
}

template <class Host>
using HostElement = typename decltype(host_span(std::declval<Host&>()))::element_type;

/// Elements in device memory, without their type.
struct LinearElements {
    void* data = nullptr;
    std::size_t count = 0;
    std::size_t element_bytes = 0;
    const Stream* owner = nullptr;  ///< stream for all work with these elements, or null
};

/// Rejects, at compile time, a temporary object that owns its elements: the object would be
/// destroyed before the queued copy runs.
template <class Host>
constexpr void require_lasting() {
    static_assert(std::is_lvalue_reference_v<Host> || std::ranges::borrowed_range<Host>,
                  "these elements are destroyed before they are copied. Store the container in a "
                  "variable that lives until the copy is done");
}

void check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes);
[[noreturn]] void refuse_gaps(std::size_t count);

template <LinearMemory Memory>
LinearElements linear_elements(Memory& memory) {
    using T = ElementIn<Memory>;
    LinearElements elements{.count = memory.size(), .element_bytes = sizeof(T)};
    if (elements.count == 0) return elements;
    if constexpr (requires { memory.is_contiguous(); })
        if (!memory.is_contiguous()) refuse_gaps(elements.count);
    elements.data = const_cast<std::remove_const_t<T>*>(device_pointer(memory));
    elements.owner = backing_memory(memory).stream;
    return elements;
}

template <class Device, class Host>
constexpr void check_elements() {
    static_assert(std::is_same_v<std::remove_const_t<ElementIn<Device>>,
                                 std::remove_const_t<HostElement<Host>>>,
                  "the host and the device have elements of different types");
}

void upload_elements(Stream& stream, const LinearElements& to, std::span<const std::byte> from);
void download_elements(Stream& stream, std::span<std::byte> to, const LinearElements& from);
void copy_elements(Stream& stream, const LinearElements& to, const LinearElements& from);
void fill_elements(Stream& stream, const LinearElements& to, std::span<const std::byte> element);

}  // namespace detail

/// Queues a copy from the host. `from` must stay valid until the copy is done. Exception: on CUDA,
/// this function reads pageable memory before it returns.
template <detail::LinearMemory To, detail::HostElements From>
void upload(Stream& stream, To&& to, From&& from) {
    static_assert(!std::is_const_v<detail::ElementIn<To>>, "this memory is read-only");
    detail::require_lasting<From>();
    detail::check_elements<To, From>();
    detail::upload_elements(stream, detail::linear_elements(to),
                            std::as_bytes(detail::host_span(from)));
}

/// Queues a copy to the host. `to` has the data after the stream has completed the copy.
template <detail::HostElements To, detail::LinearMemory From>
void download(Stream& stream, To&& to, const From& from) {
    static_assert(!std::is_const_v<detail::HostElement<To>>, "these elements are read-only");
    detail::require_lasting<To>();
    detail::check_elements<const From, To>();
    detail::download_elements(stream, std::as_writable_bytes(detail::host_span(to)),
                              detail::linear_elements(from));
}

/// Queues a copy from device memory to device memory. Also throws Error(invalid_argument) if the
/// source and the destination overlap.
template <detail::LinearMemory To, detail::LinearMemory From>
void copy(Stream& stream, To&& to, const From& from) {
    using T = detail::ElementIn<To>;
    static_assert(!std::is_const_v<T>, "this memory is read-only");
    static_assert(std::is_same_v<T, std::remove_const_t<detail::ElementIn<const From>>>,
                  "the source and the destination have elements of different types");
    detail::copy_elements(stream, detail::linear_elements(to), detail::linear_elements(from));
}

/// Queues a fill that sets each element to `value`.
template <detail::LinearMemory To>
    requires(Fillable<detail::ElementIn<To>>)
void fill(Stream& stream, To&& to, const std::type_identity_t<detail::ElementIn<To>>& value) {
    using T = detail::ElementIn<To>;
    static_assert(!std::is_const_v<T>, "this memory is read-only");
    detail::fill_elements(stream, detail::linear_elements(to),
                          std::as_bytes(std::span<const T, 1>(&value, 1)));
}

/// Copies the elements to the host after all work queued so far, waits, and returns them.
template <detail::LinearMemory From>
auto to_vector(Stream& stream, const From& from) {
    using T = std::remove_const_t<detail::ElementIn<const From>>;
    if constexpr (requires { from.to_vector(); }) {  // views with gaps define it
        return from.to_vector();
    } else if constexpr (std::is_same_v<T, bool>) {  // std::vector<bool> stores bits
        const auto bools = std::make_unique<bool[]>(from.size());
        download(stream, std::span(bools.get(), from.size()), from);
        stream.synchronize();
        return std::vector<bool>(bools.get(), bools.get() + from.size());
    } else {
        std::vector<T> values(from.size());
        download(stream, values, from);
        stream.synchronize();
        return values;
    }
}

}  // namespace glint
