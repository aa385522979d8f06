// SPDX-License-Identifier: MIT
#include <glint/algorithms/select.hpp>

#include <array>
#include <string_view>
#include <vector>

#include <glint/array/coordinates.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/operators.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/compiler/compile_ahead.hpp>

namespace glint {

std::size_t DeviceCounts::operator[](std::size_t i) const {
    if (is_stand_in(numbers_.stream().device())) return i == 0 ? most_ : 0;
    return static_cast<std::size_t>(numbers_(static_cast<std::ptrdiff_t>(i)).item());
}

}  // namespace glint

namespace glint::detail {
namespace {

constexpr unsigned kSelectThreads = 256;

std::string_view selection_name(Keep keep) {
    switch (keep) {
        case Keep::flagged: return "Keep::flagged";
        case Keep::heads: return "Keep::heads";
        case Keep::keys: return "Keep::keys";
        case Keep::runs: return "Keep::runs";
    }
    return {};
}

void describe_selection(KernelRecipe& recipe, Keep keep, const ElementType& first,
                        const ElementType& second) {
    recipe.header("algorithms/select_setup.cuh");
    recipe.include("algorithms/pass_kinds.cuh");
    recipe.text([&] { return declared_once(first.header) + declared_once(second.header); });
    recipe.constants("glint::expression", {{"Keep kKeep", selection_name(keep)},
                                           {"using First", first.name},
                                           {"using Second", second.name}});
}

ExpressionTask task_of(std::string_view file, std::string_view kernel, Keep keep,
                       const ElementType& first, const ElementType& second) {
    return {.file = file, .kernel = kernel, .describe = [=](KernelRecipe& recipe) {
                describe_selection(recipe, keep, first, second);
            }};
}

}  // namespace

void select(Stream& stream, const SelectTask& task, void* firsts, void* seconds,
            std::int64_t* count) {
    JoinedStreams joined(stream, task.input.operands);
    TilePass pass(stream, task.input,
                  {.state_bytes = sizeof(std::int64_t),
                   .item_bytes = task.first.size_bytes + 1,
                   .output_bytes = task.first.size_bytes},
                  task.pass);
    pass.run(task_of("algorithms/select.cu", "select", task.keep, task.first, task.second),
             std::array<void*, 3>{&firsts, &seconds, &count});
    joined.release();
}

void partition(Stream& stream, const AnyExpression& input, const ElementType& element, void* output,
               std::int64_t* counts, const PassOptions& options) {
    JoinedStreams joined(stream, input.operands);
    PassOptions with_total = options;
    with_total.needs_total = true;
    TilePass pass(stream, input,
                  {.state_bytes = 2 * sizeof(std::int64_t),
                   .item_bytes = element.size_bytes + 4,
                   .output_bytes = element.size_bytes},
                  with_total);
    pass.run(task_of("algorithms/partition.cu", "partition", Keep::flagged, element, element),
             std::array<void*, 2>{&output, &counts});
    joined.release();
}

Array<std::int64_t> indices_of(const glint::Selection<std::int64_t>& numbers, const Shape& shape) {
    const ArrayView<const std::int64_t> found = numbers.elements();
    const std::size_t rank = shape.rank();
    Array<std::int64_t> indices(found.stream(), Shape{found.size(), rank});
    if (indices.empty()) return indices;
    std::vector<std::int64_t> steps;
    for (std::size_t axis = 0; axis < rank; ++axis) steps.push_back(step_of(shape, axis));
    for (const std::size_t extent : shape) steps.push_back(static_cast<std::int64_t>(extent));
    const Array<std::int64_t> along(found.stream(), {2, rank}, steps);
    indices = found(slice(), newaxis) / along(0) % along(1);
    return indices;
}

void run_lengths(Stream& stream, const AnyExpression& starts, const std::int64_t* count,
                 std::int64_t* lengths) {
    auto size = static_cast<long long>(starts.shape.size());
    if (size == 0) return;
    const ExpressionTask task{.file = "algorithms/run_lengths.cu", .kernel = "run_lengths"};
    const auto blocks = ceil_div(starts.shape.size(), kSelectThreads);
    ExpressionKernel(stream, starts)
        .launch(task, 1,
                {.grid = {static_cast<unsigned>(blocks), 1, 1}, .block = {kSelectThreads, 1, 1}},
                std::array<void*, 3>{&count, &size, &lengths});
}

}  // namespace glint::detail
