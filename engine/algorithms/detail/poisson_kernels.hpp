// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/driver/stream.hpp>

namespace glint::detail {

/// The kernels of kernels/algorithms/poisson.cu, then those of poisson_transfer.cu,
/// poisson_bottom.cu, poisson_measure.cu, poisson_sums.cu, poisson_columns.cu, poisson_sweep.cu,
/// poisson_refine.cu and poisson_rows.cu. Files of few kernels compile in parallel.
enum class PoissonKernel : std::uint8_t {
    smooth,
    residual,
    restrict_residual,
    prolong,
    bottom,
    measure,
    coarsen_open,
    mark_clear,
    sums,
    mean,
    norms,
    join,
    settle,
    column_norms,
    spread,
    sweep,
    refine_residual,
    refine_add,
    refine_sums,
    refine_settle,
    row_smooth,
    row_descend,
    row_ascend,
    row_bottom,
};
constexpr std::size_t kPoissonKernels = 24;

/// What they are compiled for.
struct PoissonVariant {
    bool is_double = false;
    bool has_openness = false;
    bool has_large = false;       ///< whether those for large levels are there
    bool has_refinement = false;  ///< whether those with `refine` are there; not for double
    bool has_rows = false;        ///< whether those for CPUs are there
    std::uint8_t rank = 3;
};

/// All of them, compiled and loaded, so that a stream that is captured may be given them.
class PoissonKernels {
public:
    static constexpr unsigned kThreads = 256;
    static constexpr std::size_t kFileCount = 9;

    PoissonKernels() = default;
    PoissonKernels(const Device& device, const PoissonVariant& variant);

    void launch(Stream& stream, PoissonKernel kernel, const driver::LaunchShape& shape,
                std::span<void* const> arguments) const;
    template <class... Arguments>
    void queue(Stream& stream, PoissonKernel kernel, const driver::LaunchShape& shape,
               Arguments... arguments) const {
        const std::array<void*, sizeof...(Arguments)> addresses{&arguments...};
        launch(stream, kernel, shape, addresses);
    }

private:
    std::array<std::shared_ptr<driver::Module>, kFileCount> modules_;  // of the files
    std::array<driver::Kernel*, kPoissonKernels> kernels_{};
};

}  // namespace glint::detail
