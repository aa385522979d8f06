// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/expression_kernel.hpp>

#include <vector>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/detail/packs.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {

ExpressionKernel::ExpressionKernel(Stream& stream, const AnyExpression& input)
    : stream_(stream),
      input_(input),
      loops_(indexed_loops(input.operands, input.shape)),
      variant_(variant_of(input, loops_, 0)) {}

bool ExpressionKernel::on_cpu() const { return stream_.device().kind() == BackendKind::cpu; }

bool ExpressionKernel::is_aligned(std::size_t pack) const {
    return loops_.rank == 1 && are_aligned(input_, loops_, pack);
}

void ExpressionKernel::launch(const ExpressionTask& task, std::size_t pack,
                              const driver::LaunchShape& shape,
                              std::span<void* const> arguments) const {
    const Device& device = stream_.device();
    const CachedKernel kernel = KernelCache::of(device).get(device, [&](KernelRecipe& recipe) {
        recipe.kernel(task.file, task.kernel);
        recipe.header("array/expression.cuh");
        describe_expression(recipe, input_, variant_);
        recipe.constants("glint::expression", {{"int kPack", pack}});
        if (task.describe) task.describe(recipe);
        recipe.options([&](KernelSource& source) { source.cpu_lowering = task.cpu_lowering; });
    });
    ArgumentBytes operands;
    append_operands(operands, input_, variant_, loops_, 0);
    std::vector<void*> all{operands.data()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    stream_.state().launch(kernel.module, *kernel.kernel, shape, all);
}

const Stream& stream_for(const AnyExpression& expression, std::string_view operation) {
    const auto streams = expression.operands.streams();
    if (streams.empty())
        throw Error(ErrorCode::invalid_argument, std::string(operation),
                    "the expression contains no array, so the stream is unknown");
    return *streams[0];
}

Allocation zeroed(Stream& stream, std::size_t size_bytes) {
    Allocation allocation(stream, size_bytes, 1);
    stream.state().fill(allocation.data(), 0, 4, size_bytes / 4);
    return allocation;
}

}  // namespace glint::detail
