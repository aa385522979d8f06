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

/// What the driver knows of the memory at an address.
struct PointerFacts {
    unsigned type = 0;  ///< a CUmemorytype; 0 is no memory of CUDA's
    unsigned is_managed = 0;
    int device = -1;        ///< its ordinal
    CUdeviceptr start = 0;  ///< of the allocation or mapping
    std::size_t size_bytes = 0;
};

/// Asks the driver, once; the context is current.
PointerFacts facts_of(CUdeviceptr address);

/// Whether another GPU's memory will do.
enum class PeerMemory {
    refused,
    if_open,  ///< where kernels of the current context reach it
};

/// Why these bytes are no memory that `device` may use as its own: nobody's, another GPU's, or
/// beyond the end of an allocation. Page-locked and managed memory is the device's, too. Asks the
/// driver once for each allocation or mapping that the bytes lie in; the context is current.
std::optional<std::string> device_memory_fault(CUdevice device, CUdeviceptr address,
                                               std::size_t size_bytes,
                                               PeerMemory peers = PeerMemory::refused);

}  // namespace glint::driver::cuda
