// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace glint {

// All attributes in CUDA 13.0: glint's name, CUDA's name without CU_DEVICE_ATTRIBUTE_, and CUDA's
// number. A build with that toolkit checks the numbers against <cuda.h>.
// clang-format off
#define GLINT_DEVICE_ATTRIBUTES(X) \
    X(max_threads_per_block, MAX_THREADS_PER_BLOCK, 1) \
    X(max_block_dim_x, MAX_BLOCK_DIM_X, 2) \
    X(max_block_dim_y, MAX_BLOCK_DIM_Y, 3) \
    X(max_block_dim_z, MAX_BLOCK_DIM_Z, 4) \
    X(max_grid_dim_x, MAX_GRID_DIM_X, 5) \
    X(max_grid_dim_y, MAX_GRID_DIM_Y, 6) \
    X(max_grid_dim_z, MAX_GRID_DIM_Z, 7) \
    X(max_shared_memory_per_block, MAX_SHARED_MEMORY_PER_BLOCK, 8) \
    X(total_constant_memory, TOTAL_CONSTANT_MEMORY, 9) \
    X(warp_size, WARP_SIZE, 10) \
    X(max_pitch, MAX_PITCH, 11) \
    X(max_registers_per_block, MAX_REGISTERS_PER_BLOCK, 12) \
    X(clock_rate, CLOCK_RATE, 13) \
    X(texture_alignment, TEXTURE_ALIGNMENT, 14) \
    X(gpu_overlap, GPU_OVERLAP, 15) \
    X(multiprocessor_count, MULTIPROCESSOR_COUNT, 16) \
    X(kernel_exec_timeout, KERNEL_EXEC_TIMEOUT, 17) \
    X(integrated, INTEGRATED, 18) \
    X(can_map_host_memory, CAN_MAP_HOST_MEMORY, 19) \
    X(compute_mode, COMPUTE_MODE, 20) \
    X(maximum_texture1d_width, MAXIMUM_TEXTURE1D_WIDTH, 21) \
    X(maximum_texture2d_width, MAXIMUM_TEXTURE2D_WIDTH, 22) \
    X(maximum_texture2d_height, MAXIMUM_TEXTURE2D_HEIGHT, 23) \
    X(maximum_texture3d_width, MAXIMUM_TEXTURE3D_WIDTH, 24) \
    X(maximum_texture3d_height, MAXIMUM_TEXTURE3D_HEIGHT, 25) \
    X(maximum_texture3d_depth, MAXIMUM_TEXTURE3D_DEPTH, 26) \
    X(maximum_texture2d_layered_width, MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 27) \
    X(maximum_texture2d_layered_height, MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 28) \
    X(maximum_texture2d_layered_layers, MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 29) \
    X(surface_alignment, SURFACE_ALIGNMENT, 30) \
    X(concurrent_kernels, CONCURRENT_KERNELS, 31) \
    X(ecc_enabled, ECC_ENABLED, 32) \
    X(pci_bus_id, PCI_BUS_ID, 33) \
    X(pci_device_id, PCI_DEVICE_ID, 34) \
    X(tcc_driver, TCC_DRIVER, 35) \
    X(memory_clock_rate, MEMORY_CLOCK_RATE, 36) \
    X(global_memory_bus_width, GLOBAL_MEMORY_BUS_WIDTH, 37) \
    X(l2_cache_size, L2_CACHE_SIZE, 38) \
    X(max_threads_per_multiprocessor, MAX_THREADS_PER_MULTIPROCESSOR, 39) \
    X(async_engine_count, ASYNC_ENGINE_COUNT, 40) \
    X(unified_addressing, UNIFIED_ADDRESSING, 41) \
    X(maximum_texture1d_layered_width, MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 42) \
    X(maximum_texture1d_layered_layers, MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 43) \
    X(can_tex2d_gather, CAN_TEX2D_GATHER, 44) \
    X(maximum_texture2d_gather_width, MAXIMUM_TEXTURE2D_GATHER_WIDTH, 45) \
    X(maximum_texture2d_gather_height, MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 46) \
    X(maximum_texture3d_width_alternate, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 47) \
    X(maximum_texture3d_height_alternate, MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 48) \
    X(maximum_texture3d_depth_alternate, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 49) \
    X(pci_domain_id, PCI_DOMAIN_ID, 50) \
    X(texture_pitch_alignment, TEXTURE_PITCH_ALIGNMENT, 51) \
    X(maximum_texturecubemap_width, MAXIMUM_TEXTURECUBEMAP_WIDTH, 52) \
    X(maximum_texturecubemap_layered_width, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 53) \
    X(maximum_texturecubemap_layered_layers, MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 54) \
    X(maximum_surface1d_width, MAXIMUM_SURFACE1D_WIDTH, 55) \
    X(maximum_surface2d_width, MAXIMUM_SURFACE2D_WIDTH, 56) \
    X(maximum_surface2d_height, MAXIMUM_SURFACE2D_HEIGHT, 57) \
    X(maximum_surface3d_width, MAXIMUM_SURFACE3D_WIDTH, 58) \
    X(maximum_surface3d_height, MAXIMUM_SURFACE3D_HEIGHT, 59) \
    X(maximum_surface3d_depth, MAXIMUM_SURFACE3D_DEPTH, 60) \
    X(maximum_surface1d_layered_width, MAXIMUM_SURFACE1D_LAYERED_WIDTH, 61) \
    X(maximum_surface1d_layered_layers, MAXIMUM_SURFACE1D_LAYERED_LAYERS, 62) \
    X(maximum_surface2d_layered_width, MAXIMUM_SURFACE2D_LAYERED_WIDTH, 63) \
    X(maximum_surface2d_layered_height, MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 64) \
    X(maximum_surface2d_layered_layers, MAXIMUM_SURFACE2D_LAYERED_LAYERS, 65) \
    X(maximum_surfacecubemap_width, MAXIMUM_SURFACECUBEMAP_WIDTH, 66) \
    X(maximum_surfacecubemap_layered_width, MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 67) \
    X(maximum_surfacecubemap_layered_layers, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 68) \
    X(maximum_texture1d_linear_width, MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69) \
    X(maximum_texture2d_linear_width, MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70) \
    X(maximum_texture2d_linear_height, MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 71) \
    X(maximum_texture2d_linear_pitch, MAXIMUM_TEXTURE2D_LINEAR_PITCH, 72) \
    X(maximum_texture2d_mipmapped_width, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 73) \
    X(maximum_texture2d_mipmapped_height, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 74) \
    X(compute_capability_major, COMPUTE_CAPABILITY_MAJOR, 75) \
    X(compute_capability_minor, COMPUTE_CAPABILITY_MINOR, 76) \
    X(maximum_texture1d_mipmapped_width, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 77) \
    X(stream_priorities_supported, STREAM_PRIORITIES_SUPPORTED, 78) \
    X(global_l1_cache_supported, GLOBAL_L1_CACHE_SUPPORTED, 79) \
    X(local_l1_cache_supported, LOCAL_L1_CACHE_SUPPORTED, 80) \
    X(max_shared_memory_per_multiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81) \
    X(max_registers_per_multiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR, 82) \
    X(managed_memory, MANAGED_MEMORY, 83) \
    X(multi_gpu_board, MULTI_GPU_BOARD, 84) \
    X(multi_gpu_board_group_id, MULTI_GPU_BOARD_GROUP_ID, 85) \
    X(host_native_atomic_supported, HOST_NATIVE_ATOMIC_SUPPORTED, 86) \
    X(single_to_double_precision_perf_ratio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87) \
    X(pageable_memory_access, PAGEABLE_MEMORY_ACCESS, 88) \
    X(concurrent_managed_access, CONCURRENT_MANAGED_ACCESS, 89) \
    X(compute_preemption_supported, COMPUTE_PREEMPTION_SUPPORTED, 90) \
    X(can_use_host_pointer_for_registered_mem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91) \
    X(can_use_stream_mem_ops_v1, CAN_USE_STREAM_MEM_OPS_V1, 92) \
    X(can_use_64_bit_stream_mem_ops_v1, CAN_USE_64_BIT_STREAM_MEM_OPS_V1, 93) \
    X(can_use_stream_wait_value_nor_v1, CAN_USE_STREAM_WAIT_VALUE_NOR_V1, 94) \
    X(cooperative_launch, COOPERATIVE_LAUNCH, 95) \
    X(cooperative_multi_device_launch, COOPERATIVE_MULTI_DEVICE_LAUNCH, 96) \
    X(max_shared_memory_per_block_optin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97) \
    X(can_flush_remote_writes, CAN_FLUSH_REMOTE_WRITES, 98) \
    X(host_register_supported, HOST_REGISTER_SUPPORTED, 99) \
    X(pageable_memory_access_uses_host_page_tables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 100) \
    X(direct_managed_mem_access_from_host, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 101) \
    X(virtual_memory_management_supported, VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 102) \
    X(handle_type_posix_file_descriptor_supported, HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 103) \
    X(handle_type_win32_handle_supported, HANDLE_TYPE_WIN32_HANDLE_SUPPORTED, 104) \
    X(handle_type_win32_kmt_handle_supported, HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED, 105) \
    X(max_blocks_per_multiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR, 106) \
    X(generic_compression_supported, GENERIC_COMPRESSION_SUPPORTED, 107) \
    X(max_persisting_l2_cache_size, MAX_PERSISTING_L2_CACHE_SIZE, 108) \
    X(max_access_policy_window_size, MAX_ACCESS_POLICY_WINDOW_SIZE, 109) \
    X(gpu_direct_rdma_with_cuda_vmm_supported, GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED, 110) \
    X(reserved_shared_memory_per_block, RESERVED_SHARED_MEMORY_PER_BLOCK, 111) \
    X(sparse_cuda_array_supported, SPARSE_CUDA_ARRAY_SUPPORTED, 112) \
    X(read_only_host_register_supported, READ_ONLY_HOST_REGISTER_SUPPORTED, 113) \
    X(timeline_semaphore_interop_supported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED, 114) \
    X(memory_pools_supported, MEMORY_POOLS_SUPPORTED, 115) \
    X(gpu_direct_rdma_supported, GPU_DIRECT_RDMA_SUPPORTED, 116) \
    X(gpu_direct_rdma_flush_writes_options, GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS, 117) \
    X(gpu_direct_rdma_writes_ordering, GPU_DIRECT_RDMA_WRITES_ORDERING, 118) \
    X(mempool_supported_handle_types, MEMPOOL_SUPPORTED_HANDLE_TYPES, 119) \
    X(cluster_launch, CLUSTER_LAUNCH, 120) \
    X(deferred_mapping_cuda_array_supported, DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED, 121) \
    X(can_use_64_bit_stream_mem_ops, CAN_USE_64_BIT_STREAM_MEM_OPS, 122) \
    X(can_use_stream_wait_value_nor, CAN_USE_STREAM_WAIT_VALUE_NOR, 123) \
    X(dma_buf_supported, DMA_BUF_SUPPORTED, 124) \
    X(ipc_event_supported, IPC_EVENT_SUPPORTED, 125) \
    X(mem_sync_domain_count, MEM_SYNC_DOMAIN_COUNT, 126) \
    X(tensor_map_access_supported, TENSOR_MAP_ACCESS_SUPPORTED, 127) \
    X(handle_type_fabric_supported, HANDLE_TYPE_FABRIC_SUPPORTED, 128) \
    X(unified_function_pointers, UNIFIED_FUNCTION_POINTERS, 129) \
    X(numa_config, NUMA_CONFIG, 130) \
    X(numa_id, NUMA_ID, 131) \
    X(multicast_supported, MULTICAST_SUPPORTED, 132) \
    X(mps_enabled, MPS_ENABLED, 133) \
    X(host_numa_id, HOST_NUMA_ID, 134) \
    X(d3d12_cig_supported, D3D12_CIG_SUPPORTED, 135) \
    X(mem_decompress_algorithm_mask, MEM_DECOMPRESS_ALGORITHM_MASK, 136) \
    X(mem_decompress_maximum_length, MEM_DECOMPRESS_MAXIMUM_LENGTH, 137) \
    X(vulkan_cig_supported, VULKAN_CIG_SUPPORTED, 138) \
    X(gpu_pci_device_id, GPU_PCI_DEVICE_ID, 139) \
    X(gpu_pci_subsystem_id, GPU_PCI_SUBSYSTEM_ID, 140) \
    X(host_numa_virtual_memory_management_supported, HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 141) \
    X(host_numa_memory_pools_supported, HOST_NUMA_MEMORY_POOLS_SUPPORTED, 142) \
    X(host_numa_multinode_ipc_supported, HOST_NUMA_MULTINODE_IPC_SUPPORTED, 143) \
    X(host_memory_pools_supported, HOST_MEMORY_POOLS_SUPPORTED, 144) \
    X(host_virtual_memory_management_supported, HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 145) \
    X(host_alloc_dma_buf_supported, HOST_ALLOC_DMA_BUF_SUPPORTED, 146) \
    X(only_partial_host_native_atomic_supported, ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED, 147)
// clang-format on

/// Device attributes, with CUDA's names in lower case. CUDA's documentation of CUdevice_attribute
/// describes their meanings and units. Clock rates are in kHz. Boolean attributes are 1 if true.
enum class DeviceAttribute : std::int32_t {
#define GLINT_ENUMERATOR(name, cuda_name, number) name = number,
    GLINT_DEVICE_ATTRIBUTES(GLINT_ENUMERATOR)
#undef GLINT_ENUMERATOR
};

/// All attributes, in CUDA's order.
std::span<const DeviceAttribute> device_attributes() noexcept;

/// Returns a name such as "multiprocessor_count", or "attribute 1000" for an unknown number.
std::string to_string(DeviceAttribute attribute);

/// Finds an attribute by its name, in upper or lower case, with or without "CU_DEVICE_ATTRIBUTE_".
/// Returns nullopt for an unknown name.
std::optional<DeviceAttribute> find_device_attribute(std::string_view name);

}  // namespace glint
