// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace glint {

/// The method by which a host thread waits for a GPU's streams, for its events, and for the GPU.
enum class HostWait : std::uint8_t {
    automatic,  ///< spin, or yield if the process uses more GPUs than the machine has CPU cores
    spin,       ///< poll: lowest latency, but keeps a core busy
    yield,      ///< poll, but let other threads run in between
    sleep,      ///< sleep, which leaves the core free
};

/// Resources that the driver reserves on a GPU. CUDA's documentation of CUlimit has the details.
enum class DeviceLimit : std::uint8_t {
    stack_bytes,                ///< bytes per GPU thread
    printf_bytes,               ///< size of the buffer for a kernel's printf
    heap_bytes,                 ///< size of the heap for a kernel's malloc
    device_runtime_sync_depth,  ///< nesting depth of kernels that wait for kernels they launched
    device_runtime_pending_launches,  ///< device-side launches that have not started yet
    l2_fetch_bytes,                   ///< bytes per fetch of the L2 cache: a hint, 0 to 128
    persisting_l2_bytes,              ///< part of the L2 cache reserved for persisting accesses
};

/// A hint for the division of a GPU's memory into L1 cache and shared memory.
enum class CachePreference : std::uint8_t { none, shared, l1, equal };

/// Returns the name of the limit, such as "stack_bytes".
std::string_view to_string(DeviceLimit limit) noexcept;

namespace driver {

/// Settings for all work on a device. Some backends do not support them.
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
