// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <glint/driver/span.hpp>
#include <glint/driver/stream.hpp>

/// What a launch finds out about the memory that it is given.
namespace glint::detail {

/// The memory behind a pointer argument. A bare pointer says nothing of it.
struct ArgumentMemory {
    const void* address = nullptr;
    std::size_t size_bytes = 0;      ///< that kernels may be expected to use; 0 if none are known
    const Stream* stream = nullptr;  ///< that all work with it is queued on, if there is one
};

/// Host containers, whose addresses only the host can follow.
template <class Given>
concept HostMemory =
    std::is_array_v<Given> || (requires(Given& given) { given.data(); } && !kIsDeviceMemory<Given>);

/// Fails to compile for memory that no device reaches.
template <class Given>
constexpr void require_device_memory() {
    static_assert(!HostMemory<Given>,
                  "kernels do not reach memory of the host: give in(x), out(x) or in_out(x), which "
                  "copy it, or an Array, a DeviceMemory or a DeviceSpan");
}

/// The address that devices follow.
template <class Memory>
auto device_pointer(Memory& memory) {
    if constexpr (requires { memory.device_data(); })
        return memory.device_data();
    else
        return memory.data();
}

template <class Memory>
using ElementIn = std::remove_pointer_t<decltype(device_pointer(
    std::declval<std::remove_reference_t<Memory>&>()))>;

/// How many elements are known to be there; where they have gaps, only the first.
template <class Memory>
std::size_t known_elements(const Memory& memory) {
    if constexpr (requires { memory.is_contiguous(); })
        return memory.is_contiguous() ? memory.size() : std::size_t{!memory.empty()};
    else if constexpr (requires { memory.size(); })
        return memory.size();
    else
        return memory.data() == nullptr ? 0 : 1;
}

template <class Element>
constexpr std::size_t element_bytes() {
    if constexpr (std::is_void_v<Element>)
        return 1;
    else
        return sizeof(Element);
}

template <class Memory>
ArgumentMemory memory_behind(Memory& memory) {
    const auto pointer = device_pointer(memory);
    ArgumentMemory known{.address = pointer};
    if (!pointer) return known;
    known.size_bytes = known_elements(memory) *
                       element_bytes<std::remove_pointer_t<decltype(device_pointer(memory))>>();
    if constexpr (requires {
                      { memory.stream() } -> std::same_as<Stream&>;
                  })
        known.stream = &memory.stream();
    return known;
}

}  // namespace glint::detail
