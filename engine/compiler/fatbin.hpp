// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include <glint/compiler/compile.hpp>

namespace glint {

/// Compiles a CUDA C++ file for each of `targets`, such as "sm_80", "sm_90a", or "compute_90" for
/// PTX, and packs the results into one fatbin. The driver loads the best match for its GPU, so one
/// file works on several kinds of GPUs. Does not need a GPU, but needs the program `fatbinary` of a
/// CUDA toolkit. Uses the disk cache for the compilations if possible.
///
/// The result has the instantiations of all targets. Throws what `compile` throws. Throws
/// Error(invalid_argument) for an empty list and for the target "cpu". Throws Error(unsupported) if
/// a toolkit is not found.
Binary compile_fatbin(std::span<const std::string> targets, const std::filesystem::path& file,
                      const ProgramOptions& options = {});

}  // namespace glint
