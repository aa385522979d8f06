// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/program.hpp>

namespace glint {

using compiler::Binary;
using compiler::BinaryKind;

/// Compiles a CUDA C++ file and loads nothing: no GPU and no driver are needed. `target` is "cpu",
/// "sm_90" or another architecture, or "compute_90" for PTX alone. The result's `image` is a plain
/// cubin, PTX text or LTO-IR, as files of those hold it, which Module, Linker and NVIDIA's own
/// tools take; for the CPU it is what Module takes. It comes out of the disk cache if it can.
///
/// Throws CompileError; Error(not_found) if the file is not there; Error(invalid_argument) for
/// other targets, and Error(unsupported) for a target that this machine's compilers do not serve
/// or a kind that the target does not have: the CPU has native code only.
Binary compile(std::string_view target, const std::filesystem::path& file,
               const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

/// Compiles for the processor of `device`, or for `options.architecture` if that is given;
/// otherwise like the overload above that takes a target.
Binary compile(const Device& device, const std::filesystem::path& file,
               const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

/// Compiles `text`, which messages call `name`; otherwise like compile().
Binary compile_text(std::string_view target, std::string name, std::string text,
                    const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

/// Compiles `text` for the processor of `device`, or for `options.architecture` if that is given.
/// On the stand-in of a CompileAhead it adds the text to the queue and returns an empty Binary.
Binary compile_text(const Device& device, std::string name, std::string text,
                    const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

}  // namespace glint
