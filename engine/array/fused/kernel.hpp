// SPDX-License-Identifier: MIT
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

    /// Queues it with its `Operands`, `Output` and `Reductions`: once, or where blocks share lines
    /// once for each level, and once to write. `describe` gives the header <fused/expression.cuh>
    /// without its constants.
    void launch(Stream& stream, const std::function<void(KernelRecipe&)>& describe,
                const std::array<void*, 3>& arguments) const;

private:
    /// Tells the constants for one of the launches.
    void describe_constants(KernelRecipe& recipe, std::size_t phase) const;
    /// Whether a launch only joins the parts of each line and writes its value.
    bool joins(std::size_t phase) const noexcept {
        return plan.work.is_split && !is_whole && phase == levels;
    }
};

}  // namespace glint::detail
