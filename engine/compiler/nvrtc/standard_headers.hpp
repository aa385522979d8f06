// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace glint::compiler::nvrtc {

/// A header and the name by which it is included.
struct StandardHeader {
    const char* name;
    const char* text;
};

/// C and C++ standard headers for kernels. NVRTC does not provide them (nvcc uses the host's). They
/// contain only declarations that device code can use, and include the files in standard/.
std::span<const StandardHeader> standard_headers();

/// The files in standard/, named like "__glint/math.cuh".
std::span<const StandardHeader> standard_files() noexcept;

/// Hash of all headers; part of a compiler's identity.
const std::string& standard_headers_hash();

}  // namespace glint::compiler::nvrtc
