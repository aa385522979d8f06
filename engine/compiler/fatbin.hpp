// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include <glint/compiler/compile.hpp>

namespace glint {

/// Compiles a CUDA C++ file for each of `targets` ("sm_80", "sm_90a", or "compute_90" for PTX) and
/// packs the results into one fatbin, of which the driver loads what fits its GPU best: one file
/// for every machine. No GPU is needed, but a CUDA toolkit, whose `fatbinary` packs; what is
/// compiled comes out of the disk cache if it can.
///
/// The result's instantiations are those of all targets. Throws what `compile` throws;
/// Error(invalid_argument) for no targets and for "cpu", and Error(unsupported) where there is no
/// toolkit.
Binary compile_fatbin(std::span<const std::string> targets, const std::filesystem::path& file,
                      const ProgramOptions& options = {});

}  // namespace glint
