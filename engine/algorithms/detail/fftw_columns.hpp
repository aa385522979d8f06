// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/fftw_api.hpp>

namespace glint::detail {

/// Complex transforms along an axis whose elements are not contiguous: some columns at a time
/// are copied to rows, which stay in the caches, transformed there and copied back. FFTW does this
/// only with plans that it measures, which are not the same each time.
class FftwColumns {
public:
    /// `problem` has one axis. So many threads share the columns.
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
    FftLoop across_;             // the columns that are neighbours
    PerAxis<FftLoop> others_{};  // the dimensions besides
    std::size_t pitch_;          // of a row of the buffer
    std::size_t blocks_ = 1;
    unsigned threads_;
    FftwTransform rows_;
};

}  // namespace glint::detail
