// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

/// Memory operations of a backend besides allocating and copying. Users hold `MemoryPool`,
/// `ManagedMemory`, `GrowingMemory`... instead.
namespace glint::driver {

class Backend;
class Event;
class Stream;

enum class MemoryKind {
    device,   ///< read and written by kernels
    pinned,   ///< page-locked host memory, which can be copied asynchronously
    managed,  ///< accessible to kernels and the host; the driver migrates it between them
};

/// Properties of a pointer's memory.
struct MemoryInfo {
    MemoryKind kind = MemoryKind::device;
    void* begin = nullptr;  ///< start of the allocation that contains the pointer
    std::size_t size_bytes = 0;
    int ordinal = 0;  ///< ordinal of the device that it was allocated for; 0 on the CPU
};

/// Options for page-locked memory. Every GPU of the process may copy to and from it, and its
/// kernels may use it through `device_data()`.
struct PinnedOptions {
    /// Host writes bypass the caches: faster for the host to write and for a GPU to read, but slow
    /// for the host to read. Ignored on the CPU.
    bool write_combined = false;
};

/// Options for page-locking memory that the user owns.
struct RegistrationOptions {
    bool read_only = false;  ///< kernels will not write to it; required for read-only pages
};

/// Advice on managed memory: it affects speed, never results.
enum class ManagedAdvice {
    read_mostly,      ///< readers get their own copies; the location is ignored
    not_read_mostly,  ///< cancels read_mostly
    prefer,           ///< pages should stay at the location
    prefer_nowhere,   ///< cancels prefer
    accessed_by,      ///< the location keeps the pages mapped wherever they are
    not_accessed_by,  ///< cancels accessed_by
};

/// Access to managed memory.
enum class Attachment {
    global,  ///< all streams of all devices
    host,    ///< only the host
    single,  ///< the stream that attaches it, and the host while that stream is idle
};

/// A device by its ordinal, or the host.
struct PlaceNumber {
    static constexpr int kHost = -1;
    int ordinal = kHost;
};

/// A handle that another process opens.
using IpcBytes = std::array<std::byte, 64>;

/// A point in a stream's work. It may outlive the stream, but not the device.
class Mark {
public:
    virtual ~Mark() = default;
    /// Returns true if the work before it is done; does not wait.
    virtual bool is_passed() noexcept = 0;
};

/// Blocks of memory that are allocated and returned in stream order. Thread-safe. Does not keep its
/// backend alive.
class PoolSource {
public:
    virtual ~PoolSource() = default;
    /// Allocates a block for work queued on `stream` from now on, aligned to 256 bytes. Throws
    /// Error(out_of_memory).
    virtual void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) = 0;
    /// Makes the block reusable once `stream` has completed the work queued so far.
    virtual void give_back(void* block, std::size_t size_bytes,
                           const std::shared_ptr<Stream>& stream) noexcept = 0;
    /// Device memory held by the pool, both in use and free, and its peak since `reset_peak`.
    virtual std::size_t held_bytes() = 0;
    virtual std::size_t peak_held_bytes() = 0;
    virtual void reset_peak() = 0;
    /// Frees unused memory until at most `keep_bytes` are held.
    virtual void trim(std::size_t keep_bytes) = 0;
    /// Lets kernels of `peer` access the memory. Throws Error(unsupported) if they cannot.
    virtual void allow_access(const Backend& peer) = 0;
    /// CUmemoryPool on CUDA, else nullptr.
    virtual void* native() const noexcept { return nullptr; }
    /// Returns a new file descriptor through which other processes open the pool, and the handle of
    /// a block in it. Throw Error(invalid_argument) if the pool was not created for sharing.
    virtual int export_descriptor();
    virtual IpcBytes export_block(void* block);
};

/// Another process's pool, whose blocks can be opened here. Does not keep its backend alive.
class ForeignPool {
public:
    virtual ~ForeignPool() = default;
    virtual void* open(const IpcBytes& block) = 0;
    /// Waits for the work that uses the block.
    virtual void close(void* block) noexcept = 0;
};

