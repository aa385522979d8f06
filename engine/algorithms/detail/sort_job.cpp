#include <glint/algorithms/detail/sort_job.hpp>

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include <glint/array/detail/packs.hpp>
#include <glint/array/detail/source_writer.hpp>

namespace glint::detail {
namespace {

void append_text(KernelKey& key, std::string_view text) {
    key.append(text.size());
    key.append(std::hash<std::string_view>()(text));
}

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
    const CachedKernel found =
        KernelCache::of(stream_.device()).get(stream_.device(), key(kernel), [&] {
            return source(kernel);
        });
    stream_.state().launch(found.module, *found.kernel, shape, arguments);
}

void SortKernels::launch_given_with(std::string_view kernel, const driver::LaunchShape& shape,
                                    std::span<void* const> arguments) const {
    if (!expression_) return launch_with(kernel, shape, arguments);
    ExpressionTask task{.file = file_,
                        .kernel = kernel,
                        .setup_file = "sort_types.cuh",
                        .setup = [this] { return types(true); },
                        .cpu_lowering = cpu_lowering(),
                        .key = key(kernel)};
    if (!order_.empty()) task.order = [this] { return std::string(order_); };
    expression_->launch(task, pack(), shape, arguments.subspan(1));
}

// Packs of keys have to begin at the first element of each line.
std::size_t SortKernels::pack() const {
    if (tile_.threads == 1 || job_.segments.count > 1) return 1;
    const std::size_t widest = widest_pack(*job_.expression, job_.key.size_bytes);
    return expression_->is_aligned(widest) ? widest : 1;
}

KernelKey SortKernels::key(std::string_view kernel) const {
    KernelKey key;
    key.append(&items_within);
    for (const std::string_view text :
         {file_, kernel, job_.key.name, job_.key.header, job_.value.name, order_})
        append_text(key, text);
    key.append(std::array{tile_.threads, tile_.items, int(tile_.wide), int(job_.numbered)});
    return key;
}

KernelSource SortKernels::source(std::string_view kernel) const {
    KernelSource made{.file = fmt::format("algorithms/{}", file_),
                      .kernel = std::string(kernel),
                      .headers = {{"algorithms/sort_types.cuh", types(false)}},
                      .cpu_lowering = std::string(cpu_lowering())};
    if (!order_.empty()) made.headers.emplace_back("algorithms/sort_order.cuh", order_);
    return made;
}

std::string SortKernels::types(bool of_expression) const {
    const bool is_narrow = job_.key.header.find("fp16") != std::string_view::npos ||
                           job_.key.header.find("bf16") != std::string_view::npos;
    return fmt::format(
        "#pragma once\n{}{}{}#include <glint/block_exchange.cuh>\n"
        "#include <glint/expression/elements.cuh>\n\nnamespace glint::sorting {{\n\n"
        "using Key = {};\nusing Given = {};\nusing Value = {};\nconstexpr bool kNumbered = {};\n"
        "using Offset = {};\n"
        "constexpr int kThreads = {};\nconstexpr int kItems = {};\n\n}}  // namespace "
        "glint::sorting\n",
        declared_once(job_.key.header), is_narrow ? "#include <glint/half.cuh>\n" : "",
        of_expression ? "#include <algorithms/expression_keys.cuh>\n" : "", job_.key.name,
        of_expression ? "ExpressionKeys" : "const Key*", job_.value.name, job_.numbered,
        tile_.wide ? "unsigned long long" : "unsigned int", tile_.threads, tile_.items);
}

}  // namespace glint::detail
