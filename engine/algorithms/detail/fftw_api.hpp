// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include <glint/algorithms/detail/fft_problem.hpp>

namespace glint::detail {

// FFTW's types, declared here so that the build does not require FFTW's headers.
struct FftwDimension {
    std::ptrdiff_t n, is, os;
};
struct FftwPlan;

/// FFTW's functions for one precision. The two precisions differ only in pointer types.
struct FftwApi {
    explicit FftwApi(bool is_double);

    using PlanComplex = FftwPlan*(int, const FftwDimension*, int, const FftwDimension*, void*,
                                  void*, int, unsigned);
    using PlanReal = FftwPlan*(int, const FftwDimension*, int, const FftwDimension*, void*, void*,
                               unsigned);
    using Execute = void(const FftwPlan*, void*, void*);

    PlanComplex* plan_complex = nullptr;
    PlanReal* plan_to_complex = nullptr;
    PlanReal* plan_to_real = nullptr;
    Execute* execute_complex = nullptr;
    Execute* execute_to_complex = nullptr;
    Execute* execute_to_real = nullptr;
    void (*destroy)(FftwPlan*) = nullptr;
    int (*alignment_of)(void*) = nullptr;
    void (*use_threads)(int) = nullptr;
    // The planner's thread count is global, so only one thread may plan at a time.
    mutable std::mutex planner;
};

/// Loads the library at first use. Throws Error(unsupported) if it is missing.
const FftwApi& fftw_api(bool is_double);

/// A plan for elements at these addresses, or at other addresses with the same alignment. Planning
/// does not access the elements and is deterministic. Throws Error(unsupported) if FFTW returns no
/// plan.
class FftwTransform {
public:
    FftwTransform(const FftProblem& problem, void* from, void* to, unsigned threads);
    ~FftwTransform() { api_.destroy(plan_); }
    FftwTransform(const FftwTransform&) = delete;
    FftwTransform& operator=(const FftwTransform&) = delete;

    /// Several threads may call this function at the same time.
    void execute(void* from, void* to) const;

private:
    FftwPlan* make(const FftProblem& problem, void* from, void* to) const;

    const FftwApi& api_;
    FftKind kind_;
    FftwPlan* plan_ = nullptr;
};

}  // namespace glint::detail
