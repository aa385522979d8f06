// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/sort_job.hpp>

#include <algorithm>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/detail/packs.hpp>
#include <glint/array/detail/source_writer.hpp>

namespace glint::detail {
namespace {

void* moved_by(void* data, std::size_t bytes) {
    return data ? static_cast<std::byte*>(data) + bytes : nullptr;
}

}  // namespace

SortBuffers::SortBuffers(const SortJob& job)
    : keys{const_cast<void*>(job.keys.given), job.keys.result},
      values{const_cast<void*>(job.values.given), job.values.result} {}

void SortBuffers::set_room(std::size_t place, const Allocation& keys_room,
                           const Allocation& values_room) {
    keys[place] = keys_room.data();
    values[place] = values_room.data();
}

SortBuffers SortBuffers::from(std::size_t first, const SortJob& job) const {
    SortBuffers moved = *this;
    for (const std::size_t place : {0u, 1u}) {
        moved.keys[place] = moved_by(keys[place], first * job.key.size_bytes);
        moved.values[place] = moved_by(values[place], first * job.value.size_bytes);
    }
    return moved;
}

int items_within(const SortJob& job, std::size_t shared_bytes, int threads, int most) {
    const std::size_t largest = std::max(job.key.size_bytes, job.value.size_bytes);
    const std::size_t items = shared_bytes / (largest * static_cast<std::size_t>(threads));
    return static_cast<int>(std::clamp<std::size_t>(items, 1, static_cast<std::size_t>(most)));
}

SortKernels::SortKernels(Stream& stream, const SortJob& job, std::string_view file,
                         const SortTile& tile, std::string_view order)
    : stream_(stream), job_(job), file_(file), order_(order), tile_(tile) {
    if (job.expression) expression_.emplace(stream, *job.expression);
}

void SortKernels::launch_with(std::string_view kernel, const driver::LaunchShape& shape,
                              std::span<void* const> arguments) const {
    const Device& device = stream_.device();
    const CachedKernel found = KernelCache::of(device).get(device, [&](KernelRecipe& recipe) {
        recipe.kernel(file_, kernel);
        describe(recipe, false);
        recipe.options([&](KernelSource& source) { source.cpu_lowering = cpu_lowering(); });
    });
    found.launch_with(stream_, shape, arguments);
}

void SortKernels::launch_given_with(std::string_view kernel, const driver::LaunchShape& shape,
                                    std::span<void* const> arguments) const {
    if (!expression_) return launch_with(kernel, shape, arguments);
    const ExpressionTask task{.file = file_,
                              .kernel = kernel,
                              .describe = [this](KernelRecipe& recipe) { describe(recipe, true); },
                              .cpu_lowering = cpu_lowering()};
    expression_->launch(task, pack(), shape, arguments.subspan(1));
}

// Returns the number of keys per memory access. It is 1 for several lines, because the keys of each
// line must begin with a new access, and the address of that access may be unaligned.
std::size_t SortKernels::pack() const {
    if (tile_.threads == 1 || job_.segments.count > 1) return 1;
    const std::size_t widest = widest_pack(*job_.expression, job_.key.size_bytes);
    return expression_->is_aligned(widest) ? widest : 1;
}

void SortKernels::describe(KernelRecipe& recipe, bool of_expression) const {
    recipe.header("algorithms/sort_types.cuh");
    recipe.depends_on(job_.key.header);
    recipe.text([&] { return declared_once(job_.key.header); });
    const auto has = [&](std::string_view name) {
        return job_.key.header.find(name) != std::string_view::npos;
    };
    if (has("fp16") || has("bf16")) recipe.include("glint/half.cuh");
    if (of_expression) recipe.include("algorithms/expression_keys.cuh");
    recipe.include("glint/block_exchange.cuh");
    recipe.include("glint/expression/elements.cuh");
    recipe.constants("glint::sorting",
                     {{"using Key", job_.key.name},
                      {"using Given", of_expression ? "ExpressionKeys" : "const Key*"},
                      {"using Value", job_.value.name},
                      {"bool kNumbered", job_.numbered},
                      {"using Offset", tile_.wide ? "unsigned long long" : "unsigned int"},
                      {"int kThreads", tile_.threads},
                      {"int kItems", tile_.items}});
    if (order_.empty()) return;
    recipe.header("algorithms/sort_order.cuh");
    recipe.depends_on(order_);
    recipe.text([&] { return order_; });
}

}  // namespace glint::detail
