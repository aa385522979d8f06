#include <glint/driver/cuda/api.hpp>

#include <array>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>

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

// Two steps, so that the macros of cuda.h expand the name before it becomes text.
#define GLINT_TEXT(name) #name
#define GLINT_SYMBOL(name) GLINT_TEXT(name)

std::string first_missing(const SharedLibrary& library, Api& api) {
#define GLINT_CUDA_LOOK_UP(name) \
    if (!look_up(library, GLINT_SYMBOL(name), api.name)) return GLINT_SYMBOL(name);
    GLINT_CUDA_FUNCTIONS(GLINT_CUDA_LOOK_UP)
#undef GLINT_CUDA_LOOK_UP
    look_up(library, "cuModuleGetFunctionCount", api.module_function_count);
    look_up(library, "cuModuleEnumerateFunctions", api.module_enumerate_functions);
    look_up(library, "cuFuncGetName", api.function_name);
    look_up(library, "cuFuncGetParamInfo", api.function_parameter);
    look_up(library, "cuMemPrefetchAsync_v2", api.memory_prefetch);
    look_up(library, "cuMemAdvise_v2", api.memory_advise);
    look_up(library, "cuMemDiscardBatchAsync", api.memory_discard);
    return {};
}

Loaded load() {
    const std::array<std::string, 1> names{"libcuda.so.1"};
    const auto library = SharedLibrary::open(names);
    if (!library) return {{}, {}, "there is no NVIDIA driver (libcuda.so.1 was not found)"};
    Api api;
    if (const std::string missing = first_missing(*library, api); !missing.empty())
        return {{}, {}, "the NVIDIA driver is too old: it has no " + missing};
    if (const CUresult result = api.cuInit(0); result != CUDA_SUCCESS) {
        const char* name = nullptr;
        const char* text = nullptr;
        api.cuGetErrorName(result, &name);
        api.cuGetErrorString(result, &text);
        return {{},
                {},
                fmt::format("the NVIDIA driver does not start: {} ({})", name ? name : "unknown",
                            text ? text : "no text")};
    }
    return {library, api, {}};
}

const Loaded& loaded() {
    static const Loaded instance = load();
    return instance;
}

ErrorCode code_of(CUresult result) {
    switch (result) {
        case CUDA_ERROR_OUT_OF_MEMORY: return ErrorCode::out_of_memory;
        case CUDA_ERROR_INVALID_VALUE: return ErrorCode::invalid_argument;
        case CUDA_ERROR_NOT_FOUND: return ErrorCode::not_found;
        case CUDA_ERROR_ALREADY_MAPPED:
        case CUDA_ERROR_NOT_MAPPED: return ErrorCode::invalid_state;
        case CUDA_ERROR_NOT_SUPPORTED:
        case CUDA_ERROR_NO_BINARY_FOR_GPU:
        case CUDA_ERROR_UNSUPPORTED_PTX_VERSION: return ErrorCode::unsupported;
        case CUDA_ERROR_INVALID_IMAGE:
        case CUDA_ERROR_INVALID_PTX: return ErrorCode::bad_input;
        case CUDA_ERROR_LAUNCH_FAILED:
        case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        case CUDA_ERROR_LAUNCH_TIMEOUT:
        case CUDA_ERROR_ILLEGAL_ADDRESS:
        case CUDA_ERROR_MISALIGNED_ADDRESS:
        case CUDA_ERROR_ASSERT: return ErrorCode::launch;
        default: return ErrorCode::device;
    }
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

void fail(CUresult result, std::string_view operation, std::source_location place) {
    const char* name = nullptr;
    const char* text = nullptr;
    api().cuGetErrorName(result, &name);
    api().cuGetErrorString(result, &text);
    throw Error(code_of(result), operation,
                fmt::format("{} ({})", name ? name : "unknown CUDA error", text ? text : "no text"),
                place);
}

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
