// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace glint::compiler::nvrtc {

/// The text of a header, and the name by which it is included.
struct StandardHeader {
    const char* name;
    const char* text;
};

/// Returns headers of the C and C++ standard libraries for kernels. NVRTC does not provide these
/// headers (nvcc uses the host's). They contain only declarations that device code can use, and
/// include the files in standard/.
std::span<const StandardHeader> standard_headers();

/// Returns the files in standard/. Their names have the form "__glint/math.cuh".
std::span<const StandardHeader> standard_files() noexcept;

/// Returns a hash of all headers, which is part of the identity of a compiler.
const std::string& standard_headers_hash();

}  // namespace glint::compiler::nvrtc
