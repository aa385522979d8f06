// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>

/// The interface by which other code of the driver layer uses CUDA. Needs no CUDA header.
namespace glint::driver::cuda {

/// Returns the GPUs in the driver's order, or an empty list without a driver.
std::vector<DeviceInfo> devices();

class CudaBackend;

/// Opens a GPU's primary context, which all code in the process shares. Throws Error(device_lost)
/// if a kernel of this process has failed on the GPU, and other Errors if the driver refuses.
std::shared_ptr<Backend> open(int ordinal);

/// Sets the method by which host threads wait for this GPU from now on. Affects all users of its
/// primary context.
void set_host_wait(int ordinal, HostWait wait);

/// Returns a backend that uses a CUcontext of other code.
std::shared_ptr<Backend> adopt(void* context);

/// Destroys the primary context of `old` and opens it again. Only opens it if it is already
/// destroyed. Throws what `open` throws.
std::shared_ptr<Backend> reset(CudaBackend& old);

/// Returns "" if CUDA works on this machine, and otherwise the reason why it does not.
std::string unavailable_reason();

/// Returns the driver's version as 1000 * major + 10 * minor, or 0 without a driver.
int driver_version();

/// Returns the version of the CUDA header with which glint was built, in the same form as
/// driver_version(), or 0 if glint was built without the header.
int header_version() noexcept;

}  // namespace glint::driver::cuda
