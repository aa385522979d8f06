// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace glint::apps {

/// The instructions of a cubin as text, by nvdisasm or cuobjdump: from $PATH, else out of a CUDA
/// toolkit ($CUDA_HOME, $CUDA_PATH, /usr/local/cuda, /opt/cuda). `name` is for messages.
/// Throws Error(unsupported), saying what to install, if neither is there; Error(io) if it fails.
std::string disassembled(std::span<const std::byte> cubin, const std::string& name);

}  // namespace glint::apps
