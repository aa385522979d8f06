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

/// Properties of the memory at an address, as the driver reports them.
struct PointerFacts {
    unsigned type = 0;  ///< a CUmemorytype, or 0 for memory that CUDA does not know
    unsigned is_managed = 0;
    int device = -1;        ///< ordinal of the device
    CUdeviceptr start = 0;  ///< start of the allocation or of the mapping
    std::size_t size_bytes = 0;
};

/// Queries the driver once. A context must be current.
PointerFacts facts_of(CUdeviceptr address);

/// Selects whether memory of other GPUs is accepted.
enum class PeerMemory {
    refused,
    if_open,  ///< accepted if kernels of the current context can access it
};

/// Checks whether `device` can use these bytes as its memory. Returns the reason if not: the bytes
/// are not allocated, belong to another GPU, or extend beyond an allocation. Returns nullopt
/// otherwise. Accepts page-locked and managed memory. Makes one driver query per allocation or
/// mapping in the range. A context must be current.
std::optional<std::string> device_memory_fault(CUdevice device, CUdeviceptr address,
                                               std::size_t size_bytes,
                                               PeerMemory peers = PeerMemory::refused);

}  // namespace glint::driver::cuda
