#pragma once

#include <cstddef>
#include <map>
#include <mutex>

namespace glint::cpu {

/// The heap of a kernel's malloc() and new. What one launch allocates a later one may use and free;
/// what nobody frees stays until the heap goes.
class DeviceHeap {
public:
    /// CUDA's default of cudaLimitMallocHeapSize.
    static constexpr std::size_t kCapacityBytes = std::size_t{8} << 20;

    DeviceHeap() = default;
    ~DeviceHeap();
    DeviceHeap(const DeviceHeap&) = delete;
    DeviceHeap& operator=(const DeviceHeap&) = delete;

    /// Returns nullptr if the heap has no room left. `alignment` is a power of two.
    void* allocate(std::size_t size_bytes, std::size_t alignment) noexcept;

    /// Returns false if `memory` was not allocated here, or was freed before. Takes nullptr.
    bool release(void* memory) noexcept;

private:
    std::mutex mutex_;
    std::map<void*, std::size_t> sizes_;
    std::size_t used_bytes_ = 0;
};

}  // namespace glint::cpu
