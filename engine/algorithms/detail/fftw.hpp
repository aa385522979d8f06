// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/algorithms/detail/fft_problem.hpp>

namespace glint::detail {

/// Computes transforms with FFTW 3, which is loaded at first use.
class Fftw final : public FftLibrary {
public:
    bool takes(const FftProblem&, const void*) const override { return true; }
    void run(Stream& stream, const FftProblem& problem, const void* from, void* to) override;

private:
    class Plan;
    struct Key {
        FftProblem problem;
        int from_alignment, to_alignment;  // the plan requires memory with this alignment
        bool is_in_place;

        friend bool operator==(const Key&, const Key&) = default;
    };

    FftPlans<Key, Plan> plans_;
};

}  // namespace glint::detail
