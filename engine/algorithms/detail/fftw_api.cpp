// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/fftw_api.hpp>

#include <array>
#include <string>

#include <glint/algorithms/detail/libraries.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kDestroyInput = 1u << 0, kEstimate = 1u << 6;
constexpr int kForward = -1, kBackward = 1;

SharedLibrary opened(const std::string& file, const char* remedy) {
    const std::string name = "FFTW (" + file + ".so.3)";
    return opened_library(name.c_str(), std::array{file + ".so.3", file + ".so"}, remedy);
}

std::vector<FftwDimension> dims_of(const PerAxis<FftLoop>& loops) {
    std::vector<FftwDimension> dims;
    for (const FftLoop& loop : loops)
        dims.push_back({static_cast<std::ptrdiff_t>(loop.length), loop.from, loop.to});
    return dims;
}

}  // namespace

FftwApi::FftwApi(bool is_double) {
    const std::string prefix = is_double ? "fftw_" : "fftwf_";
    const std::string file = is_double ? "libfftw3" : "libfftw3f";
    const char* remedy =
        "Install FFTW 3 (on Debian, the packages libfftw3-double3 and libfftw3-single3)";
    const SharedLibrary library = opened(file, remedy);
    const SharedLibrary threads = opened(file + "_threads", remedy);
    look_up(library, prefix + "plan_guru64_dft", plan_complex);
    look_up(library, prefix + "plan_guru64_dft_r2c", plan_to_complex);
    look_up(library, prefix + "plan_guru64_dft_c2r", plan_to_real);
    look_up(library, prefix + "execute_dft", execute_complex);
    look_up(library, prefix + "execute_dft_r2c", execute_to_complex);
    look_up(library, prefix + "execute_dft_c2r", execute_to_real);
    look_up(library, prefix + "destroy_plan", destroy);
    look_up(library, prefix + "alignment_of", alignment_of);
    look_up(threads, prefix + "plan_with_nthreads", use_threads);
    void (*make_planner_safe)() = nullptr;
    look_up(threads, prefix + "make_planner_thread_safe", make_planner_safe);
    make_planner_safe();
    int (*start)() = nullptr;
    look_up(threads, prefix + "init_threads", start);
    start();
}

const FftwApi& fftw_api(bool is_double) {
    if (is_double) {
        static const FftwApi instance(true);
        return instance;
    }
    static const FftwApi instance(false);
    return instance;
}

FftwTransform::FftwTransform(const FftProblem& problem, void* from, void* to, unsigned threads)
    : api_(fftw_api(problem.is_double)), kind_(problem.kind) {
    const std::lock_guard lock(api_.planner);
    api_.use_threads(static_cast<int>(threads));
    plan_ = make(problem, from, to);
    if (!plan_)
        throw Error(ErrorCode::unsupported, "plan a Fourier transform",
                    "FFTW could not create a plan");
}

void FftwTransform::execute(void* from, void* to) const {
    if (kind_ == FftKind::real_forward) return api_.execute_to_complex(plan_, from, to);
    if (kind_ == FftKind::real_inverse) return api_.execute_to_real(plan_, from, to);
    api_.execute_complex(plan_, from, to);
}

// Creates a plan in FFTW's estimate mode. In that mode, FFTW does not access the elements.
FftwPlan* FftwTransform::make(const FftProblem& problem, void* from, void* to) const {
    const auto axes = dims_of(problem.axes), batches = dims_of(problem.batches);
    const auto rank = static_cast<int>(axes.size()), repeats = static_cast<int>(batches.size());
    if (kind_ == FftKind::real_forward)
        return api_.plan_to_complex(rank, axes.data(), repeats, batches.data(), from, to,
                                    kEstimate);
    if (kind_ == FftKind::real_inverse)
        return api_.plan_to_real(rank, axes.data(), repeats, batches.data(), from, to,
                                 kEstimate | kDestroyInput);
    return api_.plan_complex(rank, axes.data(), repeats, batches.data(), from, to,
                             is_inverse(kind_) ? kBackward : kForward, kEstimate);
}

}  // namespace glint::detail
