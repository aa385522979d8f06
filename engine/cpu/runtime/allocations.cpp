#include <glint/cpu/runtime/allocations.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/cpu/runtime/memory.hpp>

namespace glint::cpu {
namespace {

// What may stay behind of freed buffers.
constexpr std::size_t kMostFreedBytes = std::size_t{1} << 20;
constexpr std::size_t kMostFreedBuffers = 64;

constexpr std::size_t kLeastZone = 256;
constexpr std::size_t kMostZone = 4096;
// How far beyond a buffer a segmentation fault is still put down to it.
constexpr std::size_t kNearBytes = std::size_t{1} << 30;

std::size_t zone_for(std::size_t size_bytes) {
    return std::clamp(size_bytes / 4 / kLeastZone * kLeastZone, kLeastZone, kMostZone);
}

void* start_of(std::uintptr_t address, std::size_t zone_bytes) {
    return reinterpret_cast<void*>(address - zone_bytes);
}

std::string bytes(std::uintptr_t count) {
    return fmt::format("{} byte{}", count, count == 1 ? "" : "s");
}

}  // namespace

Allocations::~Allocations() {
    for (const auto& [address, buffer] : buffers_)
        if (buffer.is_freed) release_memory(start_of(address, buffer.zone_bytes));
}

void* Allocations::allocate(std::size_t size_bytes, driver::MemoryKind kind) {
    const std::size_t zone = zone_for(size_bytes);
    auto* memory = static_cast<std::byte*>(allocate_memory_with_zones(size_bytes, zone));
    const auto address = reinterpret_cast<std::uintptr_t>(memory + zone);
    const std::lock_guard lock(mutex_);
    buffers_[address] = {.size_bytes = size_bytes, .zone_bytes = zone, .kind = kind};
    return memory + zone;
}

void Allocations::release(void* memory) noexcept {
    if (memory == nullptr) return;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const std::lock_guard lock(mutex_);
    const auto found = buffers_.find(address);
    if (found == buffers_.end()) return;
    found->second.is_freed = true;
    freed_.push_back(address);
    freed_bytes_ += found->second.size_bytes;
    while (freed_.size() > kMostFreedBuffers || freed_bytes_ > kMostFreedBytes) forget_oldest();
}

void Allocations::forget_oldest() noexcept {
    const auto found = buffers_.find(freed_.front());
    freed_.pop_front();
    freed_bytes_ -= found->second.size_bytes;
    release_memory(start_of(found->first, found->second.zone_bytes));
    buffers_.erase(found);
}

Allocations::Buffers::const_iterator Allocations::find(std::uintptr_t address) const {
    auto next = buffers_.upper_bound(address);
    if (next != buffers_.end() && address >= next->first - next->second.zone_bytes) return next;
    if (next == buffers_.begin()) return buffers_.end();
    --next;
    const bool is_near = address < next->first + next->second.size_bytes + next->second.zone_bytes;
    return is_near ? next : buffers_.end();
}

bool Allocations::contains(std::uintptr_t address, std::size_t size_bytes) const {
    const std::lock_guard lock(mutex_);
    const auto found = find(address);
    return found != buffers_.end() && !found->second.is_freed && address >= found->first &&
           size_bytes <= found->second.size_bytes &&
           address - found->first <= found->second.size_bytes - size_bytes;
}

std::optional<std::string> Allocations::fault_of(std::uintptr_t address,
                                                 std::size_t size_bytes) const {
    const std::lock_guard lock(mutex_);
    const auto found = find(address);
    if (found == buffers_.end()) return std::nullopt;
    const auto& [start, buffer] = *found;
    const std::uintptr_t end = start + buffer.size_bytes, last = address + size_bytes;
    const bool is_inside = address >= start && last <= end;
    if (is_inside && !buffer.is_freed) return std::nullopt;
    const std::string text =
        fmt::format("buffer of {} at {:#x}", text::human_bytes(buffer.size_bytes), start);
    if (buffer.is_freed) return fmt::format("in the {}, which was freed", text);
    if (address < start) return fmt::format("{} before the {}", bytes(start - address), text);
    return fmt::format("{} beyond the end of the {}", bytes(last - end), text);
}

std::optional<driver::MemoryInfo> Allocations::buffer_at(std::uintptr_t address) const {
    const std::lock_guard lock(mutex_);
    const auto found = find(address);
    if (found == buffers_.end()) return std::nullopt;
    const auto& [start, buffer] = *found;
    if (buffer.is_freed || address < start || address >= start + buffer.size_bytes)
        return std::nullopt;
    return driver::MemoryInfo{.kind = buffer.kind,
                              .begin = reinterpret_cast<void*>(start),
                              .size_bytes = buffer.size_bytes};
}

std::string Allocations::describe(std::uintptr_t address) const {
    const std::lock_guard lock(mutex_);
    auto next = buffers_.upper_bound(address);
    if (next == buffers_.begin()) return {};
    const auto& [start, buffer] = *--next;
    const std::uintptr_t end = start + buffer.size_bytes;
    const std::string size = text::human_bytes(buffer.size_bytes);
    if (buffer.is_freed && address < end) return fmt::format("in a freed buffer of {}", size);
    if (address < end || address - end > kNearBytes) return {};
    return fmt::format("{} beyond a buffer of {}", bytes(address - end), size);
}

}  // namespace glint::cpu
