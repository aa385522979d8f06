// SPDX-License-Identifier: MIT
#include <glint/array/detail/evaluate.hpp>

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/detail/packs.hpp>
#include <glint/array/fused/evaluate.hpp>
#include <glint/array/fused/line_shape.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kMaxGridRows = 65535;
constexpr std::size_t kMinTurned = 16;  // with fewer elements, tiles would be slower

// Number of adjacent elements per access, and of accesses per thread.
struct Work {
    std::uint8_t pack = 1;
    std::uint8_t packs = 1;
};

// One evaluation, with all parameters of its kernel and its launch.
class Evaluation {
public:
    Evaluation(Stream& stream, const Elements& to, const AnyExpression& expression)
        : stream_(stream), to_(to), expression_(expression), loops_(make_loops()) {
        const std::size_t turned = turned_axis(loops_, kMinTurned);
        if (turned < loops_.rank) move_to_last_outer(loops_, turned);
        variant_ = variant_of(expression, loops_, 1);
        if (turned < loops_.rank) stage_turned_operands(variant_, expression, loops_, 1);
        work_ = choose_work();
        for (std::size_t i = 0; i < variant_.operand_count; ++i)
            if (variant_.steps[i] == Step::back && !is_aligned(i + 1, work_.pack))
                variant_.steps[i] = Step::any;
    }

    void launch() {
        const CachedKernel kernel = find_kernel();
        ArgumentBytes operands, output;
        append_operands(operands, expression_, variant_, loops_, 1);
        append_elements(output, to_.data, loops_, 0, variant_.wide);
        kernel.launch(stream_, shape(), operands, output);
    }

private:
    Loops make_loops() const {
        const auto arrays = expression_.operands.arrays();
        std::array<Strides, kMaxOperands + 1> strides;
        strides[0] = to_.layout.strides;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            const Layout& layout = arrays[i].layout;
            strides[i + 1] = layout.shape == to_.layout.shape
                                 ? layout.strides
                                 : broadcast_to(layout, to_.layout.shape).strides;
        }
        return loops_over(to_.layout.shape, std::span(strides.data(), arrays.size() + 1),
                          LoopOrder::fastest);
    }

    // The number of elements per pack is the larger of two counts: elements of the largest type in
    // 16 bytes, and elements of the smallest type in 4 bytes. The CPU uses single elements, because
    // it vectorizes across threads. A pack is at least as large as the groups that sequences
    // compute together.
    Work choose_work() const {
        if (is_tiled()) return {};
        const bool is_gpu = stream_.device().kind() != BackendKind::cpu;
        std::uint8_t together = 1;
        for (const ArrayOperand& array : expression_.operands.arrays())
            together = std::max(together, array.together);
        Work work;
        work.pack = std::max(is_gpu ? pack_of_gpu() : std::uint8_t(1), together);
        if (!packs_are_aligned(work.pack)) work.pack = 1;
        if (is_gpu) work.packs = packs_of_gpu(work.pack, together);
        if (loops_.columns() < std::size_t(kBlockThreads) * work.pack * work.packs) work.packs = 1;
        return work;
    }

    std::uint8_t pack_of_gpu() const {
        return static_cast<std::uint8_t>(widest_pack(expression_, to_.element_bytes));
    }

    // More packs per thread would need too many registers for full occupancy. Expressions with more
    // arithmetic benefit more from occupancy than from additional loads in flight.
    std::uint8_t packs_of_gpu(int pack, int together) const {
        const auto all = expression_.operands.arrays();
        const auto arrays = std::count_if(all.begin(), all.end(),
                                          [](const ArrayOperand& array) { return array.data; });
        const int most = together > 1 || arrays > 2 ? (arrays <= 4 ? 2 : 1) : 4;
        return static_cast<std::uint8_t>(std::clamp(16 / pack, 1, most));
    }

    // True if the packs of all operands with a step of 1 are aligned. Operands with other steps are
    // not read in packs, but one element at a time.
    bool packs_are_aligned(std::size_t pack) const {
        if (loops_.columns() < pack) return false;
        for (std::size_t i = 0; i < loops_.operand_count; ++i)
            if (loops_.step(i) == Step::unit && !is_aligned(i, pack)) return false;
        return true;
    }

    bool is_aligned(std::size_t operand, std::size_t pack) const {
        if (operand == 0)
            return detail::is_aligned(to_.data, to_.element_bytes, loops_, operand, pack);
        const ArrayOperand& array = expression_.operands.arrays()[operand - 1];
        return detail::is_aligned(array.data, array.type.size_bytes, loops_, operand, pack);
    }

    bool is_tiled() const noexcept { return variant_.tile_side > 0; }

    CachedKernel find_kernel() const {
        const Device& device = stream_.device();
        return KernelCache::of(device).get(device, [this](KernelRecipe& recipe) {
            recipe.kernel(is_tiled() ? "array/tiled.cu" : "array/elementwise.cu", "evaluate");
            recipe.header(is_tiled() ? "array/tiled_expression.cuh" : "array/expression.cuh");
            describe_expression(recipe, expression_, variant_);
            recipe.constants("glint::expression",
                             {{"int kPack", work_.pack}, {"int kPacks", work_.packs}});
            describe_output(recipe, expression_, loops_);
            recipe.options([](KernelSource& source) { source.is_lean = true; });
        });
    }

    driver::LaunchShape shape() const { return is_tiled() ? tiled_shape() : row_shape(); }

    driver::LaunchShape tiled_shape() const {
        const std::size_t side = variant_.tile_side, depth = loops_.extents[loops_.rank - 2];
        const std::size_t tiles = ceil_div(loops_.columns(), side) * ceil_div(depth, side);
        return {.grid = {static_cast<unsigned>(tiles),
                         static_cast<unsigned>(
                             std::min<std::size_t>(loops_.rows() / depth, kMaxGridRows)),
                         1},
                .block = {32, 8, 1}};
    }

    driver::LaunchShape row_shape() const {
        const std::size_t columns = loops_.columns(), rows = loops_.rows();
        // Each element after the last whole pack is processed by a separate thread (see
        // elementwise.cu).
        const std::size_t wanted = std::max(ceil_div(columns, work_.pack), columns % work_.pack);
        const auto across =
            static_cast<unsigned>(std::min<std::size_t>(std::bit_ceil(wanted), kBlockThreads));
        const unsigned down = kBlockThreads / across;
        const std::size_t tile = std::size_t(across) * work_.pack * work_.packs;
        return {.grid = {static_cast<unsigned>(ceil_div(columns, tile)),
                         static_cast<unsigned>(
                             std::min<std::size_t>(ceil_div(rows, down), kMaxGridRows)),
                         1},
                .block = {across, down, 1}};
    }

    Stream& stream_;
    const Elements& to_;
    const AnyExpression& expression_;
    Loops loops_;
    ExpressionVariant variant_;
    Work work_;
};

