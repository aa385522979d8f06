// SPDX-License-Identifier: MIT
#include <glint/array/fused/kernel.hpp>

#include <glint/array/detail/scratch.hpp>
#include <glint/kernels/fused/work.cuh>

namespace glint::detail {
namespace {

std::int64_t number(std::size_t value) { return static_cast<std::int64_t>(value); }

}  // namespace

void FusedKernel::describe_constants(KernelRecipe& recipe, std::size_t phase) const {
    const FusedWork& work = joins(phase) ? plan.join : plan.work;
    const std::size_t packs = work.is_columnwise ? size : size / work.pack;
    const bool is_full = !work.is_split && packs == std::size_t(work.group) * work.held;
    recipe.constants("glint::expression", {{"int kPack", work.pack},
                                           {"int kHeld", work.held},
                                           {"int kReads", work.reads},
                                           {"int kGroup", work.group},
                                           {"int kThreads", work.threads},
                                           {"bool kColumnwise", work.is_columnwise},
                                           {"bool kTiled", work.is_tiled},
                                           {"bool kSplit", work.is_split},
                                           {"int kPhase", phase},
                                           {"bool kFlat", is_flat},
                                           {"bool kFull", is_full},
                                           {"bool kTail", has_tail},
                                           {"bool kWhole", is_whole},
                                           {"int kStateBytes", state_bytes}});
}

void FusedKernel::launch(Stream& stream, const std::function<void(KernelRecipe&)>& describe,
                         const std::array<void*, 3>& arguments) const {
    const auto describe_common = [&](KernelRecipe& recipe) {
        recipe.kernel("fused/evaluate.cu", "evaluate_fused");
        recipe.header("fused/expression.cuh");
        describe(recipe);
    };
    KernelRecipe common;
    describe_common(common);
    const bool is_split = plan.work.is_split;
    const std::size_t all_lines = lines * (plan.work.is_columnwise ? plan.work.pack : 1);
    Scratch partials;
    if (is_split) partials = Scratch(stream, levels * plan.parts * all_lines * state_bytes);
    expression::Work work{.lines = number(lines),
                          .rows = number(rows),
                          .size = number(size),
                          .part = number(plan.part_size),
                          .partials = partials.data(),
                          .parts = number(plan.parts)};
    const std::array<void*, 4> all{arguments[0], arguments[1], arguments[2], &work};
    for (std::size_t phase = 0; phase < (is_split ? levels + 1 : 1); ++phase) {
        if (joins(phase)) work.lines = number(all_lines);
        const auto shape = joins(phase) ? blocks_of(plan.join_blocks, plan.join.threads)
                                        : blocks_of(plan.blocks * plan.parts, plan.work.threads);
        KernelRecipe asked = common;
        describe_constants(asked, phase);
        const auto describe_all = [&](KernelRecipe& recipe) {
            describe_common(recipe);
            describe_constants(recipe, phase);
        };
        KernelCache::of(stream.device())
            .get(stream.device(), asked, describe_all)
            .launch_with(stream, shape, all);
    }
}

}  // namespace glint::detail
