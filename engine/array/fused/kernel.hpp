// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/fused/plan.hpp>

namespace glint::detail {

/// Parameters of kernels/fused/evaluate.cu that do not depend on the expression's code.
struct FusedKernel {
    FusedPlan plan{};
    bool is_flat = true;           ///< all elements of a line are in one row of the loops
    bool has_tail = false;         ///< the last pack of a line is partial
    bool is_whole = false;         ///< the expression has a value for each element
    std::size_t levels = 1;        ///< length of the longest chain of dependent reductions
    std::size_t state_bytes = 16;  ///< buffer size for the states of a level
    std::size_t lines = 1;         ///< number of lines, or of packs of lines if column-wise
    std::size_t rows = 1;          ///< rows of the loops per line
    std::size_t size = 0;          ///< elements per line

    /// Queues the kernel with `arguments`: its `Operands`, `Output` and `Reductions`. If blocks
    /// share lines, queues one launch per level and a final launch that writes the values.
    /// Otherwise queues a single launch. `describe` supplies the header <fused/expression.cuh>
    /// without its constants.
    void launch(Stream& stream, const std::function<void(KernelRecipe&)>& describe,
                const std::array<void*, 3>& arguments) const;

private:
    /// Adds the constants of one launch to the recipe.
    void describe_constants(KernelRecipe& recipe, std::size_t phase) const;
    /// True if the launch only combines the parts of each line and writes the line's value.
    bool joins(std::size_t phase) const noexcept {
        return plan.work.is_split && !is_whole && phase == levels;
    }
};

}  // namespace glint::detail
