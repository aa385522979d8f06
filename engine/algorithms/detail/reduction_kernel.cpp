#include <glint/algorithms/detail/reduction_kernel.hpp>

#include <array>
#include <functional>

#include <fmt/format.h>

namespace glint::detail {
namespace {

std::string reduction_header(const ReductionSource& what) {
    const ReductionWork& work = what.work;
    return fmt::format(
        "#pragma once\n#include <array/expression.cuh>\n{}\nnamespace glint::expression {{\n"
        "using Offset = {};\nusing Destination = {};\nconstexpr int kReads = {};\n"
        "constexpr int kGroup = {};\nconstexpr int kThreads = {};\nconstexpr int kAcross = {};\n"
        "constexpr int kJoin = {};\nconstexpr bool kFlat = {};\n}}  // namespace "
        "glint::expression\n",
        what.reduction.source("Reduction", what.reduction.text), what.offset,
        elements_type(what.reduction.result.name, what.variant.rank, what.output_step), work.reads,
        work.group, work.threads, work.across, work.join, what.is_flat);
}

}  // namespace

Loops flat_loops(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    std::array<Strides, kMaxOperands> strides;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        strides[i] = broadcast_to(arrays[i].layout, expression.shape).strides;
    return loops_over(expression.shape, {strides.data(), arrays.size()}, LoopOrder::as_indexed);
}

std::string expression_header(const AnyExpression& expression, const ExpressionVariant& variant,
                              std::size_t pack) {
    return fmt::format(
        "{}namespace glint::expression {{\nconstexpr int kPack = {};\n}}  // namespace "
        "glint::expression\n",
        expression_source(expression, variant), pack);
}

void append_key(KernelKey& key, const ReductionSource& what) {
    const ReductionWork& work = what.work;
    key.append(what.reduction.source);
    key.append(std::hash<std::string_view>()(what.reduction.text));
    key.append(what.reduction.text.size());
    key.append(std::array{work.pack, work.reads, work.threads, work.group, work.across, work.join});
    key.append(std::array{std::uint8_t(what.is_flat), std::uint8_t(what.output_step)});
    append_key(key, what.expression, what.variant);
}

KernelSource kernel_source(std::string file, const ReductionSource& what) {
    return {.file = std::move(file),
            .kernel = "reduce",
            .headers = {{"array/expression.cuh",
                         expression_header(what.expression, what.variant, what.work.pack)},
                        {"algorithms/reduction.cuh", reduction_header(what)}}};
}

void launch_blocks(Stream& stream, const std::shared_ptr<driver::Module>& module,
                   driver::Kernel& kernel, std::size_t blocks, unsigned threads,
                   std::span<void* const> arguments) {
    stream.state().launch(module, kernel,
                          {.grid = {static_cast<unsigned>(blocks), 1, 1}, .block = {threads, 1, 1}},
                          arguments);
}

}  // namespace glint::detail
