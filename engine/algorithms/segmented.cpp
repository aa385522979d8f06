// SPDX-License-Identifier: MIT
#include <glint/algorithms/segmented.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/detail/packs.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kSegmentedBlock = 256;

// One segmented reduction, with all parameters of its kernels and launches.
class Launch {
public:
    Launch(Stream& stream, const ArrayStorage& to, const AnyExpression& expression,
           Reduction& reduction, const ArrayOperand& offsets)
        : stream_(stream),
          to_(to),
          expression_(expression),
          reduction_(reduction),
          offsets_(offsets),
          segments_(offsets.layout.size() - 1),
          size_(expression.shape.size()),
          loops_(indexed_loops(expression.operands, expression.shape)) {
        constexpr std::size_t kMax32 = std::size_t(1) << 30;
        variant_ = variant_of(expression, loops_, 0);
        variant_.wide = variant_.wide || segments_ > kMax32;
        if (stream.device().kind() != BackendKind::cpu && loops_.rank == 1) {
            pack_ = widest_pack(expression);
            if (!are_aligned(expression, loops_, pack_)) pack_ = 1;
        }
        reads_ = expression.operands.arrays().size() <= 2 ? 4 : 2;
        const std::size_t tile = kSegmentedBlock * pack_ * reads_;
        tiles_ = std::max<std::size_t>(ceil_div(size_, tile), 1);
        // Number of threads that combine the tiles of one segment.
        join_ = size_ / segments_ / tile > 1024 ? kSegmentedBlock : 32;
    }

    void run() {
        const KernelFile kernels(stream_, [this](KernelRecipe& recipe) { describe(recipe); });
        const Allocation firsts(stream_, tiles_, variant_.wide ? 8 : 4);
        const Allocation partials(stream_, 2 * tiles_, reduction_.state_bytes);
        ArgumentBytes operands, output, segments;
        append_operands(operands, expression_, variant_, loops_, 0);
        append_elements(output, to_.memory.data(), loops_, 0, variant_.wide);
        append_segments(segments, firsts, partials);
        kernels.queue("find", blocks_of(ceil_div(tiles_, kSegmentedBlock), kSegmentedBlock),
                      segments);
        kernels.queue("reduce", blocks_of(tiles_, kSegmentedBlock), operands, output,
                      reduction_.members, segments);
        if (tiles_ > 1)
            kernels.queue("join",
                          blocks_of(ceil_div(tiles_ * join_, kSegmentedBlock), kSegmentedBlock),
                          output, reduction_.members, segments);
    }

private:
    void describe(KernelRecipe& recipe) const {
        recipe.kernel("algorithms/reduce_segments.cu", "reduce");
        recipe.header("array/expression.cuh");
        describe_expression(recipe, expression_, variant_);
        recipe.constants("glint::expression", {{"int kPack", pack_}});
        recipe.header("algorithms/reduction.cuh");
        describe_reduction(recipe);
        recipe.constants("glint::expression", {{"int kReads", reads_}, {"int kJoin", join_}});
    }

    void describe_reduction(KernelRecipe& recipe) const {
        const std::string_view offset = offsets_.type.name;
        recipe.depends_on(reduction_.source);
        recipe.depends_on(reduction_.text);
        recipe.depends_on(reduction_.result.name);
        recipe.depends_on(offset);
        recipe.text([&] {
            return fmt::format(
                "#include <array/expression.cuh>\n{}\nnamespace glint::expression {{\n"
                "using Offset = {};\nusing Destination = {};\n}}  // namespace glint::expression\n",
                reduction_.source("Reduction", reduction_.text), offset,
                elements_type(reduction_.result.name, variant_.rank, Step::unit));
        });
    }

    void append_segments(ArgumentBytes& bytes, const Allocation& firsts,
                         const Allocation& partials) const {
        bytes.append(offsets_.data);
        bytes.append(firsts.data());
        bytes.append(partials.data());
        for (const std::size_t size : {size_, segments_, tiles_})
            append_index(bytes, size, variant_.wide);
    }

    Stream& stream_;
    const ArrayStorage& to_;
    const AnyExpression& expression_;
    Reduction& reduction_;
    const ArrayOperand& offsets_;
    std::size_t segments_, size_, tiles_;
    Loops loops_;
    ExpressionVariant variant_;
    std::size_t pack_ = 1, reads_ = 4, join_ = 32;
};

void check_segment_offsets(const ArrayOperand& offsets) {
    const Shape& shape = offsets.layout.shape;
    if (shape.rank() == 1 && shape[0] > 0) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("reduce segments with offsets of shape {}", to_string(shape)),
                "offsets must have one dimension, with one more offset than segments");
}

}  // namespace

std::shared_ptr<ArrayStorage> reduce_segments(const AnyExpression& expression, Reduction reduction,
                                              const Offsets& offsets) {
    const ArrayOperand& places = offsets.operands.arrays()[0];
    check_segment_offsets(places);
    const std::size_t segments = places.layout.size() - 1;
    auto storage =
        allocate(first_stream(expression.operands), Shape(segments), reduction.result.size_bytes);
    if (segments == 0) return storage;
    JoinedStreams joined(storage->stream, expression.operands);
    JoinedStreams joined_offsets(storage->stream, offsets.operands);
    Launch(storage->stream, *storage, expression, reduction, places).run();
    joined.release();
    joined_offsets.release();
    return storage;
}

}  // namespace glint::detail
