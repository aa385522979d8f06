// SPDX-License-Identifier: MIT
// Functions of the fake driver that set flags and options. They record their arguments.
#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/fake_objects.hpp>

namespace glint::fake_cuda {
namespace {

std::mutex settings_mutex;
std::map<std::string, RecordedCalls, std::less<>> noted_calls;
CUfunc_cache context_preference = CU_FUNC_CACHE_PREFER_NONE;

}  // namespace

void report(const char* function, std::vector<long long> values) {
    const std::lock_guard lock(settings_mutex);
    noted_calls[function].push_back(std::move(values));
}

RecordedCalls take_recorded_calls(std::string_view function) {
    const std::lock_guard lock(settings_mutex);
    const auto found = noted_calls.find(function);
    return found == noted_calls.end() ? RecordedCalls{} : std::exchange(found->second, {});
}

}  // namespace glint::fake_cuda

using namespace glint::fake_cuda;

extern "C" {

CUresult cuMemHostGetDevicePointer(CUdeviceptr* address, void* host, unsigned) {
    return *address = std::bit_cast<CUdeviceptr>(host), CUDA_SUCCESS;
}
CUresult cuMemHostRegister(void*, std::size_t size, unsigned flags) {
    return report("cuMemHostRegister", {static_cast<long long>(size), flags}), CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void*) { return CUDA_SUCCESS; }
CUresult cuMemAllocManaged(CUdeviceptr* address, std::size_t, unsigned flags) {
    report("cuMemAllocManaged", {flags});
    return make_object(address);
}
CUresult cuStreamAttachMemAsync(CUstream, CUdeviceptr, std::size_t size, unsigned flags) {
    return report("cuStreamAttachMemAsync", {static_cast<long long>(size), flags}), CUDA_SUCCESS;
}
CUresult cuMemAdvise_v2(CUdeviceptr, std::size_t size, CUmem_advise advice, CUmemLocation place) {
    report("cuMemAdvise", {static_cast<long long>(size), advice, place.type, place.id});
    return CUDA_SUCCESS;
}
CUresult cuMemPrefetchAsync_v2(CUdeviceptr, std::size_t size, CUmemLocation place, unsigned,
                               CUstream) {
    report("cuMemPrefetchAsync", {static_cast<long long>(size), place.type, place.id});
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute which, int value) {
    return report("cuFuncSetAttribute", {which, value}), CUDA_SUCCESS;
}
CUresult cuFuncLoad(CUfunction) { return report("cuFuncLoad", {}), CUDA_SUCCESS; }

CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache preference) {
    return report("cuFuncSetCacheConfig", {preference}), CUDA_SUCCESS;
}
CUresult cuCtxSetCacheConfig(CUfunc_cache preference) {
    return context_preference = preference, CUDA_SUCCESS;
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* preference) {
    return *preference = context_preference, CUDA_SUCCESS;
}

CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* given) {
    report("cuArray3DCreate",
           {static_cast<long long>(given->Width), static_cast<long long>(given->Height),
            static_cast<long long>(given->Depth), given->Format, given->NumChannels, given->Flags});
    return make_object(array);
}
CUresult cuArrayDestroy(CUarray array) { return destroy_object(array); }
CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* given,
                                unsigned levels) {
    report("cuMipmappedArrayCreate", {static_cast<long long>(given->Depth), given->Flags, levels});
    return make_object(array);
}
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) { return destroy_object(array); }
CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* given, const CUDA_RESOURCE_VIEW_DESC*) {
    report("cuTexObjectCreate",
           {resource->resType, given->addressMode[0], given->addressMode[1], given->addressMode[2],
            given->filterMode, given->flags, given->maxAnisotropy, given->mipmapFilterMode});
    report("levels of cuTexObjectCreate",
           {static_cast<long long>(given->mipmapLevelBias * 100),
            static_cast<long long>(given->minMipmapLevelClamp * 100),
            static_cast<long long>(given->maxMipmapLevelClamp * 100)});
    return *texture = 1, CUDA_SUCCESS;
}
CUresult cuTexObjectDestroy(CUtexObject) { return CUDA_SUCCESS; }

}  // extern "C"
