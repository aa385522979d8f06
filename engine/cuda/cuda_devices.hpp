// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>

/// The CUDA backend's interface for the rest of the driver layer; needs no CUDA header.
namespace glint::driver::cuda {

/// Returns the GPUs in the driver's order; empty without a driver.
std::vector<DeviceInfo> devices();

class CudaBackend;

/// Opens a GPU's primary context, shared within the process. Throws Error(device_lost) after a
/// kernel has failed, and other Errors if the driver refuses.
std::shared_ptr<Backend> open(int ordinal);

/// Sets how host threads wait for this GPU from now on. Affects the host threads of all users of
/// its primary context.
void set_host_wait(int ordinal, HostWait wait);

/// Returns a backend for a CUcontext that other code owns.
std::shared_ptr<Backend> adopt(void* context);

/// Destroys the primary context of `old` and opens it again. If the context was already destroyed,
/// only opens it. Throws what `open` throws.
std::shared_ptr<Backend> reset(CudaBackend& old);

/// Returns "" if CUDA works here, else the reason.
std::string unavailable_reason();

/// Returns 1000 * major + 10 * minor, or 0 without a driver.
int driver_version();

/// Returns the version of the header that glint was built with, in the format of driver_version(),
/// or 0 if there was none.
int header_version() noexcept;

}  // namespace glint::driver::cuda
