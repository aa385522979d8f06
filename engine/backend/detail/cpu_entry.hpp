// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/base/log.hpp>

namespace glint::driver {

class Backend;

/// Functions of the CPU backend's library. The backend is in a separate library, `libglint_cpu.so`,
/// so that a program never loads LLVM if its user has a GPU.
namespace cpu_entry {
/// Opens the backend and assigns it to the caller's `std::shared_ptr<Backend>`.
using OpenBackend = void(std::shared_ptr<Backend>*);
inline constexpr const char* kOpenBackend = "glint_cpu_open_backend";
/// Redirects the library's log to the program's log.
using ForwardLog = void(log::Writer*);
inline constexpr const char* kForwardLog = "glint_cpu_forward_log";
/// Returns a `compiler::SourceCompiler*` that lives as long as the process.
inline constexpr const char* kSourceCompiler = "glint_cpu_source_compiler";
/// Returns interface_version() as it was when the library was built.
using Version = const char*();
inline constexpr const char* kVersion = "glint_cpu_version";

/// Increase this number if classes in backend.hpp or source_compiler.hpp change between releases.
inline constexpr unsigned kInterface = 4;
}  // namespace cpu_entry

/// Returns a text such as "0.9.0 (interface 2)". The program and the library must return the same
/// text.
std::string interface_version();

}  // namespace glint::driver
