#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/driver/backend.hpp>

/// The CUDA side as the rest of the driver layer sees it; no CUDA header is needed for it.
namespace glint::driver::cuda {

/// The GPUs in the driver's order; none where there is no driver.
std::vector<DeviceInfo> devices();

/// Opens a GPU's primary context, shared within the process. Throws Error.
std::shared_ptr<Backend> open(int ordinal);

/// "" if CUDA works here, else why not.
std::string unavailable_reason();

/// 1000 * major + 10 * minor; 0 without a driver.
int driver_version();

}  // namespace glint::driver::cuda
