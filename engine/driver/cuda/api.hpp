#pragma once

// Private to glint: the only places that see <cuda.h> are this folder and interop/.
#include <cuda.h>

#include <source_location>
#include <string>
#include <string_view>

namespace glint::driver::cuda {

// Driver functions that glint calls. The macro's expansion of each name (cuMemAlloc_v2) is the
// symbol that matches the header's declaration, so that is the one looked up.
// clang-format off
#define GLINT_CUDA_FUNCTIONS(X)                                                                  \
    X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString)                        \
    X(cuDeviceGet) X(cuDeviceGetCount) X(cuDeviceGetName) X(cuDeviceGetUuid)                     \
    X(cuDeviceGetAttribute) X(cuDeviceTotalMem)                                                  \
    X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxRelease)                                     \
    X(cuCtxGetCurrent) X(cuCtxPushCurrent) X(cuCtxPopCurrent) X(cuCtxSynchronize)                \
    X(cuMemGetInfo) X(cuMemAlloc) X(cuMemFree) X(cuMemHostAlloc) X(cuMemFreeHost)                \
    X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync) X(cuMemcpy3DAsync)            \
    X(cuMemsetD8Async) X(cuMemsetD16Async) X(cuMemsetD32Async)                                   \
    X(cuArray3DCreate) X(cuArrayDestroy) X(cuSurfObjectCreate) X(cuSurfObjectDestroy)            \
    X(cuMipmappedArrayCreate) X(cuTexObjectCreate) X(cuTexObjectDestroy)                         \
    X(cuStreamCreate) X(cuStreamDestroy) X(cuStreamSynchronize) X(cuStreamQuery)                 \
    X(cuStreamWaitEvent) X(cuLaunchHostFunc)                                                     \
    X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventSynchronize) X(cuEventQuery)    \
    X(cuEventElapsedTime)                                                                        \
    X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction) X(cuModuleGetGlobal)          \
    X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuLaunchKernel)                                \
    X(cuMemCreate) X(cuMemRelease) X(cuMemAddressReserve) X(cuMemAddressFree) X(cuMemMap)        \
    X(cuMemUnmap) X(cuMemSetAccess) X(cuMemExportToShareableHandle)                              \
    X(cuMemGetAllocationGranularity) X(cuImportExternalMemory) X(cuDestroyExternalMemory)        \
    X(cuExternalMemoryGetMappedMipmappedArray) X(cuMipmappedArrayGetLevel)                       \
    X(cuMipmappedArrayDestroy)                                                                   \
    X(cuArray3DGetDescriptor)
// clang-format on

// Functions that older drivers lack; null there. Declared here, since older headers lack them too.
using ModuleFunctionCount = CUresult(unsigned int*, CUmodule);
using ModuleEnumerateFunctions = CUresult(CUfunction*, unsigned int, CUmodule);
using FunctionName = CUresult(const char**, CUfunction);
using FunctionParameter = CUresult(CUfunction, size_t, size_t*, size_t*);

/// The driver's functions, looked up in libcuda.so.1 when the program runs.
struct Api {
#define GLINT_CUDA_MEMBER(name) decltype(&::name) name = nullptr;
    GLINT_CUDA_FUNCTIONS(GLINT_CUDA_MEMBER)
#undef GLINT_CUDA_MEMBER
    ModuleFunctionCount* module_function_count = nullptr;
    ModuleEnumerateFunctions* module_enumerate_functions = nullptr;
    FunctionName* function_name = nullptr;
    FunctionParameter* function_parameter = nullptr;
};

/// The initialised driver, or nullptr where there is none that works.
const Api* find_api();

/// Why `find_api` gives nothing; empty if it does.
const std::string& missing_reason();

/// The driver; throws Error(unsupported) with the reason where there is none.
const Api& api();

/// Any other function of the driver's library, or nullptr; interop/ looks up its own this way.
void* find_symbol(const char* name);

/// Throws the Error that fits `result`, with the driver's name and text for it.
[[noreturn]] void fail(CUresult result, std::string_view operation,
                       std::source_location place = std::source_location::current());

inline void check(CUresult result, std::string_view operation,
                  std::source_location place = std::source_location::current()) {
    if (result != CUDA_SUCCESS) fail(result, operation, place);
}

/// Makes `context` current while it lives; costs one query if it is already.
class [[nodiscard]] ContextScope {
public:
    explicit ContextScope(CUcontext context);
    ~ContextScope();
    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

private:
    bool pushed_ = false;
};

}  // namespace glint::driver::cuda
