// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/driver/device.hpp>

namespace glint::compiler {

/// Returns the compiler for `device`: NVRTC for its architecture, or Clang for the CPU. Throws
/// Error(unsupported), saying what to install, if the compiler cannot be loaded.
std::shared_ptr<const SourceCompiler> compiler_for(const Device& device);

/// Returns the compiler for `target`: "cpu", or an architecture as in nvrtc_compiler(). Does not
/// open a device. Throws Error(unsupported), saying what to install, if the compiler cannot be
/// loaded.
std::shared_ptr<const SourceCompiler> compiler_for(std::string_view target);

/// Returns the target of `device` for compiler_for(): "cpu", or an architecture such as "sm_90".
std::string target_of(const Device& device);

/// Returns NVRTC for an architecture such as "sm_90", "sm_90a" or "compute_90" (PTX). Needs neither
/// a GPU nor a driver. If this NVRTC does not know the architecture, it compiles to PTX for the
/// newest architecture that it knows, and warns. Throws Error(unsupported) if NVRTC is missing, and
/// Error(invalid_argument) if `architecture` has another format.
std::shared_ptr<const SourceCompiler> nvrtc_compiler(const std::string& architecture);

/// Returns NVRTC's version and path, such as "13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)", or ""
/// if NVRTC is missing.
std::string nvrtc_version();

/// Returns flags with which NVRTC compiles faster. The kernels must use neither textures nor the
/// CUDA runtime. Returns an empty list if NVRTC is missing or older than version 13.
std::vector<std::string> lean_nvrtc_flags();

/// Returns flags with which NVRTC compiles the kernels of a source in parallel, on all cores.
/// Returns an empty list if NVRTC is missing or older than version 13.
std::vector<std::string> parallel_nvrtc_flags();

}  // namespace glint::compiler
