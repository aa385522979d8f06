// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <glint/driver/device.hpp>
#include <glint/gl/context.hpp>

namespace glint::interop {

/// Returns the UUID of the GPU that `context` draws on, from OpenGL or else from CUDA's driver;
/// nullopt if neither knows it, for example for a software renderer.
std::optional<driver::Uuid> drawing_gpu(const gl::Context& context);

/// Returns only CUDA's answer; nullopt without CUDA or if none of its GPUs draws.
std::optional<driver::Uuid> gpu_named_by_cuda(const gl::Context& context);
[[deprecated("use gpu_named_by_cuda")]] inline std::optional<driver::Uuid> gpu_that_cuda_names(
    const gl::Context& context) {
    return gpu_named_by_cuda(context);
}

/// True if `device` is the GPU that `context` draws on, by UUID.
bool draws_on(const gl::Context& context, const Device& device);

/// Returns the compute device for `context`: `name` selects it as in Device::open. For "auto"
/// without `$GLINT_DEVICE`, it is the GPU that draws, else the default of Device::open. Throws as
/// Device::open. Warns if NVIDIA's driver draws on one of several GPUs and it is unknown which.
Device device_for(const gl::Context& context, std::string_view name = "auto");

}  // namespace glint::interop
