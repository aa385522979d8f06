// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

inline CUdeviceptr pointer_to(const void* address) noexcept {
    return reinterpret_cast<CUdeviceptr>(address);
}

/// The driver's information about the memory at an address.
struct PointerFacts {
    unsigned type = 0;  ///< a CUmemorytype; 0 if it is not CUDA memory
    unsigned is_managed = 0;
    int device = -1;        ///< device ordinal
    CUdeviceptr start = 0;  ///< start of the allocation or mapping
    std::size_t size_bytes = 0;
};

/// Returns the facts from one driver query; the context must be current.
PointerFacts facts_of(CUdeviceptr address);

/// Selects how memory of other GPUs is treated.
enum class PeerMemory {
    refused,
    if_open,  ///< allowed if kernels of the current context can access it
};

/// Returns why `device` may not use these bytes as its own memory: they are unallocated, belong to
/// another GPU, or extend beyond an allocation. Page-locked and managed memory is allowed. Asks the
/// driver once per allocation or mapping in the range; the context must be current.
std::optional<std::string> device_memory_fault(CUdevice device, CUdeviceptr address,
                                               std::size_t size_bytes,
                                               PeerMemory peers = PeerMemory::refused);

}  // namespace glint::driver::cuda
