// How a context ends: by a kernel's failure, or by a reset.
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/cuda/cuda_backend.hpp>
#include <glint/driver/cuda/cuda_devices.hpp>
#include <glint/driver/cuda/error_code.hpp>

namespace glint::driver::cuda {

bool CudaBackend::die(std::string reason) {
    const std::lock_guard lock(death_mutex_);
    if (is_dead_) return false;
    why_dead_ = std::move(reason);
    is_dead_ = true;
    return true;
}

void CudaBackend::throw_dead() const {
    const std::lock_guard lock(death_mutex_);
    throw Error(ErrorCode::device_lost, fmt::format("use GPU {} ({})", info_.ordinal, info_.name),
                why_dead_);
}

bool CudaBackend::die_of(CUresult result, const std::string& suspects) {
    return die(
        fmt::format("{} failed before: {}; start the process anew to use this GPU again, or "
                    "try Device::reset, which few drivers allow after a failure",
                    suspects.empty() ? "other work" : suspects, to_string(result)));
}

void CudaBackend::fail_for_good(CUresult result, std::string_view operation,
                                std::source_location place) {
    const std::string suspects = faults_.suspects();
    if (!die_of(result, suspects)) throw_dead();
    if (suspects.empty()) throw Error(code_of(result), operation, to_string(result), place, result);
    throw Error(code_of(result), "run " + suspects,
                fmt::format("{}, found by: {}{}", to_string(result), operation,
                            suspects.starts_with("one of")
                                ? "; with CUDA_LAUNCH_BLOCKING=1 it is found by the launch itself"
                                : ""),
                place, result);
}

// Work that has failed and that nobody has waited for is the reason, if there is any.
bool CudaBackend::retire() {
    if (!is_dead_) {
        const ContextScope scope(context_);
        const CUresult result = api().cuCtxSynchronize();
        if (is_fatal(result)) die_of(result, faults_.suspects());
    }
    die("it was reset: what was made on it before is gone, and has to be made again");
    const std::lock_guard lock(death_mutex_);
    return std::exchange(is_retained_, false);
}

bool CudaBackend::is_retained() const {
    const std::lock_guard lock(death_mutex_);
    return is_retained_;
}

std::shared_ptr<Backend> CudaBackend::reset() {
    if (is_adopted_)
        throw Error(ErrorCode::invalid_state, fmt::format("reset GPU {}", info_.ordinal),
                    "its context was adopted: destroy it where it was made, and adopt a new one");
    return cuda::reset(*this);
}

}  // namespace glint::driver::cuda
