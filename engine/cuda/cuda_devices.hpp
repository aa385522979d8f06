// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>

/// The CUDA side as the rest of the driver layer sees it; no CUDA header is needed for it.
namespace glint::driver::cuda {

/// The GPUs in the driver's order; none where there is no driver.
std::vector<DeviceInfo> devices();

class CudaBackend;

/// Opens a GPU's primary context, shared within the process. Throws Error(device_lost) after a
/// kernel's failure, other Errors if the driver refuses.
std::shared_ptr<Backend> open(int ordinal);

/// How host threads wait for this GPU from now on, also those of other users of its primary
/// context.
void set_host_wait(int ordinal, HostWait wait);

/// The backend of a CUcontext that stays its owner's.
std::shared_ptr<Backend> adopt(void* context);

/// Destroys the primary context that `old` is of, and opens it again. Just the latter if that was
/// done before. Throws as `open` does.
std::shared_ptr<Backend> reset(CudaBackend& old);

/// "" if CUDA works here, else why not.
std::string unavailable_reason();

/// 1000 * major + 10 * minor; 0 without a driver.
int driver_version();

/// The version of the header that glint was built with, as driver_version() gives it; 0 if there
/// was none.
int header_version() noexcept;

}  // namespace glint::driver::cuda
