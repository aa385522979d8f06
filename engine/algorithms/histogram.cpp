// SPDX-License-Identifier: MIT
#include <glint/algorithms/histogram.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <glint/array/detail/evaluate.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kMaxSharedBytes = 32768;  // limit for one copy of all bins
constexpr std::size_t kBlocksForEachProcessor = 8;
constexpr std::size_t kSerialShare = 65536;  // number of elements per single-thread block

struct HistogramPlan {
    unsigned threads = 256;
    unsigned count = 4;  // adjacent elements that a thread processes together
    unsigned shared_bins = 0, copies = 1;
    unsigned blocks = 1;
};

HistogramPlan histogram_plan_of(const ExpressionKernel& kernel, const BinRule& rule) {
    HistogramPlan plan;
    const std::size_t bins = rule.count, bytes = rule.sum == BinSum::count ? 4 : 8;
    if (bins * bytes <= kMaxSharedBytes) {
        plan.shared_bins = static_cast<unsigned>(std::max<std::size_t>(std::bit_ceil(bins), 32));
        plan.copies = std::clamp(static_cast<unsigned>(8192 / bytes) / plan.shared_bins, 1u, 8u);
    }
    const std::size_t processors = kernel.stream().device().info().multiprocessors;
    std::size_t share = 256 * 16, most = processors * kBlocksForEachProcessor;
    if (kernel.on_cpu()) {
        plan.threads = plan.copies = 1;
        plan.count = 64;
        share = std::max(kSerialShare, bins);
        most = 2 * processors;
    }
    plan.blocks =
        static_cast<unsigned>(std::clamp<std::size_t>(ceil_div(kernel.size(), share), 1, most));
    return plan;
}

std::string_view bins_name(Bins kind) {
    switch (kind) {
        case Bins::index: return "Bins::index";
        case Bins::even: return "Bins::even";
        case Bins::edges: return "Bins::edges";
    }
    return {};
}

// The types of a bin's sum in global and in shared memory.
struct SumTypes {
    std::string_view sum, part;
};
SumTypes sum_types_of(BinSum sum) {
    switch (sum) {
        case BinSum::count: return {"unsigned long long", "unsigned int"};
        case BinSum::whole: return {"unsigned long long", "unsigned long long"};
        case BinSum::real: return {"double", "double"};
    }
    return {};
}

void describe_histogram(KernelRecipe& recipe, const HistogramPlan& plan, const BinRule& rule) {
    recipe.header("algorithms/histogram_setup.cuh");
    recipe.include("algorithms/pass_kinds.cuh");
    recipe.text([&] { return declared_once(rule.edge.header); });
    recipe.constants("glint::expression", {{"Bins kBins", bins_name(rule.kind)},
                                           {"int kThreads", plan.threads},
                                           {"int kCount", plan.count},
                                           {"int kSharedBins", plan.shared_bins},
                                           {"int kCopies", plan.copies},
                                           {"bool kWeighted", rule.sum != BinSum::count},
                                           {"using Edge", rule.edge.name},
                                           {"using Sum", sum_types_of(rule.sum).sum},
                                           {"using Part", sum_types_of(rule.sum).part}});
}

ArgumentBytes setup_bytes(const BinRule& rule, std::size_t size, void* sums) {
    const double width = (rule.high - rule.low) / static_cast<double>(rule.count);
    ArgumentBytes setup;
    for (const double each : {rule.low, rule.high, width, 1 / width}) setup.append(each);
    setup.append(rule.edges);
    setup.append(static_cast<long long>(rule.stride));
    setup.append(static_cast<long long>(rule.count));
    setup.append(static_cast<long long>(size));
    setup.append(sums);
    return setup;
}

}  // namespace

void check_range(double low, double high, std::size_t bins) {
    if (low < high && std::isfinite(low) && std::isfinite(high) && bins > 0) return;
    throw Error(ErrorCode::invalid_argument, "count elements in bins",
                fmt::format("the bins are not valid ({} from {} to {})", text::counted(bins, "bin"),
                            low, high));
}

void check_edges(const Layout& layout) {
    if (layout.rank() == 1 && layout.size() >= 2) return;
    throw Error(
        ErrorCode::invalid_argument, "count elements in bins",
        fmt::format(
            "the edges have shape {}, but must be one-dimensional with at least two elements",
            to_string(layout.shape)));
}

void check_bin_weights(const Shape& elements, const Shape& weights) {
    if (elements == weights) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("count elements of shape {} in bins", to_string(elements)),
                fmt::format("the weights have shape {}", to_string(weights)));
}

void histogram(Stream& stream, const AnyExpression& input, const BinRule& rule, void* sums) {
    if (input.shape.size() == 0 || rule.count == 0) return;
    JoinedStreams joined(stream, input.operands);
    const ExpressionKernel kernel(stream, input);
    const HistogramPlan plan = histogram_plan_of(kernel, rule);
    const ExpressionTask task{
        .file = "algorithms/histogram.cu",
        .kernel = "histogram",
        .describe = [&](KernelRecipe& recipe) { describe_histogram(recipe, plan, rule); },
        .cpu_lowering = plan.threads == 1 ? "loops" : ""};
    ArgumentBytes setup = setup_bytes(rule, input.shape.size(), sums);
    kernel.launch(task, kernel.is_aligned(plan.count) ? plan.count : 1,
                  {.grid = {plan.blocks, 1, 1}, .block = {plan.threads, 1, 1}},
                  std::array<void*, 1>{setup.data()});
    joined.release();
}

}  // namespace glint::detail
