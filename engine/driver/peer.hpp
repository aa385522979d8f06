// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/copies.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/span.hpp>
#include <glint/driver/stream.hpp>

namespace glint {

/// Returns true if kernels on `user` can directly access memory of `owner`.
inline bool can_access(const Device& user, const Device& owner) {
    return user.backend()->memory().can_access(*owner.backend());
}

/// Lets kernels on `user` access plain memory of `owner`, but not the reverse. Applies to the whole
/// process. For pools, see MemoryPool::allow_access. Does nothing if the access is already enabled.
/// Throws Error(unsupported) if `user` cannot access that memory.
inline void enable_peer_access(const Device& user, const Device& owner) {
    user.backend()->memory().enable_access(*owner.backend());
}

/// Disables the access of `user` to `owner`. Does nothing if the access is not enabled.
inline void disable_peer_access(const Device& user, const Device& owner) {
    user.backend()->memory().disable_access(*owner.backend());
}

namespace detail {
void copy_between(Stream& stream, void* to, const Device& to_device, const void* from,
                  const Device& from_device, std::size_t size_bytes);
}

/// Queues a copy from one device's memory to another's. Between two GPUs, the copy is direct if the
/// GPUs are connected. Between a GPU and the CPU, it is an upload or a download on a stream of the
/// GPU. The source and the destination must stay valid until the stream has completed the copy.
/// Throws Error(invalid_argument) if the sizes differ, if `stream` belongs to neither device, or if
/// it is a CPU stream for a copy between a GPU and the CPU.
template <class T>
void copy(Stream& stream, DeviceSpan<T> to, const Device& to_device,
          DeviceSpan<const std::type_identity_t<T>> from, const Device& from_device) {
    detail::check_same_size(to.size(), from.size(), sizeof(T));
    if (to.empty()) return;
    detail::copy_between(stream, to.data(), to_device, from.data(), from_device, to.size_bytes());
}

}  // namespace glint
