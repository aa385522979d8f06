// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
#if CUDA_VERSION >= 12000
namespace {

constexpr const char* kCreateTensorMap = "create a tensor map";

CUtensorMapDataType native_element(TensorElement element) {
    switch (element) {
        case TensorElement::u8: return CU_TENSOR_MAP_DATA_TYPE_UINT8;
        case TensorElement::u16: return CU_TENSOR_MAP_DATA_TYPE_UINT16;
        case TensorElement::u32: return CU_TENSOR_MAP_DATA_TYPE_UINT32;
        case TensorElement::u64: return CU_TENSOR_MAP_DATA_TYPE_UINT64;
        case TensorElement::i32: return CU_TENSOR_MAP_DATA_TYPE_INT32;
        case TensorElement::i64: return CU_TENSOR_MAP_DATA_TYPE_INT64;
        case TensorElement::f16: return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
        case TensorElement::bf16: return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
        case TensorElement::f64: return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
        case TensorElement::f32: break;
    }
    return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}

CUtensorMapSwizzle native_swizzle(TensorSwizzle swizzle) {
    switch (swizzle) {
        case TensorSwizzle::bytes_32: return CU_TENSOR_MAP_SWIZZLE_32B;
        case TensorSwizzle::bytes_64: return CU_TENSOR_MAP_SWIZZLE_64B;
        case TensorSwizzle::bytes_128: return CU_TENSOR_MAP_SWIZZLE_128B;
        case TensorSwizzle::none: break;
    }
    return CU_TENSOR_MAP_SWIZZLE_NONE;
}

static_assert(sizeof(CUtensorMap) == sizeof(TensorMapBytes));

}  // namespace

TensorMapBytes CudaBackend::encode_tensor_map(const TensorMapLayout& layout) {
    if (info_.compute_capability < ComputeCapability{9, 0})
        throw Error(ErrorCode::unsupported, kCreateTensorMap,
                    fmt::format("{} has compute capability {}.{}, but 9.0 or higher is required",
                                info_.name, info_.compute_capability.major,
                                info_.compute_capability.minor));
    if (!api().encode_tensor_map)
        throw Error(ErrorCode::unsupported, kCreateTensorMap, "the driver is older than CUDA 12.0");
    const ContextScope scope(context());
    constexpr std::array<cuuint32_t, 5> every{1, 1, 1, 1, 1};
    std::array<cuuint64_t, 5> shape{};
    std::array<cuuint64_t, 5> strides{};
    std::ranges::copy(layout.shape, shape.begin());
    std::ranges::copy(layout.strides_bytes, strides.begin());
    CUtensorMap map{};
    check(api().encode_tensor_map(
              &map, native_element(layout.element), static_cast<cuuint32_t>(layout.shape.size()),
              layout.address, shape.data(), strides.data(), layout.box.data(), every.data(),
              CU_TENSOR_MAP_INTERLEAVE_NONE, native_swizzle(layout.swizzle),
              CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
          kCreateTensorMap);
    return std::bit_cast<TensorMapBytes>(map);
}

#else

TensorMapBytes CudaBackend::encode_tensor_map(const TensorMapLayout&) {
    throw Error(ErrorCode::unsupported, "create a tensor map",
                "glint was built with a toolkit older than CUDA 12.0");
}

#endif
}  // namespace glint::driver::cuda
