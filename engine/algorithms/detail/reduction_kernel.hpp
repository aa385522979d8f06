#pragma once

#include <span>
#include <string>

#include <glint/algorithms/detail/reduction_plan.hpp>
#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>

namespace glint::detail {

/// What the kernels in kernels/algorithms that reduce are made from.
struct ReductionSource {
    const AnyExpression& expression;
    const ExpressionVariant& variant;
    const Reduction& reduction;
    const ReductionWork& work;
    Step output_step = Step::unit;
    bool is_flat = true;             ///< whether what one output is made of is one row
    std::string_view offset{"int"};  ///< the type that segments are told in
};

/// Loops over an expression whose elements are numbered in C's order.
Loops flat_loops(const AnyExpression& expression);

/// <array/expression.cuh> for an expression.
std::string expression_header(const AnyExpression& expression, const ExpressionVariant& variant,
                              std::size_t pack);

/// All that the kernel's code depends on, behind the reduction's own function.
void append_key(KernelKey& key, const ReductionSource& what);

/// The kernel `reduce` in a file, with the headers <array/expression.cuh> and
/// <algorithms/reduction.cuh>, which kernels/ has samples of.
KernelSource kernel_source(std::string file, const ReductionSource& what);

/// Queues so many blocks of `threads` threads each.
void launch_blocks(Stream& stream, const std::shared_ptr<driver::Module>& module,
                   driver::Kernel& kernel, std::size_t blocks, unsigned threads,
                   std::span<void* const> arguments);

}  // namespace glint::detail
