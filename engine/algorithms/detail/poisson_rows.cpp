// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/poisson_plan.hpp>

#include <algorithm>

#include <glint/algorithms/detail/poisson_level.hpp>
#include <glint/algorithms/detail/poisson_shapes.hpp>

// Queues the descent and ascent of a V-cycle on CPUs. The kernels are in poisson_rows.cu.
namespace glint::detail {
namespace {

constexpr std::size_t kCellsOfOneBand = std::size_t(1) << 14;   // smaller levels have one band
constexpr std::size_t kCellsOfBand = std::size_t(1) << 18;      // maximum number of cells of a band
constexpr std::size_t kLayersOfBand = 32, kBandsPerThread = 2;  // maximum layers; minimum bands

// Number of steps in which the bands are processed. Each step depends on the previous one; see
// poisson_bands.cuh.
constexpr int kSteps = 3;

/// Calls queue(first, last) for each step, or once for all steps if there is only one band.
template <class Queue>
void queue_steps(const driver::LaunchShape& bands, const Queue& queue) {
    if (bands.grid.x == 1) return queue(0, kSteps - 1);
    for (int step = 0; step < kSteps; ++step) queue(step, step);
}

}  // namespace

/// Returns the number of layers per band, which is even, so that no coarse layer crosses a border
/// between bands.
int PoissonPlan::layers_of_bands(const Level& level) const {
    const std::size_t layers = level.grid[shape_.rank() - 1].cells();
    const std::size_t cells = level.grid[0].cells() * level.grid[1].cells() * level.grid[2].cells();
    if (cells <= kCellsOfOneBand) return static_cast<int>(layers + layers % 2);
    const std::size_t bands = kBandsPerThread * stream_.device().info().multiprocessors;
    const std::size_t most = std::min(kLayersOfBand, kCellsOfBand / (cells / layers));
    const std::size_t wanted = std::clamp<std::size_t>(std::min(layers / bands, most), 2, layers);
    return static_cast<int>(wanted / 2 * 2);
}

driver::LaunchShape PoissonPlan::bands_of(const Level& level) const {
    const std::size_t layers = level.grid[shape_.rank() - 1].cells();
    return {.grid = {blocks_along(layers, static_cast<unsigned>(layers_of_bands(level))), 1, 1},
            .block = {poisson_solver::kLanes, 1, 1}};
}

/// Queues all sweeps except one, which is fused with the next or previous kernel.
void PoissonPlan::queue_row_sweeps(const Level& level, const double* mean, const Unknown& unknown) {
    const PoissonNumber relaxation(options_.over_relaxation, variant_.is_double);
    for (unsigned half = 0; half < 2 * (options_.sweeps - 1); ++half)
        kernels_.queue(stream_, PoissonKernel::row_smooth, bands_of(level), level.device,
                       layers_of_bands(level), static_cast<int>(half % 2), relaxation, unknown.f,
                       mean, unknown.p);
}

void PoissonPlan::queue_descent(const Level& fine, const Level& coarse, const double* mean,
                                const Unknown& unknown, const Unknown& correction) {
    queue_row_sweeps(fine, mean, unknown);
    const PoissonNumber relaxation(options_.over_relaxation, variant_.is_double);
    queue_steps(bands_of(fine), [&](int first, int last) {
        kernels_.queue(stream_, PoissonKernel::row_descend, bands_of(fine), fine.device,
                       coarse.device, layers_of_bands(fine), first, last, relaxation, unknown.f,
                       mean, unknown.p, correction.f, correction.p);
    });
}

void PoissonPlan::queue_ascent(const Level& fine, const Level& coarse, const double* mean,
                               const Unknown& unknown, const void* e) {
    const PoissonNumber relaxation(options_.over_relaxation, variant_.is_double);
    queue_steps(bands_of(fine), [&](int first, int last) {
        kernels_.queue(stream_, PoissonKernel::row_ascend, bands_of(fine), fine.device,
                       coarse.device, layers_of_bands(fine), first, last, relaxation, unknown.f,
                       mean, unknown.p, e);
    });
    queue_row_sweeps(fine, mean, unknown);
}

}  // namespace glint::detail
