#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <glint/driver/cuda/api.hpp>

namespace glint::driver::cuda {

/// Why these bytes are no memory that a copy on `device` may use as the device's: nobody's, another
/// GPU's, or beyond the end of an allocation. Page-locked and managed memory is the device's, too.
/// Asks the driver once for each allocation or mapping that the bytes lie in; the context is
/// current.
std::optional<std::string> device_memory_fault(CUdevice device, CUdeviceptr address,
                                               std::size_t size_bytes);

}  // namespace glint::driver::cuda
