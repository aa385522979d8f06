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

/// The memory that a backend allocates. Each buffer is between guard pages. Guard pages directly
/// follow the buffer, and other guard pages precede its first page. Therefore, an access slightly
/// outside a buffer causes a fault or accesses unused memory.
class Allocations {
public:
    Allocations() = default;
    ~Allocations();
    Allocations(const Allocations&) = delete;
    Allocations& operator=(const Allocations&) = delete;

    /// Returns uninitialized memory that is aligned to 256 bytes. `size_bytes` may be 0. Throws
    /// Error(out_of_memory) with the sizes if there is not enough memory. Throws
    /// Error(invalid_state) in a forked process, because a thread that exists only in the parent
    /// process may hold the lock.
    void* allocate(std::size_t size_bytes, driver::MemoryKind kind = driver::MemoryKind::device);
    /// Frees a buffer. Small buffers stay mapped for some time, so that a use after free can be
    /// reported. Does nothing in a forked process.
    void release(void* address) noexcept;

    /// Sets the valid range of the buffer at `address`: `size_bytes` bytes from `offset`. All other
    /// bytes count as outside the buffer. If `besides` is true, queued kernels may still use the
    /// previous range, so both ranges are valid for kernels until `settle` is called.
    void set_used(void* address, std::size_t offset, std::size_t size_bytes, bool besides) noexcept;
    /// Makes only this range of the buffer at `address` valid for kernels.
    void settle(void* address, std::size_t offset, std::size_t size_bytes) noexcept;

    /// Returns the total size of the pages of all buffers, including freed buffers that are still
    /// mapped.
    std::size_t held_bytes() const;

    /// Returns the heap for malloc() in kernels.
    DeviceHeap& heap() const noexcept { return heap_; }

    /// Returns true if the whole range is in a single buffer that was not freed.
    bool contains(std::uintptr_t address, std::size_t size_bytes) const;

    /// Describes the error in an access of a kernel, for example "4 bytes past the end of the
    /// buffer of 1.0 kB at 0x1000". Returns nullopt if the access is inside a buffer or a block of
    /// the heap, or if neither is near.
    std::optional<std::string> fault_of(std::uintptr_t address, std::size_t size_bytes) const;
    /// Like `fault_of`, but for memory that the host specifies for queued work.
    std::optional<std::string> fault_of_given(std::uintptr_t address, std::size_t size_bytes) const;

    /// Describes the position of `address` relative to the nearest buffer or block of the heap, for
    /// example "4 bytes past the end of a buffer of 1.0 kB". Returns an empty string if neither is
    /// near.
    std::string describe(std::uintptr_t address) const;

    /// Returns the buffer that contains `address`, or nullopt if `address` is not in a buffer or
    /// the buffer was freed.
    std::optional<driver::MemoryInfo> buffer_at(std::uintptr_t address) const;

private:
    struct Range {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;

        std::size_t size_bytes() const noexcept { return end - begin; }
    };
    struct Buffer {
        PageRun pages;
        std::uintptr_t address = 0;  // the result of allocate()
        Range given{};               // bytes that the current user may use
        Range running{};             // bytes that running kernels may use
        driver::MemoryKind kind = driver::MemoryKind::device;
        bool is_freed = false;
    };
    // The key is the address at which the guard pages before the buffer start.
    using Buffers = std::map<std::uintptr_t, Buffer>;

    PageRun take_pages(std::size_t size_bytes);
    void check_fits_now_and_then(std::size_t size_bytes);
    void mark_freed(std::uintptr_t address);
    std::optional<PageRun> forget_oldest();
    /// Call these functions with the lock held. `find` returns the buffer that contains `address`
    /// or is near it, else nullptr.
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
    std::size_t unchecked_bytes_ = 0;  // bytes allocated since the system's memory was queried
};

}  // namespace glint::cpu
