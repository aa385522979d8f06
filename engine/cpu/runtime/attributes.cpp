// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/attributes.hpp>

#include <cstdint>

namespace glint::cpu {
namespace {

// Maximum shared memory per block for CUDA kernels that do not opt in to more. This is also CUDA's
// limit for static shared memory.
constexpr int kSharedBytesWithoutOptIn = 48 * 1024;

std::optional<int> if_known(std::uint64_t value) {
    if (value == 0) return std::nullopt;
    return static_cast<int>(value);
}

/// Returns true for attributes whose value is 1 because kernels use the memory of the host.
bool follows_from_host_memory(DeviceAttribute which) {
    switch (which) {
        case DeviceAttribute::integrated:
        case DeviceAttribute::can_map_host_memory:
        case DeviceAttribute::unified_addressing:
        case DeviceAttribute::managed_memory:
        case DeviceAttribute::concurrent_managed_access:
        case DeviceAttribute::direct_managed_mem_access_from_host:
        case DeviceAttribute::pageable_memory_access:
        case DeviceAttribute::pageable_memory_access_uses_host_page_tables:
        case DeviceAttribute::host_native_atomic_supported:
        case DeviceAttribute::concurrent_kernels: return true;
        default: return false;
    }
}

}  // namespace

std::optional<int> attribute_of(const driver::DeviceInfo& info, DeviceAttribute which) {
    switch (which) {
        case DeviceAttribute::max_threads_per_block: return if_known(info.max_threads_per_block);
        case DeviceAttribute::max_block_dim_x: return if_known(info.max_block.x);
        case DeviceAttribute::max_block_dim_y: return if_known(info.max_block.y);
        case DeviceAttribute::max_block_dim_z: return if_known(info.max_block.z);
        case DeviceAttribute::max_grid_dim_x: return if_known(info.max_grid.x);
        case DeviceAttribute::max_grid_dim_y: return if_known(info.max_grid.y);
        case DeviceAttribute::max_grid_dim_z: return if_known(info.max_grid.z);
        case DeviceAttribute::max_shared_memory_per_block: return kSharedBytesWithoutOptIn;
        case DeviceAttribute::max_shared_memory_per_block_optin:
            return if_known(info.max_shared_bytes_per_block);
        case DeviceAttribute::warp_size: return if_known(info.warp_size);
        case DeviceAttribute::clock_rate: return if_known(info.clock_hz / 1000);
        case DeviceAttribute::multiprocessor_count: return if_known(info.multiprocessors);
        case DeviceAttribute::l2_cache_size: return if_known(info.l2_bytes);
        case DeviceAttribute::cooperative_launch: return int{info.cooperative_launch};
        case DeviceAttribute::cluster_launch: return int{info.cluster_launch};
        default: break;
    }
    if (follows_from_host_memory(which)) return 1;
    return std::nullopt;
}

}  // namespace glint::cpu
