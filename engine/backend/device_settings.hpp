// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace glint {

/// How a host thread waits for a GPU: for streams, events and the device.
enum class HostWait : std::uint8_t {
    automatic,  ///< spins while the process has fewer GPUs open than the machine has processors
    spin,       ///< soonest told, at the price of a busy processor
    yield,      ///< spins, but lets other threads run in between
    sleep,      ///< leaves the processor free
};

/// What the driver sets aside on a GPU; CUDA's documentation of CUlimit has the details.
enum class DeviceLimit : std::uint8_t {
    stack_bytes,                      ///< of each GPU thread
    printf_bytes,                     ///< of the buffer for a kernel's printf
    heap_bytes,                       ///< of the heap for a kernel's malloc
    device_runtime_sync_depth,        ///< of kernels that wait for kernels that they launched
    device_runtime_pending_launches,  ///< of launches by kernels, not started yet
    l2_fetch_bytes,                   ///< a hint, 0 to 128
    persisting_l2_bytes,              ///< of the L2 cache set aside for persisting accesses
};

/// Where a GPU leans if L1 cache and shared memory come out of one memory; a hint.
enum class CachePreference : std::uint8_t { none, shared, l1, equal };

/// "stack_bytes" and the like.
std::string_view to_string(DeviceLimit limit) noexcept;

namespace driver {

/// What can be set for all work on a device, where the backend has such settings.
class ContextSettings {
public:
    virtual ~ContextSettings() = default;
    virtual std::size_t limit(DeviceLimit which) const = 0;
    virtual void set_limit(DeviceLimit which, std::size_t value) = 0;
    virtual CachePreference cache_preference() const = 0;
    virtual void set_cache_preference(CachePreference preference) = 0;
};

}  // namespace driver

}  // namespace glint
