// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

/// What a backend does with memory beyond allocating and copying it. Users hold `MemoryPool`,
/// `ManagedMemory`, `GrowingMemory`... instead.
namespace glint::driver {

class Backend;
class Event;
class Stream;

enum class MemoryKind {
    device,   ///< read and written by kernels
    pinned,   ///< page-locked host memory, which copies to and from asynchronously
    managed,  ///< read and written by kernels and the host, and moved between them by the driver
};

/// What is known of a pointer.
struct MemoryInfo {
    MemoryKind kind = MemoryKind::device;
    void* begin = nullptr;  ///< of the allocation that the pointer is in
    std::size_t size_bytes = 0;
    int ordinal = 0;  ///< of the device that it was allocated for; 0 on the CPU
};

/// Page-locked memory, in options. Every GPU of the process may copy to and from it, and its
/// kernels may use it through `device_data()`.
struct PinnedOptions {
    /// Written by the host past its caches: faster to write and to read for a GPU, and slow to
    /// read for the host. Plain memory on the CPU.
    bool write_combined = false;
};

/// How page-locked memory that the user owns is used.
struct RegistrationOptions {
    bool read_only = false;  ///< kernels will not write it; needed for pages that are read-only
};

/// Advice on managed memory: it changes speed, never results.
enum class ManagedAdvice {
    read_mostly,      ///< readers get copies of their own; the place is ignored
    not_read_mostly,  ///< takes that back
    prefer,           ///< pages had best stay at the place
    prefer_nowhere,   ///< takes that back
    accessed_by,      ///< the place keeps the pages mapped wherever they are
    not_accessed_by,  ///< takes that back
};

/// Who may use managed memory.
enum class Attachment {
    global,  ///< all streams of all devices
    host,    ///< the host alone
    single,  ///< the stream that attaches it, and the host while that stream has no work
};

/// A device by its ordinal, or the host.
struct PlaceNumber {
    static constexpr int kHost = -1;
    int ordinal = kHost;
};

/// A handle that another process opens.
using IpcBytes = std::array<std::byte, 64>;

/// A place in a stream's work. It may outlive the stream, but not the device.
class Mark {
public:
    virtual ~Mark() = default;
    /// Whether the work before it is done; does not wait.
    virtual bool is_passed() noexcept = 0;
};

/// Blocks of memory that are taken and given back in the order of streams. Safe to use from many
/// threads. Does not keep its backend alive.
class PoolSource {
public:
    virtual ~PoolSource() = default;
    /// A block for work that is queued on `stream` from now on, aligned to 256 bytes.
    /// Throws Error(out_of_memory).
    virtual void* take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) = 0;
    /// The block is free for others once `stream` has done what is queued on it now.
    virtual void give_back(void* block, std::size_t size_bytes,
                           const std::shared_ptr<Stream>& stream) noexcept = 0;
    /// What it has of the device's memory, in use and free; the most since `reset_peak`.
    virtual std::size_t held_bytes() = 0;
    virtual std::size_t peak_held_bytes() = 0;
    virtual void reset_peak() = 0;
    /// Frees what is not in use, until at most `keep_bytes` are held.
    virtual void trim(std::size_t keep_bytes) = 0;
    /// Lets kernels of `peer` use the memory. Throws Error(unsupported) where they cannot.
    virtual void allow_access(const Backend& peer) = 0;
    /// CUmemoryPool on CUDA, else nullptr.
    virtual void* native() const noexcept { return nullptr; }
    /// A new file descriptor by which other processes open the pool, and the handle of a block in
    /// it. Throw Error(invalid_argument) if the pool was not made for that.
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

/// Addresses in a row, of which the first `committed_bytes()` have memory. Does not keep its
/// backend alive; its end waits for the device.
class AddressRange {
public:
    virtual ~AddressRange() = default;
    virtual void* begin() const noexcept = 0;
    virtual std::size_t reserved_bytes() const noexcept = 0;
    virtual std::size_t committed_bytes() const noexcept = 0;
    /// Gives memory to at least the first `size_bytes`, and takes that behind them away as far as
    /// pieces go; the caller has waited for the work that may use those.
    /// Throws Error(out_of_memory).
    virtual void commit(std::size_t size_bytes) = 0;
};

class MemoryServices {
public:
    virtual ~MemoryServices() = default;

    /// A pool of device memory that keeps up to `keep_bytes` when nobody uses it; nullptr where
    /// a pool is best made of plain allocations. Throws Error(unsupported) if it is to be shared
    /// between processes and cannot.
    virtual std::unique_ptr<PoolSource> create_pool(std::size_t keep_bytes, bool shareable) = 0;
    /// Releases memory that no queued work uses, like Backend::release, but waits for nothing.
    virtual void release_unused(void* address, MemoryKind kind) noexcept = 0;

    /// Freed by Backend::release as MemoryKind::pinned.
    virtual void* allocate_pinned(std::size_t size_bytes, const PinnedOptions& options) = 0;
    /// Where kernels find page-locked host memory.
    virtual void* device_address(void* host) = 0;
    /// Page-locks whole pages. Throws Error(invalid_state) if one of them is page-locked already.
    virtual void register_host(void* address, std::size_t size_bytes,
                               const RegistrationOptions& options) = 0;
    virtual void unregister_host(void* address) noexcept = 0;

    virtual void advise(void* address, std::size_t size_bytes, ManagedAdvice advice,
                        PlaceNumber place) = 0;
    virtual void prefetch(Stream& stream, void* address, std::size_t size_bytes,
                          PlaceNumber place) = 0;
    virtual void discard(Stream& stream, void* address, std::size_t size_bytes) = 0;
    virtual void attach(Stream& stream, void* address, Attachment attachment) = 0;

    /// Nothing for memory that the driver knows nothing of.
    virtual std::optional<MemoryInfo> find(const void* address) = 0;
    virtual std::unique_ptr<AddressRange> reserve(std::size_t size_bytes) = 0;

    virtual bool can_access(const Backend& peer) = 0;
    /// Both do nothing if that is so already.
    virtual void enable_access(const Backend& peer) = 0;
    virtual void disable_access(const Backend& peer) = 0;
    /// Copies between the memories of two devices of one kind, in the order of `stream`.
    virtual void copy_between(Stream& stream, void* to, const Backend& to_device, const void* from,
                              const Backend& from_device, std::size_t size_bytes) = 0;

    virtual IpcBytes export_memory(void* address) = 0;
    virtual void* import_memory(const IpcBytes& handle) = 0;
    virtual void close_imported(void* address) noexcept = 0;
    virtual std::unique_ptr<Event> create_ipc_event() = 0;
    virtual IpcBytes export_event(Event& event) = 0;
    virtual std::unique_ptr<Event> import_event(const IpcBytes& handle) = 0;

    /// Memory of pages of its own that a file descriptor stands for; see ipc_descriptor.hpp. The
    /// descriptors given stay the caller's.
    virtual void* allocate_shareable(std::size_t size_bytes) = 0;
    virtual int export_descriptor(void* address) = 0;
    virtual void* open_descriptor(int descriptor, std::size_t size_bytes) = 0;
    /// Releases the memory of either of the two that allocate and open; waits for the device.
    virtual void release_shareable(void* address, std::size_t size_bytes) noexcept = 0;
    virtual std::unique_ptr<ForeignPool> open_pool(int descriptor) = 0;
};

}  // namespace glint::driver
