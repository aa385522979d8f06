// SPDX-License-Identifier: MIT
#include <glint/algorithms/merge.hpp>

#include <fmt/format.h>

#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kSerialPart = 16384;
constexpr std::size_t kMaxTileBytes = 32 * 1024;

struct MergePlan {
    unsigned threads = 256;
    unsigned items = 8;
    std::size_t part = 0;  // number of output elements per block
};

MergePlan merge_plan_of(const Stream& stream, const MergeTask& task) {
    if (stream.device().kind() == BackendKind::cpu && !task.in_blocks)
        return {.threads = 1, .items = 1, .part = kSerialPart};
    MergePlan plan;
    while (plan.items > 1 && plan.threads * plan.items * task.key.size_bytes > kMaxTileBytes)
        plan.items /= 2;
    plan.part = std::size_t(plan.threads) * plan.items;
    return plan;
}

void describe_merge(KernelRecipe& recipe, const MergePlan& plan, const MergeTask& task) {
    recipe.kernel("algorithms/merge.cu", "merge");
    recipe.header("algorithms/merge_setup.cuh");
    recipe.text([&] { return declared_once(task.key.header) + declared_once(task.value.header); });
    recipe.constants("glint::expression", {{"int kThreads", plan.threads},
                                           {"int kItems", plan.items},
                                           {"bool kHasValues", task.has_values},
                                           {"using Key", task.key.name},
                                           {"using Companion", task.value.name}});
    recipe.options(
        [&](KernelSource& source) { source.cpu_lowering = plan.threads == 1 ? "loops" : ""; });
}

}  // namespace

void check_pairs(std::size_t keys, std::size_t values) {
    if (keys == values) return;
    throw Error(ErrorCode::invalid_argument, "merge by key",
                fmt::format("{} cannot match {}", text::counted(keys, "key"),
                            text::counted(values, "value")));
}

void merge(Stream& stream, const MergeTask& task, void* keys, void* values) {
    const std::size_t size = task.counts[0] + task.counts[1];
    if (size == 0) return;
    JoinedStreams joined(stream, task.inputs);
    const MergePlan plan = merge_plan_of(stream, task);
    const Device& device = stream.device();
    const CachedKernel kernel = KernelCache::of(device).get(
        device, [&](KernelRecipe& recipe) { describe_merge(recipe, plan, task); });
    ArgumentBytes inputs, outputs;
    for (const void* each : task.keys) inputs.append(each);
    for (const std::size_t count : task.counts) inputs.append(static_cast<long long>(count));
    for (const void* each : task.values) inputs.append(each);
    outputs.append(keys);
    outputs.append(values);
    auto part = static_cast<long long>(plan.part);
    kernel.launch(stream, blocks_of(ceil_div(size, plan.part), plan.threads), inputs, outputs,
                  part);
    joined.release();
}

}  // namespace glint::detail