/// A contiguous address range whose first `committed_bytes()` are backed by memory. Does not keep
/// its backend alive; its destructor waits for the device.
class AddressRange {
public:
    virtual ~AddressRange() = default;
    virtual void* begin() const noexcept = 0;
    virtual std::size_t reserved_bytes() const noexcept = 0;
    virtual std::size_t committed_bytes() const noexcept = 0;
    /// Backs at least the first `size_bytes` with memory, and unmaps whole chunks after them. The
    /// caller has waited for work that may use those chunks. Throws Error(out_of_memory).
    virtual void commit(std::size_t size_bytes) = 0;
};

class MemoryServices {
public:
    virtual ~MemoryServices() = default;

    /// Creates a pool of device memory that keeps up to `keep_bytes` of unused memory. Returns
    /// nullptr if a pool of plain allocations is the better choice. Throws Error(unsupported) if it
    /// must be shareable between processes but cannot be.
    virtual std::unique_ptr<PoolSource> create_pool(std::size_t keep_bytes, bool shareable) = 0;
    /// Releases memory that no queued work uses; like Backend::release, but does not wait.
    virtual void release_unused(void* address, MemoryKind kind) noexcept = 0;

    /// Allocates page-locked host memory. Free it by Backend::release with MemoryKind::pinned.
    virtual void* allocate_pinned(std::size_t size_bytes, const PinnedOptions& options) = 0;
    /// Returns the device address of page-locked host memory.
    virtual void* device_address(void* host) = 0;
    /// Page-locks whole pages. Throws Error(invalid_state) if one of them is already page-locked.
    virtual void register_host(void* address, std::size_t size_bytes,
                               const RegistrationOptions& options) = 0;
    virtual void unregister_host(void* address) noexcept = 0;

    virtual void advise(void* address, std::size_t size_bytes, ManagedAdvice advice,
                        PlaceNumber place) = 0;
    virtual void prefetch(Stream& stream, void* address, std::size_t size_bytes,
                          PlaceNumber place) = 0;
    virtual void discard(Stream& stream, void* address, std::size_t size_bytes) = 0;
    virtual void attach(Stream& stream, void* address, Attachment attachment) = 0;

    /// Returns nullopt for memory that the driver does not know.
    virtual std::optional<MemoryInfo> find(const void* address) = 0;
    virtual std::unique_ptr<AddressRange> reserve(std::size_t size_bytes) = 0;

    virtual bool can_access(const Backend& peer) = 0;
    /// These do nothing if access is already enabled or disabled.
    virtual void enable_access(const Backend& peer) = 0;
    virtual void disable_access(const Backend& peer) = 0;
    /// Copies between the memories of two devices of one kind, in `stream` order.
    virtual void copy_between(Stream& stream, void* to, const Backend& to_device, const void* from,
                              const Backend& from_device, std::size_t size_bytes) = 0;

    virtual IpcBytes export_memory(void* address) = 0;
    virtual void* import_memory(const IpcBytes& handle) = 0;
    virtual void close_imported(void* address) noexcept = 0;
    virtual std::unique_ptr<Event> create_ipc_event() = 0;
    virtual IpcBytes export_event(Event& event) = 0;
    virtual std::unique_ptr<Event> import_event(const IpcBytes& handle) = 0;

    /// Memory with its own pages that a file descriptor can represent; see ipc_descriptor.hpp. The
    /// caller keeps ownership of the descriptors that it passes.
    virtual void* allocate_shareable(std::size_t size_bytes) = 0;
    virtual int export_descriptor(void* address) = 0;
    virtual void* open_descriptor(int descriptor, std::size_t size_bytes) = 0;
    /// Releases memory from allocate_shareable or open_descriptor; waits for the device.
    virtual void release_shareable(void* address, std::size_t size_bytes) noexcept = 0;
    virtual std::unique_ptr<ForeignPool> open_pool(int descriptor) = 0;
};

}  // namespace glint::driver
