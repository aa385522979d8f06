// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include <glint/algorithms/detail/poisson_grid.hpp>
#include <glint/algorithms/detail/poisson_kernels.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/kernels/algorithms/poisson_sizes.cuh>

// Launch shapes of the kernels.
namespace glint::detail {

constexpr unsigned kBlockHeight = 4;

/// A kernel argument that is a float or a double.
struct PoissonNumber {
    alignas(8) std::array<std::byte, 8> bytes{};
    PoissonNumber(double value, bool is_double) {
        const auto narrow = static_cast<float>(value);
        std::memcpy(bytes.data(), is_double ? static_cast<const void*>(&value) : &narrow,
                    is_double ? 8 : 4);
    }
};

inline unsigned blocks_along(std::size_t threads, unsigned size) {
    return static_cast<unsigned>(ceil_div(threads, size));
}

inline driver::LaunchShape threads(unsigned blocks) {
    return {.grid = {blocks, 1, 1}, .block = {PoissonKernels::kThreads, 1, 1}};
}

inline driver::LaunchShape columns_of(const PoissonGrid& grid) {
    return {.grid = {blocks_along(grid[0].cells(), poisson_solver::kBlockWidth),
                     blocks_along(grid[1].cells(), kBlockHeight),
                     blocks_along(grid[2].cells(), poisson_solver::kColumn)},
            .block = {PoissonKernels::kThreads, 1, 1}};
}

/// The launch shape of the kernels in kernels/algorithms/poisson_sweep.cu.
inline driver::LaunchShape tiles_of(const PoissonGrid& grid, bool is_double) {
    return {.grid = {blocks_along(grid[0].cells(), poisson_solver::kSegment),
                     blocks_along(grid[1].cells(), is_double ? poisson_solver::kTileHeightOf<8>
                                                             : poisson_solver::kTileHeightOf<4>),
                     blocks_along(grid[2].cells(), poisson_solver::kTileDepth)},
            .block = {PoissonKernels::kThreads, 1, 1}};
}

inline void wait_for(Stream& stream, const Stream& other) {
    if (other.share() != stream.share()) stream.wait(other);
}

}  // namespace glint::detail
