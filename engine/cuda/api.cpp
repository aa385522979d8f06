// SPDX-License-Identifier: MIT
#include <glint/cuda/api.hpp>

#include <array>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>
#include <glint/base/trace.hpp>
#include <glint/cuda/trace.hpp>

namespace glint::driver::cuda {
namespace {

struct Loaded {
    std::optional<SharedLibrary> library;
    std::optional<Api> api;
    std::string reason;
};

template <class Function>
bool look_up(const SharedLibrary& library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(library.find(symbol));
    return function != nullptr;
}

std::string first_missing(const SharedLibrary& library, Api& api) {
#define GLINT_CUDA_LOOK_UP(name) \
    if (!look_up(library, GLINT_CUDA_SYMBOL(name), api.name)) return GLINT_CUDA_SYMBOL(name);
    GLINT_CUDA_FUNCTIONS(GLINT_CUDA_LOOK_UP)
#undef GLINT_CUDA_LOOK_UP
#define GLINT_CUDA_LOOK_UP(member, symbol, Type) look_up(library, symbol, api.member);
    GLINT_CUDA_OPTIONAL_FUNCTIONS(GLINT_CUDA_LOOK_UP)
#undef GLINT_CUDA_LOOK_UP
    return {};
}

std::string result_text(const Api& api, CUresult result) {
    const char* name = nullptr;
    const char* text = nullptr;
    api.cuGetErrorName(result, &name);
    api.cuGetErrorString(result, &text);
    return fmt::format("{} ({})", name ? name : fmt::format("CUDA error {}", int{result}),
                       text ? text : "no description");
}

Loaded load() {
    const std::array<std::string, 1> names{"libcuda.so.1"};
    const auto library = SharedLibrary::open(names);
    if (!library) return {{}, {}, "the NVIDIA driver was not found (libcuda.so.1)"};
    Api api;
    if (const std::string missing = first_missing(*library, api); !missing.empty())
        return {{}, {}, "the NVIDIA driver is too old and does not have " + missing};
    if (trace_is_wanted()) api = traced(api);
    if (const CUresult result = api.cuInit(0); result != CUDA_SUCCESS)
        return {{}, {}, "the NVIDIA driver could not be initialized: " + result_text(api, result)};
    return {library, api, {}};
}

const Loaded& loaded() {
    static const Loaded instance = load();
    return instance;
}

}  // namespace

const Api* find_api() { return loaded().api ? &*loaded().api : nullptr; }

const std::string& missing_reason() { return loaded().reason; }

const Api& api() {
    if (const Api* found = find_api()) return *found;
    throw Error(ErrorCode::unsupported, "use CUDA", missing_reason());
}

void* find_symbol(const char* name) {
    return loaded().library ? loaded().library->find(name) : nullptr;
}

std::string to_string(CUresult result) { return result_text(api(), result); }

ContextScope::ContextScope(CUcontext context) {
    CUcontext current = nullptr;
    check(api().cuCtxGetCurrent(&current), "read the current CUDA context");
    if (current == context) return;
    check(api().cuCtxPushCurrent(context), "make a CUDA context current");
    pushed_ = true;
}

ContextScope::~ContextScope() {
    CUcontext popped = nullptr;
    if (pushed_) api().cuCtxPopCurrent(&popped);
}

}  // namespace glint::driver::cuda
