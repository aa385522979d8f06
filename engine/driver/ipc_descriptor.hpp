// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <glint/driver/ipc.hpp>
#include <glint/driver/memory_pool.hpp>

/// GPU memory that several processes share through file descriptors. Unlike with `export_memory`,
/// the other process sees only the shared memory, which lives until the last process has released
/// it, and pools can be shared. Supported only on CUDA: on the CPU all functions throw
/// Error(unsupported).
namespace glint::ipc {

/// A file descriptor, closed with this object. Another process receives it through a Unix socket
/// (SCM_RIGHTS) or by inheriting it as a child.
class Descriptor {
public:
    /// Takes ownership of the file descriptor; -1 means none.
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

/// Allocates device memory that other processes can open, in separate pages of 2 MB. It is freed
/// when the result is destroyed, which waits for the device. Throws Error(out_of_memory), and
/// Error(invalid_argument) for no elements or more than fit in memory.
template <class T>
DeviceMemory<T> allocate_shareable(const Device& device, std::size_t count) {
    return {detail::allocate_shareable(device, count, sizeof(T)), count};
}

/// Returns a new descriptor for memory from `allocate_shareable`. Throws Error(invalid_argument)
/// for any other memory, including memory from `open_memory`, because the driver exports only
/// memory that this process allocated.
template <class T>
Descriptor export_descriptor(const DeviceMemory<T>& memory) {
    return detail::export_descriptor(memory.allocation());
}

/// Opens the memory of a descriptor from this or another process. `count` must be the number of
/// elements that was allocated. The descriptor may be closed afterwards. Throws Error with the
/// driver's reason if it does not refer to GPU memory, and Error(invalid_argument) for no elements.
template <class T>
DeviceMemory<T> open_memory(const Device& device, const Descriptor& descriptor, std::size_t count) {
    return {detail::open_memory(device, descriptor, count, sizeof(T)), count};
}

/// Returns a descriptor through which other processes open a pool created with
/// PoolOptions::shareable. Throws Error(invalid_argument) for any other pool.
Descriptor export_pool(const MemoryPool& pool);

/// Returns a handle for memory in an exportable pool. Other processes must not use the memory
/// before the stream has reached its allocation, and the owner must not free it before they have
/// closed it.
template <class T>
MemoryHandle export_block(const MemoryPool& pool, const DeviceMemory<T>& memory) {
    return detail::export_block(pool, memory.allocation(), memory.size() * sizeof(T));
}

/// Another process's pool. Its memory can be opened, but it cannot allocate.
class OpenedPool {
public:
    /// The descriptor may be closed afterwards. Throws Error with the driver's reason if it does
    /// not refer to a pool.
    OpenedPool(const Device& device, const Descriptor& descriptor);

    /// Opens the memory of `handle`, and keeps the pool alive. The memory is closed when the result
    /// is destroyed, which waits for the device. Throws Error(invalid_argument) if its size is not
    /// a whole number of elements.
    template <class T>
    DeviceMemory<T> open(const MemoryHandle& handle) const {
        return {open_bytes(handle, sizeof(T)), handle.size_bytes / sizeof(T)};
    }

private:
    glint::detail::Allocation open_bytes(const MemoryHandle& handle,
                                         std::size_t element_bytes) const;

    Device device_;  // must be destroyed after the pool
    std::shared_ptr<driver::ForeignPool> pool_;
};

}  // namespace glint::ipc
