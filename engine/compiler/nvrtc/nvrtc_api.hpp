// SPDX-License-Identifier: MIT
#pragma once

// Included only by the sources in this folder.
#include <nvrtc.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler::nvrtc {

// clang-format off
#define GLINT_NVRTC_FUNCTIONS(X)                                                             \
    X(nvrtcVersion) X(nvrtcGetErrorString) X(nvrtcGetNumSupportedArchs)                      \
    X(nvrtcGetSupportedArchs) X(nvrtcCreateProgram) X(nvrtcDestroyProgram)                   \
    X(nvrtcCompileProgram) X(nvrtcGetProgramLogSize) X(nvrtcGetProgramLog)                   \
    X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN) X(nvrtcGetPTXSize) X(nvrtcGetPTX)                  \
    X(nvrtcAddNameExpression) X(nvrtcGetLoweredName)
// clang-format on

/// NVRTC's functions, looked up in libnvrtc at run time.
struct Api {
#define GLINT_NVRTC_MEMBER(name) decltype(&::name) name = nullptr;
    GLINT_NVRTC_FUNCTIONS(GLINT_NVRTC_MEMBER)
#undef GLINT_NVRTC_MEMBER
    // These functions exist since CUDA 12; null in older versions.
    nvrtcResult (*ltoir_size)(nvrtcProgram, std::size_t*) = nullptr;
    nvrtcResult (*ltoir)(nvrtcProgram, char*) = nullptr;
    std::filesystem::path library;
    /// The toolkit's headers; empty if they are not installed.
    std::filesystem::path include_folder;
};

/// Returns NVRTC, or nullptr if it is missing.
const Api* find_api();

/// Like find_api(), but throws Error(unsupported), saying what to install, if NVRTC is missing.
const Api& api();

/// Throws Error(compile) unless `result` is success.
void check(nvrtcResult result, std::string_view operation);

/// Compute capabilities that this NVRTC supports, as 10 * major + minor (75 for 7.5), ascending.
std::vector<int> supported_architectures();

}  // namespace glint::compiler::nvrtc
