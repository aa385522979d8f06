// SPDX-License-Identifier: MIT
#include <glint/cuda/error_code.hpp>

namespace glint::driver::cuda {
namespace {

// Results whose names are missing in cuda.h before CUDA 13.0.
constexpr int kCallRequiresNewerDriver = 36;
constexpr int kContained = 226;
constexpr int kTensorMemoryLeak = 721;
constexpr int kFunctionNotLoaded = 913;
constexpr int kInvalidResourceType = 914;
constexpr int kInvalidResourceConfiguration = 915;

bool is_kernel_fault(int result) noexcept {
    switch (result) {
        case CUDA_ERROR_ILLEGAL_ADDRESS:
        case CUDA_ERROR_LAUNCH_TIMEOUT:
        case CUDA_ERROR_ASSERT:
        case CUDA_ERROR_HARDWARE_STACK_ERROR:
        case CUDA_ERROR_ILLEGAL_INSTRUCTION:
        case CUDA_ERROR_MISALIGNED_ADDRESS:
        case CUDA_ERROR_INVALID_ADDRESS_SPACE:
        case CUDA_ERROR_INVALID_PC:
        case CUDA_ERROR_LAUNCH_FAILED:
        case kTensorMemoryLeak: return true;
        default: return false;
    }
}

bool is_refused_launch(int result) noexcept {
    return result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ||
           result == CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING;
}

bool is_invalid_argument(int result) noexcept {
    switch (result) {
        case CUDA_ERROR_INVALID_VALUE:
        case CUDA_ERROR_INVALID_DEVICE:
        case CUDA_ERROR_INVALID_HANDLE:
        case CUDA_ERROR_INVALID_GRAPHICS_CONTEXT:
        case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
        case CUDA_ERROR_INVALID_CLUSTER_SIZE:
        case CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED:
        case CUDA_ERROR_PEER_ACCESS_NOT_ENABLED:
        case kInvalidResourceType:
        case kInvalidResourceConfiguration: return true;
        default: return false;
    }
}

bool is_stream_capture(int result) noexcept {
    return result >= CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
           result <= CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
}

bool is_invalid_state(int result) noexcept {
    switch (result) {
        case CUDA_ERROR_NOT_INITIALIZED:
        case CUDA_ERROR_DEINITIALIZED:
        case CUDA_ERROR_INVALID_CONTEXT:
        case CUDA_ERROR_CONTEXT_ALREADY_CURRENT:
        case CUDA_ERROR_CONTEXT_ALREADY_IN_USE:
        case CUDA_ERROR_CONTEXT_IS_DESTROYED:
        case CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE:
        case CUDA_ERROR_ARRAY_IS_MAPPED:
        case CUDA_ERROR_ALREADY_MAPPED:
        case CUDA_ERROR_ALREADY_ACQUIRED:
        case CUDA_ERROR_NOT_MAPPED:
        case CUDA_ERROR_NOT_MAPPED_AS_ARRAY:
        case CUDA_ERROR_NOT_MAPPED_AS_POINTER:
        case CUDA_ERROR_ILLEGAL_STATE:
        case CUDA_ERROR_NOT_READY:
        case CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED:
        case CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED:
        case CUDA_ERROR_PROFILER_NOT_INITIALIZED:
        case CUDA_ERROR_PROFILER_ALREADY_STARTED:
        case CUDA_ERROR_PROFILER_ALREADY_STOPPED:
        case CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE:
        case kFunctionNotLoaded: return true;
        default: return is_stream_capture(result);
    }
}

bool is_unsupported(int result) noexcept {
    switch (result) {
        case CUDA_ERROR_NOT_SUPPORTED:
        case CUDA_ERROR_NOT_PERMITTED:
        case CUDA_ERROR_NO_BINARY_FOR_GPU:
        case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
        case CUDA_ERROR_UNSUPPORTED_LIMIT:
        case CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY:
        case CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC:
        case CUDA_ERROR_PEER_ACCESS_UNSUPPORTED:
        case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
        case CUDA_ERROR_JIT_COMPILATION_DISABLED:
        case kCallRequiresNewerDriver:
        case CUDA_ERROR_STUB_LIBRARY:
        case CUDA_ERROR_PROFILER_DISABLED:
        case CUDA_ERROR_DEVICE_NOT_LICENSED:
        case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
        case CUDA_ERROR_CDP_NOT_SUPPORTED:
        case CUDA_ERROR_CDP_VERSION_MISMATCH: return true;
        default: return false;
    }
}

bool is_not_found(int result) noexcept {
    switch (result) {
        case CUDA_ERROR_NOT_FOUND:
        case CUDA_ERROR_NO_DEVICE:
        case CUDA_ERROR_FILE_NOT_FOUND:
        case CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND: return true;
        default: return false;
    }
}

bool is_bad_input(int result) noexcept {
    switch (result) {
        case CUDA_ERROR_INVALID_IMAGE:
        case CUDA_ERROR_INVALID_PTX:
        case CUDA_ERROR_INVALID_SOURCE: return true;
        default: return false;
    }
}

}  // namespace

ErrorCode code_of(CUresult given) noexcept {
    const int result = given;
    if (result == CUDA_ERROR_OUT_OF_MEMORY) return ErrorCode::out_of_memory;
    if (is_kernel_fault(result) || is_refused_launch(result)) return ErrorCode::launch;
    if (is_invalid_argument(result)) return ErrorCode::invalid_argument;
    if (is_invalid_state(result)) return ErrorCode::invalid_state;
    if (is_unsupported(result)) return ErrorCode::unsupported;
    if (is_not_found(result)) return ErrorCode::not_found;
    if (is_bad_input(result)) return ErrorCode::bad_input;
    return ErrorCode::device;
}

// Follows the documentation of the driver. Also includes ECC_UNCORRECTABLE and
// NVLINK_UNCORRECTABLE, because they mean that memory contents are lost.
bool is_fatal(CUresult result) noexcept {
    switch (static_cast<int>(result)) {
        case CUDA_ERROR_ECC_UNCORRECTABLE:
        case CUDA_ERROR_NVLINK_UNCORRECTABLE:
        case CUDA_ERROR_EXTERNAL_DEVICE:
        case CUDA_ERROR_MPS_CLIENT_TERMINATED:
        case kContained: return true;
        default: return is_kernel_fault(result);
    }
}

}  // namespace glint::driver::cuda
