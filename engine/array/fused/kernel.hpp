#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/fused/plan.hpp>

namespace glint::detail {

/// The kernel kernels/fused/evaluate.cu, as far as its expression does not matter.
struct FusedKernel {
    FusedPlan plan{};
    bool is_flat = true;           ///< whether the elements of a line are columns of one row
    bool has_tail = false;         ///< whether the last pack of a line is not whole
    bool is_whole = false;         ///< whether there is a value for each element
    std::size_t levels = 1;        ///< reductions at most each of which needs another's result
    std::size_t state_bytes = 16;  ///< room for the states of a level
    std::size_t lines = 1;         ///< column-wise packs of them
    std::size_t rows = 1;          ///< of the loops, that a line goes over
    std::size_t size = 0;          ///< elements of a line

    /// Appends its constants to the header <fused/expression.cuh>. Where blocks share lines there
    /// is a launch for each level, and behind them one to write: `phase` is its number.
    void describe(KernelRecipe& recipe, std::size_t phase) const;
    /// Queues all launches with the kernel's `Operands`, `Output` and `Reductions`.
    void launch(Stream& stream, const std::function<CachedKernel(std::size_t phase)>& kernel_of,
                const std::array<void*, 3>& arguments) const;

private:
    /// Whether a launch only joins the parts of each line and writes its value.
    bool joins(std::size_t phase) const noexcept {
        return plan.work.is_split && !is_whole && phase == levels;
    }
};

}  // namespace glint::detail
