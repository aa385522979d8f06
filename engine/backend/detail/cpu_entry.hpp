// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/base/log.hpp>

namespace glint::driver {

class Backend;

/// The CPU backend lives in a separate library, `libglint_cpu.so`, so that a program whose user has
/// a GPU never loads LLVM. These are the functions that the library exports.
namespace cpu_entry {
/// Stores the opened backend in the given `std::shared_ptr<Backend>`.
using OpenBackend = void(std::shared_ptr<Backend>*);
inline constexpr const char* kOpenBackend = "glint_cpu_open_backend";
/// Redirects the library's log to the program's log.
using ForwardLog = void(log::Writer*);
inline constexpr const char* kForwardLog = "glint_cpu_forward_log";
/// Returns a `compiler::SourceCompiler*` that lives as long as the process.
inline constexpr const char* kSourceCompiler = "glint_cpu_source_compiler";
/// Returns the value of `interface_version` when the library was built.
using Version = const char*();
inline constexpr const char* kVersion = "glint_cpu_version";

/// Incremented when the classes of backend.hpp or source_compiler.hpp change within a version.
inline constexpr unsigned kInterface = 4;
}  // namespace cpu_entry

/// Returns "0.9.0 (interface 2)", which must match between a program and the library.
std::string interface_version();

}  // namespace glint::driver
