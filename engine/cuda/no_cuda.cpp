// SPDX-License-Identifier: MIT
// A build without the headers of the CUDA toolkit uses this file instead of the CUDA backend.
#include <glint/base/error.hpp>
#include <glint/cuda/cuda_devices.hpp>
#include <glint/cuda/cuda_profiler.hpp>

namespace glint::driver::cuda {

std::vector<DeviceInfo> devices() { return {}; }

std::shared_ptr<Backend> open(int) {
    throw Error(ErrorCode::unsupported, "open a GPU", unavailable_reason());
}

void set_host_wait(int, HostWait) {}

std::shared_ptr<Backend> adopt(void*) {
    throw Error(ErrorCode::unsupported, "adopt a CUDA context", unavailable_reason());
}

std::string unavailable_reason() { return "glint was built without a CUDA toolkit"; }

int driver_version() { return 0; }

int header_version() noexcept { return 0; }
std::uint64_t start_range(const char*) noexcept { return 0; }

void end_range(std::uint64_t) noexcept {}

void start_profiler(Backend&) {}

void stop_profiler(Backend&) noexcept {}

}  // namespace glint::driver::cuda
