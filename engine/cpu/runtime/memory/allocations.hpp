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

/// The memory that a backend gave out. It ends at pages that nobody may touch, and begins in the
/// first page behind others: what goes beyond a buffer is a fault, or in memory of nobody.
class Allocations {
public:
    Allocations() = default;
    ~Allocations();
    Allocations(const Allocations&) = delete;
    Allocations& operator=(const Allocations&) = delete;

    /// Aligned to 256 bytes, not initialised. `size_bytes` may be 0. Throws Error(out_of_memory)
    /// with the sizes, and Error(invalid_state) in a fork, whose lock may be that of a thread that
    /// it has not.
    void* allocate(std::size_t size_bytes, driver::MemoryKind kind = driver::MemoryKind::device);
    /// Small buffers stay mapped for a while, so that their late use can be told. A fork keeps
    /// them.
    void release(void* address) noexcept;

    /// Tells which of the bytes of the buffer at `address` are its user's from now on, where that
    /// is not all: what is beside them is beside the buffer then. With `besides`, kernels that were
    /// queued before use those of the user before, so that kernels have both until `settle`.
    void set_used(void* address, std::size_t offset, std::size_t size_bytes, bool besides) noexcept;
    /// Kernels that run from now on have these bytes alone.
    void settle(void* address, std::size_t offset, std::size_t size_bytes) noexcept;

    /// What they have of the system's memory.
    std::size_t held_bytes() const;

    /// The heap of kernels' malloc().
    DeviceHeap& heap() const noexcept { return heap_; }

    /// Whether all of it is in one buffer that was not freed.
    bool contains(std::uintptr_t address, std::size_t size_bytes) const;

    /// Returns what is wrong with a kernel's access, as in "4 bytes beyond the end of the buffer of
    /// 1.0 kB at 0x1000"; nothing if it is inside of a buffer or of a block of the heap, or not
    /// near any.
    std::optional<std::string> fault_of(std::uintptr_t address, std::size_t size_bytes) const;
    /// What is wrong with memory that the host names for what it queues, as fault_of() tells it.
    std::optional<std::string> fault_of_given(std::uintptr_t address, std::size_t size_bytes) const;

    /// Where `address` is relative to the nearest buffer or block of the heap, as in "4 bytes
    /// beyond a buffer of 1.0 kB"; empty if none is near.
    std::string describe(std::uintptr_t address) const;

    /// The buffer in use that `address` lies in.
    std::optional<driver::MemoryInfo> buffer_at(std::uintptr_t address) const;

private:
    struct Range {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;

        std::size_t size_bytes() const noexcept { return end - begin; }
    };
    struct Buffer {
        PageRun pages;
        std::uintptr_t address = 0;  // as it was given out
        Range given{};               // to the user whom it has now
        Range running{};             // what kernels that run now may use
        driver::MemoryKind kind = driver::MemoryKind::device;
        bool is_freed = false;
    };
    // By where their guards begin.
    using Buffers = std::map<std::uintptr_t, Buffer>;

    PageRun take_pages(std::size_t size_bytes);
    void check_fits_now_and_then(std::size_t size_bytes);
    void mark_freed(std::uintptr_t address);
    std::optional<PageRun> forget_oldest();
    /// These with the lock held. The buffer that `address` is in or beside.
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
    std::size_t unchecked_bytes_ = 0;  // since the last look at what the system has
};

}  // namespace glint::cpu
