#include <glint/array/detail/for_each.hpp>

#include <algorithm>

#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kBlockThreads = 256;
constexpr std::size_t kMaxBlocks = 1u << 20;

Loops loops_of(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    std::array<Strides, kMaxOperands> strides;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        strides[i] = broadcast_to(arrays[i].layout, expression.shape).strides;
    return loops_over(expression.shape, std::span(strides.data(), arrays.size()),
                      LoopOrder::as_indexed);
}

KernelKey key_of(const AnyExpression& expression, const ExpressionVariant& variant) {
    KernelKey key;
    key.append(&for_each);
    append_key(key, expression, variant);
    return key;
}

KernelSource source_of(const AnyExpression& expression, const ExpressionVariant& variant) {
    return {.file = "array/for_each.cu",
            .kernel = "for_each",
            .headers = {{"array/expression.cuh",
                         expression_source(expression, variant) +
                             "namespace glint::expression {\nconstexpr int kPack = 1;\n}\n"}}};
}

}  // namespace

void for_each(Stream& stream, const AnyExpression& expression) {
    const std::size_t size = expression.shape.size();
    if (size == 0) return;
    const Loops loops = loops_of(expression);
    const ExpressionVariant variant = variant_of(expression, loops, 0);
    const CachedKernel kernel =
        KernelCache::of(stream.device()).get(stream.device(), key_of(expression, variant), [&] {
            return source_of(expression, variant);
        });
    ArgumentBytes operands;
    append_operands(operands, expression, variant, loops, 0);
    const std::array<void*, 1> arguments{operands.data()};
    const auto blocks = std::min(ceil_div(size, kBlockThreads), kMaxBlocks);
    JoinedStreams joined(stream, expression.operands);
    stream.state().launch(
        kernel.module, *kernel.kernel,
        {.grid = {static_cast<unsigned>(blocks), 1, 1}, .block = {kBlockThreads, 1, 1}}, arguments);
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
