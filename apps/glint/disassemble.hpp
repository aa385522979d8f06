// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace glint::apps {

/// Disassembles a cubin with nvdisasm or cuobjdump, which it finds in $PATH or in a CUDA toolkit
/// ($CUDA_HOME, $CUDA_PATH, /usr/local/cuda, /opt/cuda). Error messages call the cubin `name`.
/// Throws Error(unsupported), which says what to install, if neither tool is found, and Error(io)
/// if the tool fails.
std::string disassembled(std::span<const std::byte> cubin, const std::string& name);

}  // namespace glint::apps
