#pragma once

#include <cstddef>

#include <glint/algorithms/detail/poisson_grid.hpp>
#include <glint/algorithms/detail/poisson_kernels.hpp>

// How the kernels are launched.
namespace glint::detail {

constexpr unsigned kBlockWidth = 64, kBlockHeight = 4;
constexpr std::size_t kColumn = 16;  // cells along z of a thread, as poisson_columns.cu has it

inline unsigned blocks_for(std::size_t threads, unsigned size) {
    return static_cast<unsigned>((threads + size - 1) / size);
}

inline driver::LaunchShape threads(unsigned blocks) {
    return {.grid = {blocks, 1, 1}, .block = {PoissonKernels::kThreads, 1, 1}};
}

/// For so many cells along x of each thread.
inline driver::LaunchShape columns_of(const PoissonGrid& grid, unsigned cells) {
    return {
        .grid = {blocks_for(grid[0].cells(), cells * kBlockWidth),
                 blocks_for(grid[1].cells(), kBlockHeight), blocks_for(grid[2].cells(), kColumn)},
        .block = {PoissonKernels::kThreads, 1, 1}};
}

inline void wait_for(Stream& stream, const Stream& other) {
    if (other.share() != stream.share()) stream.wait(other);
}

}  // namespace glint::detail
