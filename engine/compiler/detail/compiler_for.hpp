// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/driver/device.hpp>

namespace glint::compiler {

/// The compiler that makes binaries for `device`: NVRTC for its architecture, or Clang.
/// Throws Error(unsupported) with what to install if it cannot be loaded.
std::shared_ptr<const SourceCompiler> compiler_for(const Device& device);

/// The compiler for `target`: "cpu", or an architecture as `nvrtc_compiler` takes it. Opens no
/// device. Throws Error(unsupported) with what to install if the compiler cannot be loaded.
std::shared_ptr<const SourceCompiler> compiler_for(std::string_view target);

/// What `compiler_for` calls the processor of `device`: "cpu" or "sm_90".
std::string target_of(const Device& device);

/// NVRTC for an architecture such as "sm_90", "sm_90a" or "compute_90" (PTX); needs neither a GPU
/// nor a driver. An architecture that this NVRTC does not know is served by PTX for the newest one
/// that it does, with a warning.
/// Throws Error(unsupported) where NVRTC is missing, Error(invalid_argument) for other text.
std::shared_ptr<const SourceCompiler> nvrtc_compiler(const std::string& architecture);

/// "13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)", or "" where NVRTC is missing.
std::string nvrtc_version();

/// Flags with which NVRTC compiles sooner, for kernels that use no textures and nothing of the CUDA
/// runtime. None where NVRTC is missing or older than 13.
std::vector<std::string> lean_nvrtc_flags();

/// Flags with which NVRTC compiles the kernels of one source on all cores at once. None where NVRTC
/// is missing or older than 13.
std::vector<std::string> parallel_nvrtc_flags();

}  // namespace glint::compiler
