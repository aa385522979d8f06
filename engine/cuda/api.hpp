// SPDX-License-Identifier: MIT
#pragma once

// Private to glint. Only this folder and interop/ include <cuda.h>.
#include <cuda.h>

#include <source_location>
#include <string>
#include <string_view>

namespace glint::driver::cuda {

// The functions of the driver that glint calls. cuda.h defines each name as a macro that expands to
// the symbol of the declared version, such as cuMemAlloc_v2. glint looks up that symbol.
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
    X(cuStreamDestroy) X(cuStreamSynchronize) X(cuStreamQuery)                                   \
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
    X(cuDevicePrimaryCtxReset) X(cuDevicePrimaryCtxSetFlags) X(cuDevicePrimaryCtxGetState)       \
    X(cuCtxGetDevice) X(cuCtxGetLimit) X(cuCtxSetLimit) X(cuCtxGetCacheConfig)                   \
    X(cuCtxSetCacheConfig)                                                                       \
    X(cuStreamCreateWithPriority) X(cuStreamGetPriority) X(cuCtxGetStreamPriorityRange)          \
    X(cuStreamGetCtx) X(cuStreamEndCapture) X(cuGraphCreate) X(cuGraphDestroy)                   \
    X(cuGraphInstantiate) X(cuGraphLaunch) X(cuGraphExecDestroy) X(cuGraphExecUpdate)            \
    X(cuGraphAddEmptyNode) X(cuGraphAddChildGraphNode) X(cuGraphAddEventRecordNode)              \
    X(cuGraphAddEventWaitNode) X(cuGraphGetNodes) X(cuGraphNodeGetType)                          \
    X(cuGraphKernelNodeGetParams) X(cuGraphExecKernelNodeSetParams)                              \
    X(cuLinkCreate) X(cuLinkAddData) X(cuLinkComplete) X(cuLinkDestroy)                          \
    X(cuFuncSetCacheConfig) X(cuOccupancyMaxActiveBlocksPerMultiprocessor)                       \
    X(cuMemsetD2D8Async) X(cuMemsetD2D16Async) X(cuMemsetD2D32Async) X(cuPointerGetAttributes)   \
    X(cuMemAllocAsync) X(cuMemFreeAsync)                                                         \
    X(cuMemPoolCreate) X(cuMemPoolDestroy) X(cuMemPoolTrimTo) X(cuMemPoolSetAttribute)           \
    X(cuMemPoolGetAttribute) X(cuMemPoolSetAccess) X(cuMemAllocFromPoolAsync)                    \
    X(cuMemHostGetDevicePointer) X(cuMemHostRegister) X(cuMemHostUnregister)                     \
    X(cuMemAllocManaged) X(cuStreamAttachMemAsync)                                               \
    X(cuDeviceCanAccessPeer) X(cuCtxEnablePeerAccess) X(cuCtxDisablePeerAccess)                  \
    X(cuMemcpyPeerAsync) X(cuIpcGetMemHandle) X(cuIpcOpenMemHandle) X(cuIpcCloseMemHandle)       \
    X(cuIpcGetEventHandle) X(cuIpcOpenEventHandle) X(cuMemcpyAsync)                              \
    X(cuStreamIsCapturing) X(cuArray3DGetDescriptor)                                             \
    X(cuMemImportFromShareableHandle) X(cuMemRetainAllocationHandle) X(cuMemPoolGetAccess)       \
    X(cuMemPoolExportToShareableHandle) X(cuMemPoolImportFromShareableHandle)                    \
    X(cuMemPoolExportPointer) X(cuMemPoolImportPointer) X(cuGraphKernelNodeGetAttribute)
// clang-format on

// With two macros, the macros of cuda.h are expanded before the name becomes text.
#define GLINT_CUDA_TEXT(name) #name
#define GLINT_CUDA_SYMBOL(name) GLINT_CUDA_TEXT(name)

// Functions that older drivers lack. If a function is missing, its pointer in Api is null. The
// types are declared here, because older versions of cuda.h lack these functions, too.
using ModuleFunctionCount = CUresult(unsigned int*, CUmodule);
using ModuleEnumerateFunctions = CUresult(CUfunction*, unsigned int, CUmodule);
using FunctionName = CUresult(const char**, CUfunction);
using FunctionParameter = CUresult(CUfunction, size_t, size_t*, size_t*);
using FunctionLoad = CUresult(CUfunction);
using LaunchKernelEx = CUresult(const CUlaunchConfig*, CUfunction, void**, void**);
using MaxActiveClusters = CUresult(int*, CUfunction, const CUlaunchConfig*);

/// Ports and type of a graph edge, as in CUgraphEdgeData. Older versions of cuda.h lack that type.
struct EdgeData {
    unsigned char from_port = 0;
    unsigned char to_port = 0;
    unsigned char type = 0;
    unsigned char reserved[5]{};
};
inline constexpr unsigned char kProgrammaticEdge = 1;

// Functions for graphs. Different versions of cuda.h map their names to different symbols. glint
// looks up the symbols whose parameters match these types.
using StreamBeginCaptureToGraph = CUresult(CUstream, CUgraph, const CUgraphNode*, const void*,
                                           size_t, CUstreamCaptureMode);
using StreamGetCaptureInfo = CUresult(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*,
                                      const CUgraphNode**, size_t*);
using GraphGetEdges = CUresult(CUgraph, CUgraphNode*, CUgraphNode*, EdgeData*, size_t*);
using GraphNodeGetDependencies = CUresult(CUgraphNode, CUgraphNode*, EdgeData*, size_t*);
using GraphAddDependencies = CUresult(CUgraph, const CUgraphNode*, const CUgraphNode*, size_t);
using GraphAddNode = CUresult(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, void*);
using GraphConditionalHandleCreate = CUresult(cuuint64_t*, CUgraph, CUcontext, unsigned int,
                                              unsigned int);
using MemoryPrefetch = CUresult(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream);
using MemoryAdvise = CUresult(CUdeviceptr, size_t, CUmem_advise, CUmemLocation);
using MemoryDiscard = CUresult(CUdeviceptr*, size_t*, size_t, unsigned long long, CUstream);
#if CUDA_VERSION >= 12040  // older headers lack these types
using DeviceResource = CUresult(CUdevice, CUdevResource*, CUdevResourceType);
using SplitByCount = CUresult(CUdevResource*, unsigned int*, const CUdevResource*, CUdevResource*,
                              unsigned int, unsigned int);
using DescribeResource = CUresult(CUdevResourceDesc*, CUdevResource*, unsigned int);
using CreateGreenContext = CUresult(CUgreenCtx*, CUdevResourceDesc, CUdevice, unsigned int);
using DestroyGreenContext = CUresult(CUgreenCtx);
using CreateGreenStream = CUresult(CUstream*, CUgreenCtx, unsigned int, int);
#endif
#if CUDA_VERSION >= 12000
using EncodeTensorMap = CUresult(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*,
                                 const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                                 const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                                 CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
#endif

// X(member of Api, symbol, type) for each function that a driver may lack.
// clang-format off
#define GLINT_CUDA_OPTIONAL_FUNCTIONS(X)                                                         \
    X(module_function_count, "cuModuleGetFunctionCount", ModuleFunctionCount)                    \
    X(module_enumerate_functions, "cuModuleEnumerateFunctions", ModuleEnumerateFunctions)        \
    X(function_name, "cuFuncGetName", FunctionName)                                              \
    X(function_parameter, "cuFuncGetParamInfo", FunctionParameter)                               \
    X(stream_begin_capture_to_graph, "cuStreamBeginCaptureToGraph", StreamBeginCaptureToGraph)   \
    X(stream_get_capture_info, "cuStreamGetCaptureInfo_v2", StreamGetCaptureInfo)                \
    X(graph_get_edges, "cuGraphGetEdges_v2", GraphGetEdges)                                      \
    X(graph_node_get_dependencies, "cuGraphNodeGetDependencies_v2", GraphNodeGetDependencies)    \
    X(graph_add_dependencies, "cuGraphAddDependencies", GraphAddDependencies)                    \
    X(graph_add_node, "cuGraphAddNode", GraphAddNode)                                            \
    X(graph_conditional_handle_create, "cuGraphConditionalHandleCreate",                         \
      GraphConditionalHandleCreate)                                                              \
    X(launch_kernel_ex, "cuLaunchKernelEx", LaunchKernelEx)                                      \
    X(max_active_clusters, "cuOccupancyMaxActiveClusters", MaxActiveClusters)                    \
    X(memory_prefetch, "cuMemPrefetchAsync_v2", MemoryPrefetch)                                  \
    X(memory_advise, "cuMemAdvise_v2", MemoryAdvise)                                             \
    X(memory_discard, "cuMemDiscardBatchAsync", MemoryDiscard)                                   \
    GLINT_CUDA_PARTITION_FUNCTIONS(X) GLINT_CUDA_TENSOR_MAP_FUNCTIONS(X)                         \
    X(function_load, "cuFuncLoad", FunctionLoad)
#if CUDA_VERSION >= 12040
#define GLINT_CUDA_PARTITION_FUNCTIONS(X)                                                        \
    X(device_resource, "cuDeviceGetDevResource", DeviceResource)                                 \
    X(split_by_count, "cuDevSmResourceSplitByCount", SplitByCount)                               \
    X(describe_resource, "cuDevResourceGenerateDesc", DescribeResource)                          \
    X(create_green_context, "cuGreenCtxCreate", CreateGreenContext)                              \
    X(destroy_green_context, "cuGreenCtxDestroy", DestroyGreenContext)                           \
    X(create_green_stream, "cuGreenCtxStreamCreate", CreateGreenStream)
#else
#define GLINT_CUDA_PARTITION_FUNCTIONS(X)
#endif
#if CUDA_VERSION >= 12000
#define GLINT_CUDA_TENSOR_MAP_FUNCTIONS(X)                                                       \
    X(encode_tensor_map, "cuTensorMapEncodeTiled", EncodeTensorMap)
#else
#define GLINT_CUDA_TENSOR_MAP_FUNCTIONS(X)
#endif
// clang-format on

/// The functions of the driver, which are looked up in libcuda.so.1 at run time.
struct Api {
#define GLINT_CUDA_MEMBER(name) decltype(&::name) name = nullptr;
    GLINT_CUDA_FUNCTIONS(GLINT_CUDA_MEMBER)
#undef GLINT_CUDA_MEMBER
#define GLINT_CUDA_MEMBER(member, symbol, Type) Type* member = nullptr;
    GLINT_CUDA_OPTIONAL_FUNCTIONS(GLINT_CUDA_MEMBER)
#undef GLINT_CUDA_MEMBER
};

/// Returns the functions of the initialized driver, or nullptr without a working driver.
const Api* find_api();

/// Returns the reason why `find_api` returns nullptr, or an empty text if it returns the functions.
const std::string& missing_reason();

/// Like find_api(), but throws Error(unsupported) with the reason instead of returning nullptr.
const Api& api();

/// Returns a driver function that is not in Api, or nullptr. To trace its calls, use
/// find_function() in trace.hpp instead.
void* find_symbol(const char* name);

/// Returns a text such as "CUDA_ERROR_ASSERT (device-side assert triggered)".
std::string to_string(CUresult result);

/// Throws an Error with the driver's name and description of `result`. A fatal result means that
/// the context is unusable. In that case, if the current context belongs to glint, its backend
/// becomes lost, and the Error names the kernels that may have failed. If not, an earlier failure
/// caused the result, and this function throws Error(device_lost).
[[noreturn]] void fail(CUresult result, std::string_view operation,
                       std::source_location place = std::source_location::current());

inline void check(CUresult result, std::string_view operation,
                  std::source_location place = std::source_location::current()) {
    if (result != CUDA_SUCCESS) fail(result, operation, place);
}

/// Makes `context` current while this object exists. Costs one query if `context` is already
/// current.
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
