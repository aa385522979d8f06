// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

/// Memory operations of a backend, except allocation and copies. User code holds `MemoryPool`,
/// `ManagedMemory`, `GrowingMemory` and similar objects.
namespace glint::driver {

class Backend;
class Event;
class Stream;

enum class MemoryKind {
    device,   ///< read and written by kernels
    pinned,   ///< page-locked host memory, which can be copied asynchronously
    managed,  ///< accessible to kernels and the host; the driver migrates it between them
};

/// Properties of the memory that a pointer refers to.
struct MemoryInfo {
    MemoryKind kind = MemoryKind::device;
    void* begin = nullptr;  ///< start of the allocation that contains the pointer
    std::size_t size_bytes = 0;
    int ordinal = 0;  ///< device for which it was allocated; 0 on the CPU
};

/// Options for page-locked memory. All GPUs of the process can copy to and from this memory, and
/// their kernels can use it through `device_data()`.
struct PinnedOptions {
    /// True if host writes bypass the caches. The host then writes faster and a GPU reads faster,
    /// but the host reads slowly. Ignored on the CPU.
    bool write_combined = false;
};

/// Options for page-locking memory that user code owns.
struct RegistrationOptions {
    bool read_only = false;  ///< true if no kernel writes to it; required for read-only pages
};

/// Advice on managed memory. It affects speed, but never results.
enum class ManagedAdvice {
    read_mostly,      ///< readers get their own copies; the location is ignored
    not_read_mostly,  ///< cancels read_mostly
    prefer,           ///< keep the pages at the location if possible
    prefer_nowhere,   ///< cancels prefer
    accessed_by,      ///< keep the pages mapped for the location, even if they are elsewhere
    not_accessed_by,  ///< cancels accessed_by
};

/// The users that may access managed memory.
enum class Attachment {
    global,  ///< all streams of all devices
    host,    ///< only the host
    single,  ///< one stream, and the host while that stream is idle
};

/// A location of managed memory: a device's ordinal, or kHost.
struct PlaceNumber {
    static constexpr int kHost = -1;
    int ordinal = kHost;
};

/// A handle by which another process opens memory, a block of a pool, or an event.
using IpcBytes = std::array<std::byte, 64>;

/// A point in the work of a stream. The mark may outlive the stream, but not the device.
class Mark {
public:
    virtual ~Mark() = default;
    /// Returns true if all work before the mark is done. Does not wait.
    virtual bool is_passed() noexcept = 0;
};

/// A pool of memory blocks that are allocated and returned in stream order. Thread-safe. Does not
/// keep its backend alive.
class PoolSource {
public:
    virtual ~PoolSource() = default;
    /// Returns a block for work that is queued on `stream` from now on, aligned to 256 bytes.
    /// Throws Error(out_of_memory).
    virtual void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) = 0;
    /// Returns a block to the pool, which reuses it after the work that `stream` has queued so far.
    virtual void give_back(void* block, std::size_t size_bytes,
                           const std::shared_ptr<Stream>& stream) noexcept = 0;
    /// Return the bytes that the pool holds, in use or free, and their maximum since `reset_peak`.
    virtual std::size_t held_bytes() = 0;
    virtual std::size_t peak_held_bytes() = 0;
    virtual void reset_peak() = 0;
    /// Frees unused memory until the pool holds at most `keep_bytes`.
    virtual void trim(std::size_t keep_bytes) = 0;
    /// Lets kernels of `peer` access the memory. Throws Error(unsupported) if that is impossible.
    virtual void allow_access(const Backend& peer) = 0;
    /// Returns the CUmemoryPool on CUDA, otherwise nullptr.
    virtual void* native() const noexcept { return nullptr; }
    /// Return a new file descriptor by which other processes open the pool, and the handle of a
    /// block in the pool. Throw Error(invalid_argument) if the pool is not shareable.
    virtual int export_descriptor();
    virtual IpcBytes export_block(void* block);
};

/// A pool of another process, whose blocks this process can open. Does not keep its backend alive.
class ForeignPool {
public:
    virtual ~ForeignPool() = default;
    virtual void* open(const IpcBytes& block) = 0;
    /// Closes a block, after waiting for the work that uses it.
    virtual void close(void* block) noexcept = 0;
};

