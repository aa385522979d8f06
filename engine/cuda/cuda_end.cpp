// SPDX-License-Identifier: MIT
// The end of a context: after a kernel's failure, or by a reset.
#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/cuda_devices.hpp>
#include <glint/cuda/error_code.hpp>

namespace glint::driver::cuda {

void fail(CUresult result, std::string_view operation, std::source_location place) {
    if (!is_fatal(result))
        throw Error(code_of(result), operation, to_string(result), place, result);
    if (const auto backend = current_backend()) backend->fail_for_good(result, operation, place);
    // The driver gave this result for a GPU on which earlier work of this process has failed.
    throw Error(ErrorCode::device_lost, operation,
                fmt::format("earlier work of this process failed with {}, and the driver no longer "
                            "allows this process to use the GPU. Restart the process",
                            to_string(result)),
                place, result);
}

bool CudaBackend::end_by(CUresult result, const std::string& suspects) {
    return life_.end(
        fmt::format("{} failed earlier with {}. Restart the process to use this GPU again, or try "
                    "Device::reset, which few drivers allow after a failure",
                    suspects.empty() ? "other work" : suspects, to_string(result)));
}

void CudaBackend::fail_for_good(CUresult result, std::string_view operation,
                                std::source_location place) {
    const std::string suspects = faults_.suspects();
    if (!end_by(result, suspects)) life_.throw_ended();
    if (suspects.empty()) throw Error(code_of(result), operation, to_string(result), place, result);
    throw Error(code_of(result), "run " + suspects,
                fmt::format("{}, detected when glint tried to {}{}", to_string(result), operation,
                            suspects.starts_with("one of")
                                ? ". Set CUDA_LAUNCH_BLOCKING=1 to detect the failure at the launch"
                                : ""),
                place, result);
}

// Checks first whether earlier work failed. If so, stores that failure as the reason of the end.
bool CudaBackend::retire() {
    if (!life_.has_ended()) {
        const ContextScope scope(context_);
        const CUresult result = api().cuCtxSynchronize();
        if (is_fatal(result)) end_by(result, faults_.suspects());
    }
    life_.end(
        "the device was reset, which destroyed all objects of the device. Create the objects "
        "again");
    return is_retained_.exchange(false);
}

std::shared_ptr<Backend> CudaBackend::reset() {
    if (is_adopted_)
        throw Error(ErrorCode::invalid_state, fmt::format("reset GPU {}", info_.ordinal),
                    "the context of the GPU was adopted. Destroy the context where it was created, "
                    "and adopt a new context");
    return cuda::reset(*this);
}

}  // namespace glint::driver::cuda
