// SPDX-License-Identifier: MIT
// The fake driver's multiprocessors, tensor maps and shareable memory.
#include <algorithm>
#include <cstring>

#include <unistd.h>

#include <fake_cuda/fake_objects.hpp>

using namespace glint::fake_cuda;

extern "C" {

CUresult cuDeviceGetDevResource(CUdevice, CUdevResource* resource, CUdevResourceType type) {
    *resource = {};
    resource->type = type;
    resource->sm = {
        .smCount = kMultiprocessors, .minSmPartitionSize = 8, .smCoscheduledAlignment = 8};
    return CUDA_SUCCESS;
}
CUresult cuDevSmResourceSplitByCount(CUdevResource* parts, unsigned* count,
                                     const CUdevResource* all, CUdevResource* rest, unsigned,
                                     unsigned least) {
    const unsigned size = (least + 7) / 8 * 8;
    *count = std::min(*count, all->sm.smCount / size);
    for (unsigned i = 0; i < *count; ++i) {
        parts[i] = *all;
        parts[i].sm.smCount = size;
    }
    *rest = *all;
    rest->sm.smCount = all->sm.smCount - *count * size;
    if (rest->sm.smCount == 0) rest->type = CU_DEV_RESOURCE_TYPE_INVALID;
    return CUDA_SUCCESS;
}
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* description, CUdevResource* resource,
                                   unsigned) {
    *description = reinterpret_cast<CUdevResourceDesc>(resource);
    return CUDA_SUCCESS;
}
CUresult cuGreenCtxCreate(CUgreenCtx* context, CUdevResourceDesc, CUdevice, unsigned flags) {
    return flags == CU_GREEN_CTX_DEFAULT_STREAM ? make_object(context) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGreenCtxDestroy(CUgreenCtx context) { return destroy_object(as_address(context)); }
CUresult cuGreenCtxStreamCreate(CUstream* stream, CUgreenCtx, unsigned flags, int) {
    return flags == CU_STREAM_NON_BLOCKING ? make_object(stream) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuProfilerStart() { return CUDA_SUCCESS; }
CUresult cuProfilerStop() { return CUDA_SUCCESS; }

// Stores the function's arguments in the map.
CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                                void* address, const cuuint64_t* shape, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t*, CUtensorMapInterleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
                                CUtensorMapFloatOOBfill) {
    cuuint64_t* words = map->opaque;
    words[0] = type;
    words[1] = rank;
    std::memcpy(&words[2], &address, sizeof address);
    words[3] = swizzle;
    std::copy_n(shape, rank, &words[4]);
    std::copy_n(strides, rank - 1, &words[4 + rank]);
    std::copy_n(box, rank, &words[3 + 2 * rank]);
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationGranularity(std::size_t* unit, const CUmemAllocationProp*,
                                       CUmemAllocationGranularity_flags) {
    return *unit = std::size_t{1} << 21, CUDA_SUCCESS;
}
CUresult cuMemCreate(CUmemGenericAllocationHandle* memory, std::size_t,
                     const CUmemAllocationProp* properties, unsigned long long) {
    const auto types = properties->requestedHandleTypes;
    return types == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || types == CU_MEM_HANDLE_TYPE_NONE
               ? make_object(memory)
               : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemRelease(CUmemGenericAllocationHandle memory) {
    return destroy_object(as_address(memory));
}
CUresult cuMemAddressReserve(CUdeviceptr* address, std::size_t, std::size_t, CUdeviceptr,
                             unsigned long long) {
    return make_object(address);
}
CUresult cuMemAddressFree(CUdeviceptr address, std::size_t) {
    return destroy_object(as_address(address));
}
CUresult cuMemMap(CUdeviceptr, std::size_t size, std::size_t, CUmemGenericAllocationHandle,
                  unsigned long long) {
    count_mapped(static_cast<long long>(size));
    return CUDA_SUCCESS;
}
CUresult cuMemUnmap(CUdeviceptr, std::size_t size) {
    count_mapped(-static_cast<long long>(size));
    return CUDA_SUCCESS;
}
CUresult cuMemSetAccess(CUdeviceptr, std::size_t size, const CUmemAccessDesc*, std::size_t) {
    return size == kRefusedBytes ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
}
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* memory, void*) {
    return make_object(memory);
}
CUresult cuMemExportToShareableHandle(void* handle, CUmemGenericAllocationHandle,
                                      CUmemAllocationHandleType, unsigned long long) {
    return *static_cast<int*>(handle) = dup(0), CUDA_SUCCESS;
}
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* memory, void* descriptor,
                                        CUmemAllocationHandleType) {
    return descriptor ? make_object(memory) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemPoolExportToShareableHandle(void* handle, CUmemoryPool, CUmemAllocationHandleType,
                                          unsigned long long) {
    return *static_cast<int*>(handle) = dup(0), CUDA_SUCCESS;
}
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool, void* descriptor,
                                            CUmemAllocationHandleType, unsigned long long) {
    return descriptor ? make_object(pool) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool, CUmemLocation*) {
    return *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE, CUDA_SUCCESS;
}
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* data, CUdeviceptr address) {
    *data = {};
    std::memcpy(data, &address, sizeof address);
    return CUDA_SUCCESS;
}
CUresult cuMemPoolImportPointer(CUdeviceptr* address, CUmemoryPool, CUmemPoolPtrExportData* data) {
    CUdeviceptr exported = 0;
    std::memcpy(&exported, data, sizeof exported);
    return exported != 0 ? make_object(address) : CUDA_ERROR_INVALID_VALUE;
}

}  // extern "C"
