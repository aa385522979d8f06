// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/allocations.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/runtime/memory/addresses.hpp>
#include <glint/cpu/runtime/memory/memory.hpp>
#include <glint/cpu/runtime/memory/memory_limits.hpp>

namespace glint::cpu {
namespace {

// Limits for freed buffers that stay mapped, so that later accesses to them can be reported.
constexpr std::size_t kMaxFreedBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxFreedBuffers = 64;

// Maximum distance from a buffer at which a segmentation fault is attributed to the buffer.
constexpr std::size_t kNearBytes = std::size_t{1} << 30;

// Number of allocated bytes after which the available memory of the system is queried again. A
// query takes about 100 microseconds.
constexpr std::size_t kUncheckedBytes = std::size_t{16} << 20;

std::uintptr_t lowest_of(const PageRun& pages) {
    return number_of(pages.begin) - pages.guard_bytes;
}

}  // namespace

Allocations::~Allocations() {
    for (const auto& [lowest, buffer] : buffers_)
        if (buffer.is_freed) unmap_pages(buffer.pages);
}

PageRun Allocations::take_pages(std::size_t size_bytes) {
    const std::size_t bytes = aligned_size(std::max<std::size_t>(size_bytes, 1));
    if (bytes >= size_bytes)
        if (const PageRun pages = pages_.take(bytes); pages.begin != nullptr) return pages;
    check_fits_now_and_then(size_bytes);
    return map_pages(bytes);
}

void Allocations::check_fits_now_and_then(std::size_t size_bytes) {
    const std::lock_guard lock(mutex_);
    if (size_bytes < kUncheckedBytes && (unchecked_bytes_ += size_bytes) < kUncheckedBytes) return;
    check_fits(size_bytes, held_bytes_);
    unchecked_bytes_ = 0;
}

// The buffer is at the end of its pages, so that the guard pages directly follow it.
void* Allocations::allocate(std::size_t size_bytes, driver::MemoryKind kind) {
    process_.check("allocate memory");
    const PageRun pages = take_pages(size_bytes);
    std::byte* address = pages.end() - aligned_size(std::max<std::size_t>(size_bytes, 1));
    const std::uintptr_t begin = number_of(address);
    const Range all{begin, begin + size_bytes};
    const std::lock_guard lock(mutex_);
    buffers_[lowest_of(pages)] = {
        .pages = pages, .address = begin, .given = all, .running = all, .kind = kind};
    held_bytes_ += pages.size_bytes;
    return address;
}

void Allocations::release(void* memory) noexcept {
    if (memory == nullptr || !process_.is_this()) return;
    mark_freed(number_of(memory));
    while (const auto pages = forget_oldest()) pages_.give_back(*pages);
}

void Allocations::mark_freed(std::uintptr_t address) {
    const std::lock_guard lock(mutex_);
    Buffer* buffer = find_own(address);
    if (buffer == nullptr) return;
    if (buffer->is_freed)
        return log::warning(fmt::format("memory at {:#x} was freed twice", address));
    buffer->is_freed = true;
    freed_.push_back(lowest_of(buffer->pages));
    freed_bytes_ += buffer->pages.size_bytes;
}

// If the freed buffers exceed a limit, removes the oldest one and returns its pages. Otherwise,
// returns nullopt.
std::optional<PageRun> Allocations::forget_oldest() {
    const std::lock_guard lock(mutex_);
    if (freed_.size() <= kMaxFreedBuffers && freed_bytes_ <= kMaxFreedBytes) return std::nullopt;
    const auto found = buffers_.find(freed_.front());
    const PageRun pages = found->second.pages;
    freed_.pop_front();
    freed_bytes_ -= pages.size_bytes;
    held_bytes_ -= pages.size_bytes;
    buffers_.erase(found);
    return pages;
}

void Allocations::set_used(void* memory, std::size_t offset, std::size_t size_bytes,
                           bool besides) noexcept {
    const std::lock_guard lock(mutex_);
    Buffer* buffer = find_own(number_of(memory));
    if (buffer == nullptr) return;
    const std::uintptr_t begin = buffer->address + offset;
    buffer->given = {begin, begin + size_bytes};
    Range& running = buffer->running;
    running = besides
                  ? Range{std::min(running.begin, begin), std::max(running.end, buffer->given.end)}
                  : buffer->given;
}

void Allocations::settle(void* memory, std::size_t offset, std::size_t size_bytes) noexcept {
    const std::lock_guard lock(mutex_);
    Buffer* buffer = find_own(number_of(memory));
    if (buffer == nullptr) return;
    const std::uintptr_t begin = buffer->address + offset;
    buffer->running = {begin, begin + size_bytes};
}

std::size_t Allocations::held_bytes() const {
    const std::lock_guard lock(mutex_);
    return held_bytes_;
}

const Allocations::Buffer* Allocations::find(std::uintptr_t address) const {
    auto next = buffers_.upper_bound(address);
    if (next == buffers_.begin()) return nullptr;
    const Buffer& buffer = (--next)->second;
    const bool is_near = address < number_of(buffer.pages.end()) + buffer.pages.guard_bytes;
    return is_near ? &buffer : nullptr;
}

Allocations::Buffer* Allocations::find_own(std::uintptr_t address) {
    auto* found = const_cast<Buffer*>(find(address));
    return found != nullptr && found->address == address ? found : nullptr;
}

bool Allocations::contains(std::uintptr_t address, std::size_t size_bytes) const {
    const std::lock_guard lock(mutex_);
    const Buffer* found = find(address);
    return found != nullptr && !found->is_freed && address >= found->given.begin &&
           size_bytes <= found->given.size_bytes() &&
           address - found->given.begin <= found->given.size_bytes() - size_bytes;
}

std::optional<std::string> Allocations::fault_of(std::uintptr_t address,
                                                 std::size_t size_bytes) const {
    if (auto in_heap = heap_.fault_of(address, size_bytes)) return in_heap;
    const std::lock_guard lock(mutex_);
    return fault(address, size_bytes, &Buffer::running);
}

std::optional<std::string> Allocations::fault_of_given(std::uintptr_t address,
                                                       std::size_t size_bytes) const {
    const std::lock_guard lock(mutex_);
    return fault(address, size_bytes, &Buffer::given);
}

std::optional<std::string> Allocations::fault(std::uintptr_t address, std::size_t size_bytes,
                                              Range Buffer::* whose) const {
    const Buffer* found = find(address);
    if (found == nullptr) return std::nullopt;
    const Range& range = found->*whose;
    const std::uintptr_t last = address + size_bytes;
    const bool is_inside = address >= range.begin && last <= range.end;
    if (is_inside && !found->is_freed) return std::nullopt;
    const std::string text =
        fmt::format("buffer of {} at {:#x}", text::human_bytes(range.size_bytes()), range.begin);
    if (found->is_freed) return fmt::format("in the {}, which was freed", text);
    if (address < range.begin)
        return fmt::format("{} before the {}", byte_count(range.begin - address), text);
    return fmt::format("{} past the end of the {}", byte_count(last - range.end), text);
}

std::optional<driver::MemoryInfo> Allocations::buffer_at(std::uintptr_t address) const {
    const std::lock_guard lock(mutex_);
    const Buffer* found = find(address);
    if (found == nullptr || found->is_freed || address < found->given.begin ||
        address >= found->given.end)
        return std::nullopt;
    return driver::MemoryInfo{.kind = found->kind,
                              .begin = reinterpret_cast<void*>(found->given.begin),
                              .size_bytes = found->given.size_bytes()};
}

std::string Allocations::describe(std::uintptr_t address) const {
    if (const auto in_heap = heap_.fault_of(address, 1)) return *in_heap;
    const std::lock_guard lock(mutex_);
    auto next = buffers_.upper_bound(address);
    if (next == buffers_.begin()) return {};
    const Buffer& buffer = (--next)->second;
    const Range& range = buffer.running;
    const std::string size = text::human_bytes(range.size_bytes());
    if (buffer.is_freed && address < range.end) return fmt::format("in a freed buffer of {}", size);
    if (address < range.begin)
        return fmt::format("{} before a buffer of {}", byte_count(range.begin - address), size);
    if (address < range.end || address - range.end > kNearBytes) return {};
    return fmt::format("{} past the end of a buffer of {}", byte_count(address - range.end + 1),
                       size);
}

}  // namespace glint::cpu
