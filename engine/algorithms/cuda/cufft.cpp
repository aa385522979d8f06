// SPDX-License-Identifier: MIT
#include <cufftXt.h>

#include <bit>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include <glint/algorithms/cuda/context.hpp>
#include <glint/algorithms/detail/fft_problem.hpp>
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>
#include <glint/compiler/compile_ahead.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint::detail {
namespace {

// clang-format off
#define GLINT_CUFFT_FUNCTIONS(X)                                                           \
    X(cufftCreate) X(cufftDestroy) X(cufftSetAutoAllocation) X(cufftXtMakePlanMany)        \
    X(cufftSetWorkArea) X(cufftSetStream) X(cufftXtExec)
// clang-format on

struct CufftApi {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member
#define GLINT_CUFFT_MEMBER(name) decltype(&::name) name = nullptr;
    GLINT_CUFFT_FUNCTIONS(GLINT_CUFFT_MEMBER)
#undef GLINT_CUFFT_MEMBER
};

CufftApi load_cufft() {
    const SharedLibrary library = opened_library(
        "cuFFT (libcufft.so)",
        compiler::toolkit_candidates("libcufft.so", {"libcufft.so.12", "libcufft.so.11"}),
        "Install the CUDA toolkit, or set $CUDA_PATH to the folder of the toolkit");
    CufftApi functions;
#define GLINT_CUFFT_LOOK_UP(name) \
    functions.name = reinterpret_cast<decltype(functions.name)>(function_in(library, #name));
    GLINT_CUFFT_FUNCTIONS(GLINT_CUFFT_LOOK_UP)
#undef GLINT_CUFFT_LOOK_UP
    return functions;
}

const CufftApi& cufft_api() {
    static const CufftApi instance = load_cufft();
    return instance;
}

std::string cufft_failure_text(cufftResult result) {
    switch (result) {
        case CUFFT_ALLOC_FAILED: return "there is not enough memory (CUFFT_ALLOC_FAILED)";
        case CUFFT_INVALID_SIZE: return "the lengths are not supported (CUFFT_INVALID_SIZE)";
        case CUFFT_INTERNAL_ERROR: return "the driver failed (CUFFT_INTERNAL_ERROR)";
        case CUFFT_EXEC_FAILED: return "the GPU failed (CUFFT_EXEC_FAILED)";
        case CUFFT_SETUP_FAILED: return "cuFFT could not start (CUFFT_SETUP_FAILED)";
        default: return fmt::format("cuFFT returned error {}", static_cast<int>(result));
    }
}

void check_cufft(cufftResult result, const char* operation) {
    if (result == CUFFT_SUCCESS) return;
    const ErrorCode code =
        result == CUFFT_ALLOC_FAILED ? ErrorCode::out_of_memory : ErrorCode::device;
    throw Error(code, operation, cufft_failure_text(result));
}

struct Types {
    cudaDataType from, to, complex;
};

Types cufft_types_of(const FftProblem& problem) {
    const cudaDataType complex = problem.is_double ? CUDA_C_64F : CUDA_C_32F;
    const cudaDataType real = problem.is_double ? CUDA_R_64F : CUDA_R_32F;
    return {problem.kind == FftKind::real_forward ? real : complex,
            problem.kind == FftKind::real_inverse ? real : complex, complex};
}

using Extents = std::vector<long long>;

/// A cuFFT plan. Each run allocates the plan's workspace. Only one thread at a time may set the
/// plan's stream.
class Plan {
public:
    Plan(CUcontext context, const FftProblem& problem) : context_(context) {
        check_cufft(cufft_api().cufftCreate(&handle_), "plan a Fourier transform");
        try {
            make(problem);
        } catch (...) {
            cufft_api().cufftDestroy(handle_);
            throw;
        }
    }
    ~Plan() {
        release_in(context_, [this] { cufft_api().cufftDestroy(handle_); });
    }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    void run(Stream& stream, void* from, void* to, int direction) {
        const Workspace workspace(stream, work_bytes_);
        const std::lock_guard lock(mutex_);
        const char* operation = "transform an array";
        check_cufft(cufft_api().cufftSetStream(handle_, static_cast<cudaStream_t>(stream.native())),
                    operation);
        check_cufft(cufft_api().cufftSetWorkArea(handle_, workspace.data()), operation);
        check_cufft(cufft_api().cufftXtExec(handle_, from, to, direction), operation);
    }

private:
    void make(const FftProblem& problem) {
        const FftEmbeddings layout = embeddings_of(problem).value();
        Extents lengths, from(layout.from.embed.begin(), layout.from.embed.end());
        Extents to(layout.to.embed.begin(), layout.to.embed.end());
        for (const FftLoop& axis : problem.axes)
            lengths.push_back(static_cast<long long>(axis.length));
        check_cufft(cufft_api().cufftSetAutoAllocation(handle_, 0), "plan a Fourier transform");
        const Types types = cufft_types_of(problem);
        check_cufft(cufft_api().cufftXtMakePlanMany(handle_, static_cast<int>(lengths.size()),
                                                    lengths.data(), from.data(), layout.from.stride,
                                                    layout.from.distance, types.from, to.data(),
                                                    layout.to.stride, layout.to.distance, types.to,
                                                    layout.count, &work_bytes_, types.complex),
                    "plan a Fourier transform");
    }

    CUcontext context_;
    cufftHandle handle_{};
    std::size_t work_bytes_ = 0;
    std::mutex mutex_;
};

class Cufft final : public FftLibrary {
public:
    // cuFFT reads real numbers in pairs, so `from` must be aligned to the size of a pair.
    bool takes(const FftProblem& problem, const void* from) const override {
        const std::size_t pair = problem.is_double ? 16 : 8;
        return std::bit_cast<std::uintptr_t>(from) % pair == 0 &&
               embeddings_of(problem).has_value();
    }
    void run(Stream& stream, const FftProblem& problem, const void* from, void* to) override {
        if (is_stand_in(stream.device())) return;
        const DeviceScope scope(stream.device());
        const auto plan = plans_.get(
            problem, [&] { return std::make_shared<Plan>(context_of(stream.device()), problem); });
        plan->run(stream, const_cast<void*>(from), to,
                  is_inverse(problem.kind) ? CUFFT_INVERSE : CUFFT_FORWARD);
    }

private:
    FftPlans<FftProblem, Plan> plans_;
};

}  // namespace

FftLibrary& cuda_fft_of(const Device& device) { return device.backend()->owned<Cufft>(); }

}  // namespace glint::detail
