// SPDX-License-Identifier: MIT
#pragma once

// Include this header only in this folder.
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

/// The functions of NVRTC, which are looked up in libnvrtc at run time.
struct Api {
#define GLINT_NVRTC_MEMBER(name) decltype(&::name) name = nullptr;
    GLINT_NVRTC_FUNCTIONS(GLINT_NVRTC_MEMBER)
#undef GLINT_NVRTC_MEMBER
    // These functions exist in CUDA 12 and later. In older versions, the pointers are null.
    nvrtcResult (*ltoir_size)(nvrtcProgram, std::size_t*) = nullptr;
    nvrtcResult (*ltoir)(nvrtcProgram, char*) = nullptr;
    std::filesystem::path library;
    /// The folder of the toolkit's headers, or an empty path if they are not installed.
    std::filesystem::path include_folder;
};

/// Returns the functions of NVRTC, or nullptr if NVRTC is missing.
const Api* find_api();

/// Like find_api(), but throws Error(unsupported), saying what to install, if NVRTC is missing.
const Api& api();

/// Throws Error(compile) unless `result` is NVRTC_SUCCESS.
void check(nvrtcResult result, std::string_view operation);

/// Returns the compute capabilities that this NVRTC supports, in ascending order: 75 for 7.5.
std::vector<int> supported_architectures();

}  // namespace glint::compiler::nvrtc
