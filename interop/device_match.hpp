// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <glint/driver/device.hpp>
#include <glint/gl/context.hpp>

namespace glint::interop {

/// Returns the UUID of the GPU that `context` draws on. Queries OpenGL first, then CUDA's driver.
/// Returns nullopt if neither knows the UUID, for example if a software renderer draws.
std::optional<driver::Uuid> drawing_gpu(const gl::Context& context);

/// Returns the UUID of the GPU that `context` draws on, as CUDA's driver reports it. Returns
/// nullopt if CUDA is missing or `context` does not draw on a CUDA GPU.
std::optional<driver::Uuid> gpu_named_by_cuda(const gl::Context& context);
[[deprecated("use gpu_named_by_cuda")]] inline std::optional<driver::Uuid> gpu_that_cuda_names(
    const gl::Context& context) {
    return gpu_named_by_cuda(context);
}

/// Returns true if `context` draws on the GPU `device`. Compares the UUIDs.
bool draws_on(const gl::Context& context, const Device& device);

/// Returns the compute device for `context`. If `name` is not "auto" or `$GLINT_DEVICE` is set, the
/// device is the result of Device::open. Otherwise, it is the GPU that draws if this is a CUDA GPU,
/// else the default device. Throws the errors of Device::open. Logs a warning if NVIDIA's driver
/// draws, there are several GPUs, and it is unknown which of them draws.
Device device_for(const gl::Context& context, std::string_view name = "auto");

}  // namespace glint::interop
