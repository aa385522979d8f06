// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <glint/cpu/runtime/memory/free_ranges.hpp>
#include <glint/cpu/runtime/memory/guarded_pages.hpp>

namespace glint::cpu {

/// The heap for malloc() and new in kernels. A launch may use and free memory that an earlier
/// launch allocated. Memory that is not freed stays allocated until the heap is destroyed.
///
/// The heap has its own guarded pages, and its bookkeeping is stored elsewhere. Therefore, a kernel
/// that writes past the end of a block can damage only other blocks. A gap follows each block. The
/// gap is as large as the block, within limits. Freed blocks are not reused for some time, so that
/// a use after free can be reported.
class DeviceHeap {
public:
    /// CUDA's default for cudaLimitMallocHeapSize.
    static constexpr std::size_t kCapacityBytes = std::size_t{8} << 20;

    DeviceHeap() = default;
    ~DeviceHeap();
    DeviceHeap(const DeviceHeap&) = delete;
    DeviceHeap& operator=(const DeviceHeap&) = delete;

    /// Returns a new block, or nullptr if the heap is full. `alignment` must be a power of two.
    void* allocate(std::size_t size_bytes, std::size_t alignment) noexcept;

    /// Frees a block and returns nullopt. Does nothing if `memory` is nullptr. If `memory` cannot
    /// be freed, returns the reason, for example "the kernel frees 0x1000, which was already
    /// freed".
    std::optional<std::string> release(void* memory) noexcept;

    /// Describes the error in an access, for example "4 bytes past the end of the block of 16 bytes
    /// at 0x1000 from malloc or new". Returns nullopt if the access is inside a block or outside
    /// the heap and its guard pages.
    std::optional<std::string> fault_of(std::uintptr_t address, std::size_t size_bytes) const;

private:
    struct Block {
        AddressRange taken;  // this includes the padding before the block and the gap after it
        std::size_t size_bytes = 0;
        bool is_freed = false;
    };
    using Blocks = std::map<std::uintptr_t, Block>;

    // Call these functions with the lock held.
    void map_memory();
    std::optional<AddressRange> take(std::size_t size_bytes);
    void forget_oldest_freed();
    const Blocks::value_type* block_before(std::uintptr_t address) const;
    const Blocks::value_type* nearest(std::uintptr_t address) const;

    mutable std::mutex mutex_;
    PageRun pages_;
    FreeRanges free_;
    Blocks blocks_;
    std::deque<std::uintptr_t> freed_;
    std::size_t freed_bytes_ = 0;
    std::size_t used_bytes_ = 0;
};

}  // namespace glint::cpu
