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

/// Compiles a CUDA C++ file without loading it. Needs neither a GPU nor a driver. `target` is
/// "cpu", an architecture such as "sm_90", or "compute_90" for PTX only. The `image` of the result
/// is a plain cubin, PTX text or LTO-IR in the usual file format, which Module, Linker and NVIDIA's
/// own tools accept. For the CPU, it has a format that Module accepts. Uses the disk cache if
/// possible.
///
/// Throws CompileError, Error(not_found) if the file does not exist, and Error(invalid_argument)
/// for an unknown target. Throws Error(unsupported) for a target that this machine's compilers do
/// not support, and for a kind that the target does not have: the CPU has only native code.
Binary compile(std::string_view target, const std::filesystem::path& file,
               const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

/// Compiles for the processor of `device`, or for `options.architecture` if it is set. Otherwise
/// like the overload above.
Binary compile(const Device& device, const std::filesystem::path& file,
               const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

/// Compiles `text`. Error messages use `name` as its file name. Otherwise like compile().
Binary compile_text(std::string_view target, std::string name, std::string text,
                    const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

/// Compiles `text` for the processor of `device`, or for `options.architecture` if it is set. For
/// the stand-in device of a CompileAhead, adds the text to the queue and returns an empty Binary.
Binary compile_text(const Device& device, std::string name, std::string text,
                    const ProgramOptions& options = {}, BinaryKind kind = BinaryKind::native);

}  // namespace glint
