// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/fftw_api.hpp>

namespace glint::detail {

/// Complex transforms along an axis whose elements are not contiguous. Groups of columns are copied
/// to rows of a buffer that fits into the caches, transformed there and copied back. FFTW uses this
/// method only in measured plans, which are not deterministic.
class FftwColumns {
public:
    /// `problem` must have one axis. The columns are divided among `threads` threads.
    FftwColumns(const FftProblem& problem, unsigned threads);
    /// `from` and `to` may be the same.
    void execute(const void* from, void* to) const;

private:
    struct Place {
        std::ptrdiff_t from, to;
        std::size_t columns;
    };

    template <class T>
    void run(std::size_t first, std::size_t last, const T* from, T* to) const;
    template <class T>
    void run_on_threads(const T* from, T* to) const;
    Place place_of(std::size_t block) const;

    bool is_double_;
    FftLoop axis_;
    FftLoop across_;             // the dimension along which columns are adjacent
    PerAxis<FftLoop> others_{};  // the other dimensions
    std::size_t pitch_;          // row pitch of the buffer
    std::size_t blocks_ = 1;
    unsigned threads_;
    FftwTransform rows_;
};

}  // namespace glint::detail
