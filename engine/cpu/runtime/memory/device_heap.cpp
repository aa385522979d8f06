#include <glint/cpu/runtime/memory/device_heap.hpp>

#include <algorithm>
#include <cstdlib>

#include <glint/base/ceil_div.hpp>

namespace glint::cpu {
namespace {

constexpr std::size_t kLeastAlignment = 16;

}  // namespace

DeviceHeap::~DeviceHeap() {
    for (const auto& [memory, size_bytes] : sizes_) std::free(memory);
}

void* DeviceHeap::allocate(std::size_t size_bytes, std::size_t alignment) noexcept try {
    alignment = std::max(alignment, kLeastAlignment);
    if (size_bytes > kCapacityBytes || alignment > kCapacityBytes) return nullptr;
    const std::size_t bytes = round_up(std::max<std::size_t>(size_bytes, 1), alignment);
    const std::lock_guard lock(mutex_);
    if (bytes > kCapacityBytes - used_bytes_) return nullptr;
    void* memory = std::aligned_alloc(alignment, bytes);
    if (memory == nullptr) return nullptr;
    sizes_.emplace(memory, bytes);
    used_bytes_ += bytes;
    return memory;
} catch (const std::bad_alloc&) {
    return nullptr;
}

bool DeviceHeap::release(void* memory) noexcept {
    if (memory == nullptr) return true;
    const std::lock_guard lock(mutex_);
    const auto found = sizes_.find(memory);
    if (found == sizes_.end()) return false;
    used_bytes_ -= found->second;
    sizes_.erase(found);
    std::free(memory);
    return true;
}

}  // namespace glint::cpu
