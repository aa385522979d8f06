// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <glint/driver/ipc.hpp>
#include <glint/driver/memory_pool.hpp>

/// GPU memory that several processes share through file descriptors. This differs from
/// `export_memory` in three ways: the other process sees only the shared memory, the memory lives
/// until the last process has released it, and pools can be shared. Supported only on CUDA. On the
/// CPU, all functions throw Error(unsupported).
namespace glint::ipc {

/// Owns a file descriptor; the destructor closes it. Another process receives the descriptor
/// through a Unix socket (SCM_RIGHTS), or inherits it as a child process.
class Descriptor {
public:
    /// Takes ownership of a file descriptor. -1 creates an empty object.
    explicit Descriptor(int native) noexcept : native_(native) {}
    Descriptor(Descriptor&& other) noexcept : native_(std::exchange(other.native_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(native_, other.native_);
        return *this;
    }
    ~Descriptor();

    int native() const noexcept { return native_; }
    [[nodiscard]] int release() noexcept { return std::exchange(native_, -1); }

private:
    int native_;
};

namespace detail {
glint::detail::Allocation allocate_shareable(const Device& device, std::size_t count,
                                             std::size_t element_bytes);
Descriptor export_descriptor(const glint::detail::Allocation& memory);
glint::detail::Allocation open_memory(const Device& device, const Descriptor& descriptor,
                                      std::size_t count, std::size_t element_bytes);
MemoryHandle export_block(const MemoryPool& pool, const glint::detail::Allocation& memory,
                          std::size_t size_bytes);
}  // namespace detail

/// Allocates device memory that other processes can open, in separate pages of 2 MB. The result's
/// destructor waits for the device and frees the memory. Throws Error(out_of_memory). Throws
/// Error(invalid_argument) if `count` is 0 or does not fit in memory.
template <class T>
DeviceMemory<T> allocate_shareable(const Device& device, std::size_t count) {
    return {detail::allocate_shareable(device, count, sizeof(T)), count};
}

/// Returns a new descriptor for memory from `allocate_shareable`. Throws Error(invalid_argument)
/// for any other memory, even for memory from `open_memory`, because the driver exports only memory
/// that this process allocated.
template <class T>
Descriptor export_descriptor(const DeviceMemory<T>& memory) {
    return detail::export_descriptor(memory.allocation());
}

/// Opens memory by a descriptor from this or another process. `count` must be the number of
/// elements that was allocated. The descriptor may be closed after the call. Throws Error with the
/// driver's reason if the descriptor does not refer to GPU memory, and Error(invalid_argument) if
/// `count` is 0.
template <class T>
DeviceMemory<T> open_memory(const Device& device, const Descriptor& descriptor, std::size_t count) {
    return {detail::open_memory(device, descriptor, count, sizeof(T)), count};
}

/// Returns a descriptor with which other processes open a pool that was created with
/// PoolOptions::shareable. Throws Error(invalid_argument) for any other pool.
Descriptor export_pool(const MemoryPool& pool);

/// Returns a handle for memory of a shareable pool. Other processes must not use the memory before
/// the stream has completed its allocation. The owner must not free the memory before the other
/// processes have closed it.
template <class T>
MemoryHandle export_block(const MemoryPool& pool, const DeviceMemory<T>& memory) {
    return detail::export_block(pool, memory.allocation(), memory.size() * sizeof(T));
}

/// A pool of another process. This process can open its memory, but cannot allocate from it.
class OpenedPool {
public:
    /// Opens the pool. The descriptor may be closed after the call. Throws Error with the driver's
    /// reason if the descriptor does not refer to a pool.
    OpenedPool(const Device& device, const Descriptor& descriptor);

    /// Opens the memory of `handle`. The result keeps the pool alive. Its destructor waits for the
    /// device and closes the memory. Throws Error(invalid_argument) if the memory does not consist
    /// of whole elements.
    template <class T>
    DeviceMemory<T> open(const MemoryHandle& handle) const {
        return {open_bytes(handle, sizeof(T)), handle.size_bytes / sizeof(T)};
    }

private:
    glint::detail::Allocation open_bytes(const MemoryHandle& handle,
                                         std::size_t element_bytes) const;

    Device device_;  // destroyed after the pool
    std::shared_ptr<driver::ForeignPool> pool_;
};

}  // namespace glint::ipc
