// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <glint/driver/span.hpp>
#include <glint/driver/stream.hpp>

/// Describes the memory to which the arguments of a launch refer.
namespace glint::detail {

/// The memory that a pointer argument refers to. The size is unknown for a raw pointer.
struct ArgumentMemory {
    const void* address = nullptr;
    std::size_t size_bytes = 0;      ///< number of bytes that kernels may access; 0 if unknown
    const Stream* stream = nullptr;  ///< stream for all work with the memory, or null
};

/// Containers in host memory. Kernels cannot use their addresses.
template <class Given>
concept HostMemory =
    std::is_array_v<Given> || (requires(Given& given) { given.data(); } && !kIsDeviceMemory<Given>);

/// Rejects, at compile time, memory that devices cannot access.
template <class Given>
constexpr void require_device_memory() {
    static_assert(!HostMemory<Given>,
                  "kernels cannot access host memory. Pass in(x), out(x) or in_out(x), which copy "
                  "the memory, or an Array, a DeviceMemory or a DeviceSpan");
}

/// Returns the address of the memory on the device.
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

/// Returns the number of elements at data() that are contiguous. For memory with gaps, returns 1,
/// or 0 if the memory is empty.
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
ArgumentMemory backing_memory(Memory& memory) {
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
