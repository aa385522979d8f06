// SPDX-License-Identifier: MIT
#include <glint/array/detail/for_each.hpp>

#include <algorithm>

#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

CachedKernel kernel_of(const Device& device, const AnyExpression& expression,
                       const ExpressionVariant& variant) {
    return KernelCache::of(device).get(device, [&](KernelRecipe& recipe) {
        recipe.kernel("array/for_each.cu", "for_each");
        recipe.header("array/expression.cuh");
        describe_expression(recipe, expression, variant);
        recipe.constants("glint::expression", {{"int kPack", 1}});
    });
}

}  // namespace

void for_each(Stream& stream, const AnyExpression& expression) {
    const std::size_t size = expression.shape.size();
    if (size == 0) return;
    const Loops loops = indexed_loops(expression.operands, expression.shape);
    const ExpressionVariant variant = variant_of(expression, loops, 0);
    const CachedKernel kernel = kernel_of(stream.device(), expression, variant);
    ArgumentBytes operands;
    append_operands(operands, expression, variant, loops, 0);
    const auto blocks = std::min(ceil_div(size, kBlockThreads), kMaxBlocks);
    JoinedStreams joined(stream, expression.operands);
    kernel.launch(stream, blocks_of(blocks, kBlockThreads), operands);
    joined.release();
}

bool reads_any(const OperandList& operands, const MemoryRange& memory) {
    const auto arrays = operands.arrays();
    return operands.reaches(memory) ||
           std::any_of(arrays.begin(), arrays.end(), [&](const ArrayOperand& array) {
               return array.data &&
                      range_of(array.data, array.layout, array.type.size_bytes).overlaps(memory);
           });
}

}  // namespace glint::detail
