// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/base/log.hpp>

namespace glint::driver {

class Backend;

/// The CPU backend lives in a library of its own, `libglint_cpu.so`, so that a program whose
/// user has a GPU never loads LLVM. These are the functions that it exports.
namespace cpu_entry {
/// `std::shared_ptr<Backend>*` to fill in.
using OpenBackend = void(std::shared_ptr<Backend>*);
inline constexpr const char* kOpenBackend = "glint_cpu_open_backend";
/// The library's log becomes the program's.
using ForwardLog = void(log::Writer*);
inline constexpr const char* kForwardLog = "glint_cpu_forward_log";
/// Returns a `compiler::SourceCompiler*` that lives as long as the process.
inline constexpr const char* kSourceCompiler = "glint_cpu_source_compiler";
/// Returns what `interface_version` gave when the library was built.
using Version = const char*();
inline constexpr const char* kVersion = "glint_cpu_version";

/// Counts what the classes of backend.hpp and source_compiler.hpp went through within a version.
inline constexpr unsigned kInterface = 4;
}  // namespace cpu_entry

/// "0.9.0 (interface 2)": what a program and the library must have in common.
std::string interface_version();

}  // namespace glint::driver
