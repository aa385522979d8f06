// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <glint/backend/detail/backend.hpp>
#include <glint/base/process.hpp>
#include <glint/cpu/runtime/memory/device_heap.hpp>
#include <glint/cpu/runtime/memory/guarded_pages.hpp>

namespace glint::cpu {

/// The memory that a backend allocates. Each buffer ends at guard pages, and begins in the first
/// page after other guard pages. So an access outside a buffer either faults or hits unused memory.
class Allocations {
public:
    Allocations() = default;
    ~Allocations();
    Allocations(const Allocations&) = delete;
    Allocations& operator=(const Allocations&) = delete;

    /// Returns memory aligned to 256 bytes, not initialized. `size_bytes` may be 0. Throws
    /// Error(out_of_memory) with the sizes. Throws Error(invalid_state) in a forked process, where
    /// a thread that exists only in the parent may hold the lock.
    void* allocate(std::size_t size_bytes, driver::MemoryKind kind = driver::MemoryKind::device);
    /// Frees a buffer. Small buffers stay mapped for a while, so that a use after free can be
    /// reported. In a forked process, does nothing.
    void release(void* address) noexcept;

    /// Restricts the buffer at `address` to the bytes that its user may use from now on. All other
    /// bytes count as outside the buffer. With `besides`, kernels that are already queued still use
    /// the previous user's bytes, so kernels may use both ranges until `settle`.
    void set_used(void* address, std::size_t offset, std::size_t size_bytes, bool besides) noexcept;
    /// From now on, kernels may use only these bytes.
    void settle(void* address, std::size_t offset, std::size_t size_bytes) noexcept;

    /// Bytes of the system's memory that the buffers hold.
    std::size_t held_bytes() const;

    /// The heap for malloc() in kernels.
    DeviceHeap& heap() const noexcept { return heap_; }

    /// True if the whole range is in one buffer that was not freed.
    bool contains(std::uintptr_t address, std::size_t size_bytes) const;

    /// Describes the error in a kernel's access, as in "4 bytes past the end of the buffer of 1.0
    /// kB at 0x1000". Returns nullopt if the access is inside a buffer or a block of the heap, or
    /// not near any.
    std::optional<std::string> fault_of(std::uintptr_t address, std::size_t size_bytes) const;
    /// Like fault_of(), for memory that the host specifies for queued work.
    std::optional<std::string> fault_of_given(std::uintptr_t address, std::size_t size_bytes) const;

    /// Position of `address` relative to the nearest buffer or block of the heap, as in "4 bytes
    /// past the end of a buffer of 1.0 kB"; empty if none is near.
    std::string describe(std::uintptr_t address) const;

    /// The buffer in use that contains `address`.
    std::optional<driver::MemoryInfo> buffer_at(std::uintptr_t address) const;

private:
    struct Range {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;

        std::size_t size_bytes() const noexcept { return end - begin; }
    };
    struct Buffer {
        PageRun pages;
        std::uintptr_t address = 0;  // as returned by allocate()
        Range given{};               // bytes that belong to the current user
        Range running{};             // bytes that kernels which run now may use
        driver::MemoryKind kind = driver::MemoryKind::device;
        bool is_freed = false;
    };
    // Keyed by the start of their guard pages.
    using Buffers = std::map<std::uintptr_t, Buffer>;

    PageRun take_pages(std::size_t size_bytes);
    void check_fits_now_and_then(std::size_t size_bytes);
    void mark_freed(std::uintptr_t address);
    std::optional<PageRun> forget_oldest();
    /// Call these with the lock held. `find` returns the buffer that `address` is in or next to.
    const Buffer* find(std::uintptr_t address) const;
    std::optional<std::string> fault(std::uintptr_t address, std::size_t size_bytes,
                                     Range Buffer::* whose) const;
    Buffer* find_own(std::uintptr_t address);

    mutable DeviceHeap heap_;
    PageCache pages_;
    const detail::Process process_;
    mutable std::mutex mutex_;
    Buffers buffers_;
    std::deque<std::uintptr_t> freed_;
    std::size_t freed_bytes_ = 0;
    std::size_t held_bytes_ = 0;
    std::size_t unchecked_bytes_ = 0;  // bytes allocated since the last query of the system's
                                       // memory
};

}  // namespace glint::cpu
