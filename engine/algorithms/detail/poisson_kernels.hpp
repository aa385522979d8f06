// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/driver/stream.hpp>

namespace glint::detail {

/// The kernels of kernels/algorithms/poisson.cu, followed by those of poisson_transfer.cu,
/// poisson_bottom.cu, poisson_measure.cu, poisson_sums.cu, poisson_columns.cu, poisson_sweep.cu,
/// poisson_refine.cu and poisson_rows.cu. The kernels are in several files so that they compile in
/// parallel.
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

/// Compile-time parameters of the kernels.
struct PoissonVariant {
    bool is_double = false;
    bool has_openness = false;
    bool has_large = false;       ///< includes kernels for large levels
    bool has_refinement = false;  ///< includes the `refine` kernels; not with is_double
    bool has_rows = false;        ///< includes the kernels that process rows on CPUs
    std::uint8_t rank = 3;
};

/// All kernels, which are compiled and loaded in advance so that they can be launched during a
/// stream capture.
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
    std::array<std::shared_ptr<driver::Module>, kFileCount> modules_;  // one per file
    std::array<driver::Kernel*, kPoissonKernels> kernels_{};
};

}  // namespace glint::detail
