// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/driver/event.hpp>
#include <glint/driver/memory.hpp>

/// GPU memory and events that several processes share. Supported only on CUDA. On the CPU, all
/// functions throw Error(unsupported).
namespace glint::ipc {

/// A handle of memory. Its bytes can be sent to another process by any means.
struct MemoryHandle {
    driver::IpcBytes bytes{};
    std::size_t size_bytes = 0;
};
struct EventHandle {
    driver::IpcBytes bytes{};
};

namespace detail {
MemoryHandle export_memory(const glint::detail::Allocation& memory, std::size_t size_bytes);
/// Opens the memory of `handle`. Throws Error(invalid_argument) if the memory does not consist of
/// whole elements.
glint::detail::Allocation import_memory(const Device& device, const MemoryHandle& handle,
                                        std::size_t element_bytes);
}  // namespace detail

/// Returns a handle with which other processes open the memory. The memory must stay valid until
/// they have closed it. Other processes may also be able to access adjacent memory, because the
/// driver shares chunks of 2 MB. Throws Error(invalid_argument) for memory of a pool; see
/// ipc_descriptor.hpp.
template <class T>
MemoryHandle export_memory(const DeviceMemory<T>& memory) {
    return detail::export_memory(memory.allocation(), memory.size() * sizeof(T));
}

/// Opens memory of another process on the same GPU. The result's destructor waits for the device
/// and closes the memory. A process cannot open its own memory. The processes must order their work
/// with events or on the host.
template <class T>
DeviceMemory<T> import_memory(const Device& device, const MemoryHandle& handle) {
    return {detail::import_memory(device, handle, sizeof(T)), handle.size_bytes / sizeof(T)};
}

/// Creates an event that can be exported. The event does not support timing.
Event create_event(const Device& device);

/// Returns a handle with which another process opens the event. Throws Error for an event that was
/// not created by `create_event`.
EventHandle export_event(const Device& device, const Event& event);

/// Opens an event of another process, to record it, wait for it or query it. The process that
/// created the event must not destroy it while other processes use it.
Event import_event(const Device& device, const EventHandle& handle);

}  // namespace glint::ipc
