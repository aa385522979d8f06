#pragma once

#include <string_view>

#include <glint/driver/device.hpp>
#include <glint/gl/context.hpp>

namespace glint::interop {

/// Whether `device` is the GPU that `context` draws on, by UUID.
bool draws_on(const gl::Context& context, const Device& device);

/// The device to compute on beside `context`: what `name` says (as Device::open takes it); for
/// "auto" and no `$GLINT_DEVICE`, the GPU that draws, else as Device::open. Throws as Device::open.
Device device_for(const gl::Context& context, std::string_view name = "auto");

}  // namespace glint::interop
