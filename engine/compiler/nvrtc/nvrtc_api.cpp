// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/nvrtc_api.hpp>

#include <optional>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint::compiler::nvrtc {
namespace {

namespace fs = std::filesystem;

fs::path toolkit_headers() {
    std::error_code ignored;
    for (const fs::path& folder : toolkit_folders())
        if (fs::exists(folder / "include/cuda_runtime.h", ignored)) return folder / "include";
    return {};
}

std::optional<Api> load() {
    const auto library = SharedLibrary::open(toolkit_candidates(
        "libnvrtc.so", {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"}));
    if (!library) return std::nullopt;
    Api api;
    api.library = library->path();
    api.include_folder = toolkit_headers();
    bool complete = true;
#define GLINT_NVRTC_LOOK_UP(name)                                          \
    api.name = reinterpret_cast<decltype(api.name)>(library->find(#name)); \
    complete = complete && api.name;
    GLINT_NVRTC_FUNCTIONS(GLINT_NVRTC_LOOK_UP)
#undef GLINT_NVRTC_LOOK_UP
    api.ltoir_size = reinterpret_cast<decltype(api.ltoir_size)>(library->find("nvrtcGetLTOIRSize"));
    api.ltoir = reinterpret_cast<decltype(api.ltoir)>(library->find("nvrtcGetLTOIR"));
    return complete ? std::optional(api) : std::nullopt;
}

}  // namespace

const Api* find_api() {
    static const std::optional<Api> instance = load();
    return instance ? &*instance : nullptr;
}

const Api& api() {
    if (const Api* found = find_api()) return *found;
    throw Error(ErrorCode::unsupported, "load NVRTC",
                "libnvrtc.so was not found. Install the CUDA toolkit, or set $CUDA_PATH to the "
                "folder of the toolkit");
}

void check(nvrtcResult result, std::string_view operation) {
    if (result != NVRTC_SUCCESS)
        throw Error(ErrorCode::compile, operation, api().nvrtcGetErrorString(result));
}

std::vector<int> supported_architectures() {
    int count = 0;
    check(api().nvrtcGetNumSupportedArchs(&count), "count the architectures that NVRTC supports");
    std::vector<int> architectures(static_cast<std::size_t>(count));
    check(api().nvrtcGetSupportedArchs(architectures.data()),
          "list the architectures that NVRTC supports");
    return architectures;
}

}  // namespace glint::compiler::nvrtc
