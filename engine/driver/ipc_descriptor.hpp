// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <glint/driver/ipc.hpp>
#include <glint/driver/memory_pool.hpp>

/// Memory of a GPU that several processes share by file descriptors: unlike with `export_memory`,
/// the other process sees nothing but the memory it is given, which lives until the last of them
/// has let go of it, and pools can be shared. CUDA's alone: on the CPU each of these throws
/// Error(unsupported).
namespace glint::ipc {

/// A file descriptor, closed with this object. Another process gets it through a Unix socket
/// (SCM_RIGHTS) or as a child that inherits it.
class Descriptor {
public:
    /// Takes it over; -1 is none.
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

/// Device memory that other processes can open, in whole pages of its own (2 MB). Freed when it is
/// destroyed, which waits for the device. Throws Error(out_of_memory), and Error(invalid_argument)
/// for no elements or more than fit in memory.
template <class T>
DeviceMemory<T> allocate_shareable(const Device& device, std::size_t count) {
    return {detail::allocate_shareable(device, count, sizeof(T)), count};
}

/// A new descriptor of memory that `allocate_shareable` gave. Throws Error(invalid_argument) for
/// any other, also for what `open_memory` gave: the driver exports only what it made itself.
template <class T>
Descriptor export_descriptor(const DeviceMemory<T>& memory) {
    return detail::export_descriptor(memory.allocation());
}

/// The memory behind another process's descriptor, or one of this process. `count` is what it was
/// allocated with. The descriptor may be closed then. Throws Error with the driver's reason if it
/// is none of a GPU's memory, Error(invalid_argument) for no elements.
template <class T>
DeviceMemory<T> open_memory(const Device& device, const Descriptor& descriptor, std::size_t count) {
    return {detail::open_memory(device, descriptor, count, sizeof(T)), count};
}

/// A descriptor by which other processes open a pool that was made with PoolOptions::shareable.
/// Throws Error(invalid_argument) for another.
Descriptor export_pool(const MemoryPool& pool);

/// A handle of memory in such a pool. Other processes must not use it before the stream has come
/// to its allocation, nor the owner free it before they have closed theirs.
template <class T>
MemoryHandle export_block(const MemoryPool& pool, const DeviceMemory<T>& memory) {
    return detail::export_block(pool, memory.allocation(), memory.size() * sizeof(T));
}

/// Another process's pool. Memory is not allocated from it, only opened.
class OpenedPool {
public:
    /// The descriptor may be closed then. Throws Error with the driver's reason if it is none of a
    /// pool.
    OpenedPool(const Device& device, const Descriptor& descriptor);

    /// The memory of `handle`, closed when it is destroyed, which waits for the device. It keeps
    /// the pool. Throws Error(invalid_argument) if its bytes are no whole number of elements.
    template <class T>
    DeviceMemory<T> open(const MemoryHandle& handle) const {
        return {open_bytes(handle, sizeof(T)), handle.size_bytes / sizeof(T)};
    }

private:
    glint::detail::Allocation open_bytes(const MemoryHandle& handle,
                                         std::size_t element_bytes) const;

    Device device_;  // behind it
    std::shared_ptr<driver::ForeignPool> pool_;
};

}  // namespace glint::ipc
