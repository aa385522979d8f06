// SPDX-License-Identifier: MIT
// A build without the headers of the CUDA toolkit uses this file instead of NVRTC.
#include <glint/base/error.hpp>
#include <glint/compiler/detail/compiler_for.hpp>

namespace glint::compiler {

std::shared_ptr<const SourceCompiler> nvrtc_compiler(const std::string& architecture) {
    throw Error(ErrorCode::unsupported, "compile for " + architecture,
                "glint was built without a CUDA toolkit");
}

std::string nvrtc_version() { return {}; }

std::vector<std::string> lean_nvrtc_flags() { return {}; }
std::vector<std::string> parallel_nvrtc_flags() { return {}; }

}  // namespace glint::compiler
