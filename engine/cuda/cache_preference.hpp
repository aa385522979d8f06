// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/device_settings.hpp>
#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Returns the preference as a value of the driver's type.
constexpr CUfunc_cache native_preference(CachePreference preference) {
    switch (preference) {
        case CachePreference::shared: return CU_FUNC_CACHE_PREFER_SHARED;
        case CachePreference::l1: return CU_FUNC_CACHE_PREFER_L1;
        case CachePreference::equal: return CU_FUNC_CACHE_PREFER_EQUAL;
        default: return CU_FUNC_CACHE_PREFER_NONE;
    }
}

}  // namespace glint::driver::cuda
