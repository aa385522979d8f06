// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <glint/driver/device.hpp>
#include <glint/gl/context.hpp>

namespace glint::interop {

/// The UUID of the GPU that `context` draws on, as OpenGL tells it, else as CUDA's driver does;
/// nothing if neither knows, as for a context that draws in software.
std::optional<driver::Uuid> drawing_gpu(const gl::Context& context);

/// What CUDA's driver alone says; nothing where there is none or no GPU of its own draws.
std::optional<driver::Uuid> gpu_that_cuda_names(const gl::Context& context);

/// Whether `device` is the GPU that `context` draws on, by UUID.
bool draws_on(const gl::Context& context, const Device& device);

/// The device to compute on beside `context`: what `name` says (as Device::open takes it); for
/// "auto" and no `$GLINT_DEVICE`, the GPU that draws, else as Device::open. Throws as Device::open.
/// Warns if NVIDIA's driver draws, nothing tells on which of several GPUs, and one is taken.
Device device_for(const gl::Context& context, std::string_view name = "auto");

}  // namespace glint::interop
