#include <glint/compiler/nvrtc/nvrtc_api.hpp>

#include <cstdlib>
#include <optional>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>

namespace glint::compiler::nvrtc {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> toolkit_folders() {
    std::vector<fs::path> folders;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
        if (const char* folder = std::getenv(variable)) folders.emplace_back(folder);
    folders.emplace_back("/usr/local/cuda");
    folders.emplace_back("/opt/cuda");
    folders.emplace_back("/usr");
    return folders;
}

std::vector<std::string> library_candidates() {
    std::vector<std::string> candidates;
    for (const fs::path& folder : toolkit_folders())
        for (const char* part : {"lib64", "lib", "lib/x86_64-linux-gnu"})
            candidates.push_back(folder / part / "libnvrtc.so");
    for (const char* name : {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"})
        candidates.emplace_back(name);
    return candidates;
}

fs::path toolkit_headers() {
    std::error_code ignored;
    for (const fs::path& folder : toolkit_folders())
        if (fs::exists(folder / "include/cuda_runtime.h", ignored)) return folder / "include";
    return {};
}

std::optional<Api> load() {
    const auto library = SharedLibrary::open(library_candidates());
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
                "libnvrtc.so was not found; install the CUDA toolkit, or set $CUDA_PATH to it");
}

void check(nvrtcResult result, std::string_view operation) {
    if (result != NVRTC_SUCCESS)
        throw Error(ErrorCode::compile, operation, api().nvrtcGetErrorString(result));
}

std::vector<int> supported_architectures() {
    int count = 0;
    check(api().nvrtcGetNumSupportedArchs(&count), "count NVRTC's architectures");
    std::vector<int> architectures(static_cast<std::size_t>(count));
    check(api().nvrtcGetSupportedArchs(architectures.data()), "list NVRTC's architectures");
    return architectures;
}

}  // namespace glint::compiler::nvrtc
