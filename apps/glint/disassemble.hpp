// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace glint::apps {

/// Disassembles a cubin with nvdisasm or cuobjdump, from $PATH or from a CUDA toolkit ($CUDA_HOME,
/// $CUDA_PATH, /usr/local/cuda, /opt/cuda). `name` names the cubin in error messages. Throws
/// Error(unsupported), which says what to install, if neither tool is found; Error(io) if the tool
/// fails.
std::string disassembled(std::span<const std::byte> cubin, const std::string& name);

}  // namespace glint::apps
