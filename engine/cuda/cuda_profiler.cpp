// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_profiler.hpp>

// NVTX is a header-only library. Its first call looks for an attached tool.
#include <nvtx3/nvToolsExt.h>

#include <glint/base/error.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/trace.hpp>

namespace glint::driver::cuda {
namespace {

template <detail::Literal Symbol>
CUresult turn(Backend& backend) {
    const ContextScope scope(static_cast<CudaBackend&>(backend).context());
    CUresult (*function)() = nullptr;
    find_function<Symbol>(function);
    return function ? function() : CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

std::uint64_t start_range(const char* name) noexcept { return nvtxRangeStartA(name); }

void end_range(std::uint64_t id) noexcept { nvtxRangeEnd(id); }

void start_profiler(Backend& backend) {
    check(turn<"cuProfilerStart">(backend), "start the profiler");
}

void stop_profiler(Backend& backend) noexcept {
    try {
        turn<"cuProfilerStop">(backend);
    } catch (const Error&) {
        // Nothing to stop: the recorded data was lost with the context.
    }
}

}  // namespace glint::driver::cuda