// True if writing `to` could change elements of the array before they are read. Each thread reads
// an array's element before it writes the element at the same position, so overlaps of equal
// layouts are safe. Any other overlap is unsafe.
bool overlaps_elsewhere(const ArrayOperand& array, const Elements& to, bool may_be_same) {
    if (!array.data) return false;
    if (may_be_same && array.data == to.data && array.layout == to.layout &&
        array.type.size_bytes == to.element_bytes)
        return false;
    return range_of(array.data, array.layout, array.type.size_bytes)
        .overlaps(range_of(to.data, to.layout, to.element_bytes));
}

bool is_aliased(const AnyExpression& expression, const Elements& to) {
    const OperandList& operands = expression.operands;
    if (operands.reaches(range_of(to.data, to.layout, to.element_bytes))) return true;
    const auto reductions = operands.reductions();
    // If a reduction has fewer results than inputs, its operands are read at other positions than
    // the written one. If such an operand overlaps `to`, it is unsafe even if the layouts are
    // equal.
    const bool is_whole = reductions.empty() || reductions.back().shape == expression.shape;
    for (std::size_t i = 0; i < operands.arrays().size(); ++i)
        if (overlaps_elsewhere(operands.arrays()[i], to, is_whole || !is_reduced(expression, i)))
            return true;
    return false;
}

void check_shape(const Elements& to, const Shape& shape) {
    if (shape == to.layout.shape) return;
    const std::array shapes{to.layout.shape, shape};
    if (shape.rank() <= to.layout.rank() && broadcast(shapes) == to.layout.shape) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("assign an expression of shape {}", to_string(shape)),
                fmt::format("the destination has shape {}", to_string(to.layout.shape)));
}

}  // namespace

JoinedStreams::JoinedStreams(Stream& stream, const OperandList& operands)
    : stream_(stream), operands_(operands) {
    for (const Stream* other : operands.streams())
        if (other->share() != stream.share()) stream.wait(*other);
}

void JoinedStreams::release() {
    for (const Stream* other : operands_.streams())
        if (other->share() != stream_.share()) handle_of(*other).wait(stream_);
}

void evaluate(Stream& stream, const Elements& to, const AnyExpression& expression) {
    check_shape(to, expression.shape);
    if (to.layout.size() == 0) return;
    const bool has_lines = !expression.operands.reductions().empty();
    if (is_aliased(expression, to) || (has_lines && expression.shape != to.layout.shape)) {
        const auto copy = evaluate_to_new(expression);
        AnyExpression plain{.type = expression.type, .shape = expression.shape};
        plain.operands.add({.data = copy->memory.data(),
                            .layout = row_major(expression.shape),
                            .type = expression.type},
                           copy->stream);
        plain.writer = [](SourceWriter& writer) { return writer.array(); };
        evaluate(stream, to, plain);
        return;
    }
    JoinedStreams joined(stream, expression.operands);
    if (has_lines)
        evaluate_fused(stream, to, expression);
    else
        Evaluation(stream, to, expression).launch();
    joined.release();
}

std::shared_ptr<ArrayStorage> evaluate_to_new(const AnyExpression& expression) {
    const auto streams = expression.operands.streams();
    if (streams.empty())
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    "the expression contains no array, so the stream is unknown");
    auto storage = allocate(*streams[0], expression.shape, expression.type.size_bytes);
    evaluate(storage->stream,
             {.data = storage->memory.data(),
              .layout = row_major(expression.shape),
              .element_bytes = expression.type.size_bytes},
             expression);
    return storage;
}

}  // namespace glint::detail
