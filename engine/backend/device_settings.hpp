// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace glint {

/// How a host thread waits for a GPU's streams, events and the device itself.
enum class HostWait : std::uint8_t {
    automatic,  ///< spins while the process uses fewer GPUs than the machine has processors
    spin,       ///< lowest latency, but keeps a processor busy
    yield,      ///< spins, but lets other threads run in between
    sleep,      ///< leaves the processor free
};

/// Resources that the driver reserves on a GPU; see CUDA's documentation of CUlimit for details.
enum class DeviceLimit : std::uint8_t {
    stack_bytes,                      ///< per GPU thread
    printf_bytes,                     ///< size of the buffer for a kernel's printf
    heap_bytes,                       ///< size of the heap for a kernel's malloc
    device_runtime_sync_depth,        ///< nesting depth of kernels that wait for their launches
    device_runtime_pending_launches,  ///< launches by kernels that have not started yet
    l2_fetch_bytes,                   ///< a hint, 0 to 128
    persisting_l2_bytes,              ///< part of the L2 cache reserved for persisting accesses
};

/// Preferred split of a GPU's combined L1 cache and shared memory; a hint.
enum class CachePreference : std::uint8_t { none, shared, l1, equal };

/// Returns "stack_bytes" and so on.
std::string_view to_string(DeviceLimit limit) noexcept;

namespace driver {

/// Settings for all work on a device, if the backend has them.
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
