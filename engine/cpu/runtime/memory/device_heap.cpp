// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/device_heap.hpp>

#include <algorithm>
#include <iterator>
#include <new>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/runtime/memory/addresses.hpp>

namespace glint::cpu {
namespace {

constexpr std::size_t kMinAlignment = 16;

// The heap reserves more memory than its capacity, for gaps, freed blocks and fragmentation.
constexpr std::size_t kSpanBytes = 4 * DeviceHeap::kCapacityBytes;

constexpr std::size_t kMaxGap = std::size_t{64} << 10;

// Limits for freed blocks that are not reused yet, so that later accesses to them can be reported.
constexpr std::size_t kMaxFreedHeapBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxFreedBlocks = 4096;

std::size_t gap_after(std::size_t block_bytes) {
    return std::clamp(block_bytes, kMinAlignment, kMaxGap);
}

}  // namespace

DeviceHeap::~DeviceHeap() {
    if (pages_.begin != nullptr) unmap_pages(pages_);
}

void DeviceHeap::map_memory() {
    if (pages_.begin != nullptr) return;
    pages_ = map_pages(kSpanBytes);
    free_.give({number_of(pages_.begin), number_of(pages_.end())});
}

void DeviceHeap::forget_oldest_freed() {
    const auto found = blocks_.find(freed_.front());
    freed_.pop_front();
    freed_bytes_ -= found->second.taken.size_bytes();
    free_.give(found->second.taken);
    blocks_.erase(found);
}

std::optional<AddressRange> DeviceHeap::take(std::size_t size_bytes) {
    map_memory();
    std::optional<AddressRange> range = free_.take(size_bytes);
    while (!range && !freed_.empty()) {
        forget_oldest_freed();
        range = free_.take(size_bytes);
    }
    return range;
}

void* DeviceHeap::allocate(std::size_t size_bytes, std::size_t alignment) noexcept try {
    alignment = std::max(alignment, kMinAlignment);
    if (size_bytes > kCapacityBytes || alignment > kCapacityBytes) return nullptr;
    const std::size_t room = round_up(std::max<std::size_t>(size_bytes, 1), kMinAlignment);
    const std::lock_guard lock(mutex_);
    if (room > kCapacityBytes - used_bytes_) return nullptr;
    const auto range = take(alignment - kMinAlignment + room + gap_after(room));
    if (!range) return nullptr;
    const std::uintptr_t address = round_up(range->begin, alignment);
    blocks_.emplace(address, Block{.taken = *range, .size_bytes = size_bytes});
    used_bytes_ += room;
    return reinterpret_cast<void*>(address);
} catch (const std::bad_alloc&) {
    return nullptr;
} catch (const Error&) {  // the system cannot map more pages
    return nullptr;
}

std::optional<std::string> DeviceHeap::release(void* memory) noexcept try {
    if (memory == nullptr) return std::nullopt;
    const std::lock_guard lock(mutex_);
    const std::uintptr_t address = number_of(memory);
    const auto found = blocks_.find(address);
    if (found == blocks_.end()) {
        const auto* before = block_before(address);
        const bool is_inside = before != nullptr && !before->second.is_freed &&
                               address < before->first + before->second.size_bytes;
        if (!is_inside)
            return fmt::format(
                "the kernel frees {}, which malloc or new did not return or which was already "
                "freed",
                memory);
        return fmt::format("the kernel frees {}, which is {} after the start of a block of {}",
                           memory, byte_count(address - before->first),
                           byte_count(before->second.size_bytes));
    }
    Block& block = found->second;
    if (block.is_freed) return fmt::format("the kernel frees {}, which was already freed", memory);
    freed_.push_back(address);
    block.is_freed = true;
    freed_bytes_ += block.taken.size_bytes();
    used_bytes_ -= round_up(std::max<std::size_t>(block.size_bytes, 1), kMinAlignment);
    while (freed_bytes_ > kMaxFreedHeapBytes || freed_.size() > kMaxFreedBlocks)
        forget_oldest_freed();
    return std::nullopt;
} catch (const std::bad_alloc&) {
    return "out of memory";
}

// Returns the last block that starts at or before `address`, or nullptr if all blocks start after
// it.
const DeviceHeap::Blocks::value_type* DeviceHeap::block_before(std::uintptr_t address) const {
    const auto next = blocks_.upper_bound(address);
    return next == blocks_.begin() ? nullptr : &*std::prev(next);
}

const DeviceHeap::Blocks::value_type* DeviceHeap::nearest(std::uintptr_t address) const {
    const auto next = blocks_.upper_bound(address);
    const Blocks::value_type* before = block_before(address);
    if (next == blocks_.end()) return before;
    if (before == nullptr) return &*next;
    const std::uintptr_t end = before->first + before->second.size_bytes;
    return address < end || address - end <= next->first - address ? before : &*next;
}

std::optional<std::string> DeviceHeap::fault_of(std::uintptr_t address,
                                                std::size_t size_bytes) const {
    const std::lock_guard lock(mutex_);
    if (address < number_of(pages_.begin) - pages_.guard_bytes ||
        address >= number_of(pages_.end()) + pages_.guard_bytes)
        return std::nullopt;
    const Blocks::value_type* found = nearest(address);
    if (found == nullptr) return "in the heap of malloc and new, which has no blocks";
    const auto& [begin, block] = *found;
    const std::uintptr_t end = begin + block.size_bytes, last = address + size_bytes;
    const std::string text = fmt::format("block of {} at {:#x} from malloc or new{}",
                                         text::human_bytes(block.size_bytes), begin,
                                         block.is_freed ? ", which was freed" : "");
    if (address < begin) return fmt::format("{} before the {}", byte_count(begin - address), text);
    if (last > end) return fmt::format("{} past the end of the {}", byte_count(last - end), text);
    return block.is_freed ? std::optional("in the " + text) : std::nullopt;
}

}  // namespace glint::cpu
