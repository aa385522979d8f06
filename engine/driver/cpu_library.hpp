#pragma once

#include <memory>

#include <glint/base/log.hpp>
#include <glint/base/shared_library.hpp>

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
}  // namespace cpu_entry

/// Loads the library at the first call: `$GLINT_CPU_LIBRARY`, then beside the program, then where
/// glint was installed or built. Throws Error(unsupported) with the reason and what to install.
const SharedLibrary& cpu_library();

}  // namespace glint::driver
