// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/backend/module_options.hpp>
#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Loads a cubin, PTX or a fatbin into the current context.
CUmodule load_image(std::span<const std::byte> image, const ModuleOptions& options);

/// Links `parts` into a cubin for the device of the current context, with the driver's linker.
std::vector<std::byte> link_parts(std::span<const LinkPart> parts, const ModuleOptions& options);

}  // namespace glint::driver::cuda
