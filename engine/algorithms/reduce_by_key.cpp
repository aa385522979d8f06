// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduce_by_key.hpp>

#include <fmt/format.h>

#include <glint/algorithms/detail/reduction.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/kernels/algorithms/sizes.cuh>

namespace glint::detail {
namespace {

constexpr unsigned kBlock = 256;

// Launches the kernels that find the runs.
class Search {
public:
    Search(Stream& stream, const AnyExpression& keys)
        : stream_(stream),
          keys_(keys),
          loops_(indexed_loops(keys.operands, keys.shape)),
          variant_(variant_of(keys, loops_, 0)),
          tiles_(ceil_div(keys.shape.size(), sizes::kRunItems)),
          before_(stream, tiles_ + 1, sizeof(long long)),
          kernels_(stream, [this](KernelRecipe& recipe) { describe(recipe); }) {
        append_operands(operands_, keys, variant_, loops_, 0);
        append_index(runs_, keys.shape.size(), variant_.wide);
        append_index(runs_, tiles_, variant_.wide);
        runs_.append(before_.data());
    }

    /// Waits, and returns the number of runs.
    std::size_t count() {
        kernels_.queue("count", blocks_of(tiles_, kBlock), operands_, runs_);
        kernels_.queue("add_up", blocks_of(1, kBlock), runs_);
        long long total = 0;
        auto* const last = static_cast<long long*>(before_.data()) + tiles_;
        download(stream_, &total, {last, row_major(Shape()), sizeof(total)});
        return static_cast<std::size_t>(total);
    }

    void place(void* offsets, void* keys) {
        kernels_.queue("place", blocks_of(tiles_, kBlock), operands_, runs_, offsets, keys);
    }

private:
    void describe(KernelRecipe& recipe) const {
        recipe.kernel("algorithms/key_runs.cu", "count");
        recipe.header("array/expression.cuh");
        describe_expression(recipe, keys_, variant_);
        recipe.constants("glint::expression", {{"int kPack", 1}});
    }

    Stream& stream_;
    const AnyExpression& keys_;
    Loops loops_;
    ExpressionVariant variant_;
    std::size_t tiles_;
    Allocation before_;
    KernelFile kernels_;
    ArgumentBytes operands_, runs_;
};

void check_sizes(std::size_t keys, std::size_t elements) {
    if (keys == elements) return;
    throw Error(ErrorCode::invalid_argument, "reduce by key",
                fmt::format("{} cannot match {}", text::counted(keys, "key"),
                            text::counted(elements, "element")));
}

}  // namespace

KeyRuns key_runs(const AnyExpression& keys, std::size_t size) {
    check_sizes(keys.shape.size(), size);
    const Stream& stream = first_stream(keys.operands);
    KeyRuns runs;
    if (size == 0) {
        runs.keys = allocate(stream, 0, keys.type.size_bytes);
        runs.offsets = allocate(stream, 1, sizeof(long long));
        return runs;
    }
    Stream own = handle_of(stream);
    JoinedStreams joined(own, keys.operands);
    Search search(own, keys);
    runs.count = search.count();
    runs.keys = allocate(stream, runs.count, keys.type.size_bytes);
    runs.offsets = allocate(stream, runs.count + 1, sizeof(long long));
    search.place(runs.offsets->memory.data(), runs.keys->memory.data());
    joined.release();
    return runs;
}

}  // namespace glint::detail
