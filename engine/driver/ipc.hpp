// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/driver/event.hpp>
#include <glint/driver/memory.hpp>

/// Memory and events of a GPU that several processes share. CUDA's alone: on the CPU each of these
/// throws Error(unsupported).
namespace glint::ipc {

/// Plain bytes, to be sent to another process in whatever way.
struct MemoryHandle {
    driver::IpcBytes bytes{};
    std::size_t size_bytes = 0;
};
struct EventHandle {
    driver::IpcBytes bytes{};
};

namespace detail {
MemoryHandle export_memory(const glint::detail::Allocation& memory, std::size_t size_bytes);
/// Throws Error(invalid_argument) if the handle's bytes are no whole number of elements.
glint::detail::Allocation import_memory(const Device& device, const MemoryHandle& handle,
                                        std::size_t element_bytes);
}  // namespace detail

/// A handle by which other processes open the memory, which must stay until they have closed it.
/// They may see its neighbours, too: the driver shares pieces of 2 MB.
/// Throws Error(invalid_argument) for memory of a pool, which cannot be shared this way.
template <class T>
MemoryHandle export_memory(const DeviceMemory<T>& memory) {
    return detail::export_memory(memory.allocation(), memory.size() * sizeof(T));
}

/// Another process's memory on the same GPU, closed when it is destroyed, which waits for the
/// device. A process cannot open its own. The two order their work by events or on the host.
template <class T>
DeviceMemory<T> import_memory(const Device& device, const MemoryHandle& handle) {
    return {detail::import_memory(device, handle, sizeof(T)), handle.size_bytes / sizeof(T)};
}

/// An event that can be exported. It takes no time.
Event create_event(const Device& device);

/// Throws for an event that `create_event` did not make.
EventHandle export_event(const Device& device, const Event& event);

/// Another process's event, to record, to wait for and to ask; the one that made it must keep it.
Event import_event(const Device& device, const EventHandle& handle);

}  // namespace glint::ipc
