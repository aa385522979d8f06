// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace glint::compiler::nvrtc {

/// A header by the name that includes use.
struct StandardHeader {
    const char* name;
    const char* text;
};

/// The headers of C and C++ that kernels may include as with nvcc, which finds the host's: NVRTC
/// has none. They hold what device code can use; the files in standard/ among them.
std::span<const StandardHeader> standard_headers();

/// The files in standard/, as "__glint/math.cuh".
std::span<const StandardHeader> standard_files() noexcept;

/// Of all of them: part of a compiler's identity.
const std::string& standard_headers_hash();

}  // namespace glint::compiler::nvrtc