/// A contiguous range of addresses. Only its first `committed_bytes()` bytes have memory. Does not
/// keep its backend alive. The destructor waits for the device.
class AddressRange {
public:
    virtual ~AddressRange() = default;
    virtual void* begin() const noexcept = 0;
    virtual std::size_t reserved_bytes() const noexcept = 0;
    virtual std::size_t committed_bytes() const noexcept = 0;
    /// Maps memory for at least the first `size_bytes`, and unmaps all whole chunks after these
    /// bytes. No queued work may use the unmapped chunks. Throws Error(out_of_memory).
    virtual void commit(std::size_t size_bytes) = 0;
};

class MemoryServices {
public:
    virtual ~MemoryServices() = default;

    /// Creates a pool of device memory that holds up to `keep_bytes` of unused memory. Returns
    /// nullptr if a pool of plain allocations is the better choice. Throws Error(unsupported) if
    /// `shareable` is true, but the device cannot share pools between processes.
    virtual std::unique_ptr<PoolSource> create_pool(std::size_t keep_bytes, bool shareable) = 0;
    /// Like Backend::release, but does not wait. No queued work may use the memory.
    virtual void release_unused(void* address, MemoryKind kind) noexcept = 0;

    /// Allocates page-locked host memory. Free it with Backend::release and MemoryKind::pinned.
    virtual void* allocate_pinned(std::size_t size_bytes, const PinnedOptions& options) = 0;
    /// Returns the address by which kernels access page-locked host memory.
    virtual void* device_address(void* host) = 0;
    /// Page-locks whole pages. Throws Error(invalid_state) if any of them is already page-locked.
    virtual void register_host(void* address, std::size_t size_bytes,
                               const RegistrationOptions& options) = 0;
    virtual void unregister_host(void* address) noexcept = 0;

    virtual void advise(void* address, std::size_t size_bytes, ManagedAdvice advice,
                        PlaceNumber place) = 0;
    virtual void prefetch(Stream& stream, void* address, std::size_t size_bytes,
                          PlaceNumber place) = 0;
    virtual void discard(Stream& stream, void* address, std::size_t size_bytes) = 0;
    virtual void attach(Stream& stream, void* address, Attachment attachment) = 0;

    /// Returns the properties of a pointer's memory, or nullopt if the driver does not know the
    /// memory.
    virtual std::optional<MemoryInfo> find(const void* address) = 0;
    virtual std::unique_ptr<AddressRange> reserve(std::size_t size_bytes) = 0;

    virtual bool can_access(const Backend& peer) = 0;
    /// These functions do nothing if access is already enabled or disabled, respectively.
    virtual void enable_access(const Backend& peer) = 0;
    virtual void disable_access(const Backend& peer) = 0;
    /// Copies from one device to another of the same kind, in the order of `stream`.
    virtual void copy_between(Stream& stream, void* to, const Backend& to_device, const void* from,
                              const Backend& from_device, std::size_t size_bytes) = 0;

    virtual IpcBytes export_memory(void* address) = 0;
    virtual void* import_memory(const IpcBytes& handle) = 0;
    virtual void close_imported(void* address) noexcept = 0;
    virtual std::unique_ptr<Event> create_ipc_event() = 0;
    virtual IpcBytes export_event(Event& event) = 0;
    virtual std::unique_ptr<Event> import_event(const IpcBytes& handle) = 0;

    /// Allocates memory on its own pages, so that a file descriptor can represent it; see
    /// ipc_descriptor.hpp. The functions below do not take ownership of the descriptors passed to
    /// them.
    virtual void* allocate_shareable(std::size_t size_bytes) = 0;
    virtual int export_descriptor(void* address) = 0;
    virtual void* open_descriptor(int descriptor, std::size_t size_bytes) = 0;
    /// Frees memory from allocate_shareable or open_descriptor, after waiting for the device.
    virtual void release_shareable(void* address, std::size_t size_bytes) noexcept = 0;
    virtual std::unique_ptr<ForeignPool> open_pool(int descriptor) = 0;
};

}  // namespace glint::driver
