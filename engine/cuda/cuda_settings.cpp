// SPDX-License-Identifier: MIT
// The device attributes and the settings of a context.
#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cuda/cache_preference.hpp>
#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
namespace {

CUlimit native_limit(DeviceLimit limit) {
    switch (limit) {
        case DeviceLimit::stack_bytes: return CU_LIMIT_STACK_SIZE;
        case DeviceLimit::printf_bytes: return CU_LIMIT_PRINTF_FIFO_SIZE;
        case DeviceLimit::heap_bytes: return CU_LIMIT_MALLOC_HEAP_SIZE;
        case DeviceLimit::device_runtime_sync_depth: return CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH;
        case DeviceLimit::device_runtime_pending_launches:
            return CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT;
        case DeviceLimit::l2_fetch_bytes: return CU_LIMIT_MAX_L2_FETCH_GRANULARITY;
        case DeviceLimit::persisting_l2_bytes: return CU_LIMIT_PERSISTING_L2_CACHE_SIZE;
    }
    throw Error(ErrorCode::invalid_argument, "find a device limit",
                fmt::format("the limit {} is unknown", static_cast<int>(limit)));
}

CachePreference from_native(CUfunc_cache preference) {
    switch (preference) {
        case CU_FUNC_CACHE_PREFER_SHARED: return CachePreference::shared;
        case CU_FUNC_CACHE_PREFER_L1: return CachePreference::l1;
        case CU_FUNC_CACHE_PREFER_EQUAL: return CachePreference::equal;
        default: return CachePreference::none;
    }
}

}  // namespace

std::optional<int> CudaBackend::attribute(DeviceAttribute which) const {
    return find_attribute(device_, static_cast<CUdevice_attribute>(which));
}

std::size_t CudaBackend::limit(DeviceLimit which) const {
    const ContextScope scope(context());
    std::size_t value = 0;
    check(api().cuCtxGetLimit(&value, native_limit(which)),
          fmt::format("read the limit {} of {}", to_string(which), info_.name));
    return value;
}

void CudaBackend::set_limit(DeviceLimit which, std::size_t value) {
    const ContextScope scope(context());
    const CUresult result = api().cuCtxSetLimit(native_limit(which), value);
    if (result != CUDA_SUCCESS)
        fail(result,
             fmt::format("set the limit {} of {} to {}", to_string(which), info_.name, value));
}

CachePreference CudaBackend::cache_preference() const {
    const ContextScope scope(context());
    CUfunc_cache preference = CU_FUNC_CACHE_PREFER_NONE;
    check(api().cuCtxGetCacheConfig(&preference), "read the cache preference");
    return from_native(preference);
}

void CudaBackend::set_cache_preference(CachePreference preference) {
    const ContextScope scope(context());
    check(api().cuCtxSetCacheConfig(native_preference(preference)), "set the cache preference");
}

}  // namespace glint::driver::cuda
