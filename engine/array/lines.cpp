#include <glint/array/lines.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>

#include <fmt/format.h>

#include <glint/array/evaluate.hpp>
#include <glint/array/expression_source.hpp>
#include <glint/array/kernel_cache.hpp>
#include <glint/array/packs.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kWarp = 32;
constexpr std::uint16_t kBlock = 256;  // threads, if it has several lines

// What all lines of an expression have in common.
struct LineShape {
    explicit LineShape(const LineReduction& reduction)
        : all(reduction.shape), outer(all.rank() - reduction.axes) {}

    std::size_t size() const { return part(outer, all.rank()).size(); }
    std::size_t count() const { return part(0, outer).size(); }
    Shape part(std::size_t first, std::size_t last) const {
        return Shape(std::span(all.begin() + first, all.begin() + last));
    }

    Shape all;          // of what is reduced
    std::size_t outer;  // how many dimensions are not
};

LineShape lines_of(const AnyExpression& expression) {
    return LineShape(expression.operands.reductions().back());
}

// Whether an expression has a result for each line without the dimensions that are reduced.
bool drops_axes(const AnyExpression& expression, const LineShape& lines) {
    return expression.shape.rank() == lines.outer;
}

// Of operand `number`, as broadcast to all lines.
Strides strides_in(const AnyExpression& expression, const LineShape& lines, std::size_t number) {
    Layout layout = expression.operands.arrays()[number].layout;
    if (drops_axes(expression, lines) && !is_reduced(expression, number))
        for (std::size_t axis = lines.outer; axis < lines.all.rank(); ++axis) {
            layout.shape.append(1);
            layout.strides.append(0);
        }
    return broadcast_to(layout, lines.all).strides;
}

// Fitting

// Calls `each(reduction, is_outermost)`, those within others behind them.
template <class Each>
void for_each_reduction(const OperandList& operands, const Each& each) {
    std::size_t first = operands.arrays().size();
    for (std::size_t i = operands.reductions().size(); i-- > 0;) {
        const LineReduction& reduction = operands.reductions()[i];
        const bool is_outermost = reduction.first < first;
        if (is_outermost) first = reduction.first;
        each(reduction, is_outermost);
    }
}

// What the parts broadcast to that are not within a reduction.
Shape shape_of_result(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    OperandList parts = OperandList::of_shapes();
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!is_reduced(expression, i)) parts.add_shape(arrays[i].layout.shape);
    for_each_reduction(expression.operands, [&](const LineReduction& reduction, bool is_outermost) {
        if (is_outermost) parts.add_shape(reduction.result);
    });
    return parts.shape();
}

bool have_one_shape(std::span<const LineReduction> reductions) {
    const LineReduction& last = reductions.back();
    return last.axes > 0 && std::ranges::all_of(reductions, [&](const LineReduction& each) {
               return each.axes == last.axes && each.shape == last.shape;
           });
}

bool have_good_size(const LineShape& lines) {
    return lines.size() > 0 && lines.count() > 0 &&
           (lines.size() <= kLongestLine || lines.count() >= kManyLines);
}

// Whether the results meet the lines that they are of: where a dimension is dropped, the one before
// would move to its place.
bool results_fit(const AnyExpression& expression, const LineShape& lines) {
    const bool drops = drops_axes(expression, lines);
    bool fit = true;
    for_each_reduction(expression.operands, [&](const LineReduction& reduction, bool is_outermost) {
        const bool is_dropped = reduction.result.rank() == lines.outer;
        if (lines.outer > 0) fit &= is_dropped == (is_outermost && drops);
    });
    Shape kept = lines.all;
    for (std::size_t axis = lines.outer; axis < kept.rank(); ++axis) kept[axis] = 1;
    const Shape& shape = expression.shape;
    return fit && (shape == lines.all || shape == kept || shape == lines.part(0, lines.outer));
}

// Neighbours of a line that are further apart than elements of neighbouring lines.
bool runs_across(const LineShape& lines, const Strides& strides) {
    std::size_t last = lines.all.rank();
    while (last > lines.outer && lines.all[last - 1] == 1) --last;
    if (last == lines.outer) return false;
    const std::ptrdiff_t step = std::abs(strides[last - 1]);
    for (std::size_t axis = 0; axis < lines.outer; ++axis)
        if (lines.all[axis] > 1 && strides[axis] != 0 && std::abs(strides[axis]) < step)
            return true;
    return false;
}

bool lie_along(const AnyExpression& expression, const LineShape& lines) {
    const auto arrays = expression.operands.arrays();
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (arrays[i].data && runs_across(lines, strides_in(expression, lines, i))) return false;
    return true;
}

// Work

// How a kernel goes over lines.
struct LineWork {
    std::uint16_t threads = kBlock;
    std::uint16_t group = 1;  // threads for one line
    std::uint16_t pack = 1;   // neighbours that a thread takes at a time
    std::uint16_t held = 0;  // packs that it keeps from level to level; if none they are read again
    std::uint16_t reads = 1;  // packs under way where none are kept
};

std::size_t divided_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

std::uint16_t small(std::size_t value) { return static_cast<std::uint16_t>(value); }

// A part of a warp, or a block.
std::size_t group_of(std::size_t threads, std::size_t most) {
    constexpr std::size_t kLeastBlock = 128;
    const std::size_t group = std::bit_ceil(threads);
    return group <= kWarp ? group : std::clamp(group, kLeastBlock, most);
}

// A line stays in registers if it can, of few threads, so that there are few to agree, each of them
// with some reads under way.
void share_on_gpu(LineWork& work, std::size_t packs, std::size_t pack_bytes) {
    constexpr std::size_t kHeldBytes = 128, kMostThreads = 1024, kRereading = 512;
    const std::size_t most = std::bit_floor(kHeldBytes / pack_bytes);
    const std::size_t some = std::clamp<std::size_t>(kHeldBytes / 4 / pack_bytes, 1, 4);
    if (packs > kMostThreads * most) {
        work.group = small(group_of(std::max<std::size_t>(packs / 4, 1), kRereading));
        if (work.group > kWarp) work.threads = work.group;
        work.reads = pack_bytes <= 32 ? 4 : 2;
        return;
    }
    const bool in_a_warp = packs <= kWarp * most;
    const std::size_t group = in_a_warp ? std::min(std::bit_ceil(divided_up(packs, some)), kWarp)
                                        : group_of(divided_up(packs, most), kMostThreads);
    work.group = small(group);
    if (!in_a_warp) work.threads = work.group;
    work.held = small(std::bit_ceil(divided_up(packs, group)));
}

// A core runs all of a block, whose warps are its vectors; and its caches are as good as registers.
void share_on_cpu(LineWork& work, std::size_t packs) {
    constexpr std::size_t kWorthABlock = 1024;
    work.group = small(packs < kWarp ? 1 : kWarp);
    if (packs >= kWorthABlock) work.threads = kWarp;
}

// Evaluating

// One evaluation: everything that its kernel depends on, and what the launch needs.
class LineEvaluation {
public:
    LineEvaluation(Stream& stream, const Elements& to, const AnyExpression& expression)
        : stream_(stream),
          to_(to),
          expression_(expression),
          lines_(lines_of(expression)),
          is_whole_(expression.shape == lines_.all) {
        make_loops();
        variant_ = variant_of(expression, loops_, 1);
        choose_work();
    }

    void launch() {
        const CachedKernel kernel =
            KernelCache::of(stream_.device()).get(stream_.device(), key(), [this] {
                return source();
            });
        ArgumentBytes operands, output, reductions, work;
        append_operands(operands, expression_, variant_, loops_, 1);
        append_elements(output, to_.data, loops_, 0, variant_.wide);
        append_reductions(reductions);
        append_index(work, static_cast<std::ptrdiff_t>(lines_.count()), variant_.wide);
        append_index(work, static_cast<std::ptrdiff_t>(line_rows_), variant_.wide);
        const std::array<void*, 4> arguments{operands.data(), output.data(), reductions.data(),
                                             work.data()};
        const std::size_t in_block = work_.threads / work_.group;
        stream_.state().launch(
            kernel.module, *kernel.kernel,
            {.grid = {static_cast<unsigned>(divided_up(lines_.count(), in_block)), 1, 1},
             .block = {work_.threads, 1, 1}},
            arguments);
    }

private:
    // Those over lines outside, those within lines inside.
    void make_loops() {
        const std::size_t count = expression_.operands.arrays().size() + 1;
        std::array<Strides, kMaxOperands + 1> strides;
        strides[0] = strides_of_output();
        for (std::size_t i = 1; i < count; ++i) strides[i] = strides_in(expression_, lines_, i - 1);
        const std::span all(strides.data(), count);
        const std::size_t rank = lines_.all.rank();
        const Loops outer = loops_over_axes(all, 0, lines_.outer);
        const Loops within = loops_over_axes(all, lines_.outer, rank);
        loops_ = outer;
        if (is_single(outer)) loops_.rank = 0;
        append_loops(loops_, within, 0, within.rank);
        line_rows_ = within.rows();
    }

    Loops loops_over_axes(std::span<const Strides> strides, std::size_t first,
                          std::size_t last) const {
        std::array<Strides, kMaxOperands + 1> parts;
        for (std::size_t i = 0; i < strides.size(); ++i)
            parts[i] = Strides(std::span(strides[i].begin() + first, strides[i].begin() + last));
        return loops_over(lines_.part(first, last), {parts.data(), strides.size()},
                          LoopOrder::as_indexed);
    }

    Strides strides_of_output() const {
        if (is_whole_) return to_.layout.strides;
        Strides strides(std::span(to_.layout.strides.begin(), lines_.outer));
        while (strides.rank() < lines_.all.rank()) strides.append(0);
        return strides;
    }

    void choose_work() {
        const bool is_gpu = stream_.device().kind() != BackendKind::cpu;
        std::size_t together = 1;
        for (const ArrayOperand& array : expression_.operands.arrays())
            together = std::max<std::size_t>(together, array.together);
        const std::size_t widest =
            is_gpu ? widest_pack(expression_, is_whole_ ? to_.element_bytes : 0) : 1;
        const std::size_t pack = std::max(widest, together);
        work_.pack = packs_fit(pack) ? small(pack) : 1;
        const std::size_t packs = lines_.size() / work_.pack;
        if (is_gpu)
            share_on_gpu(work_, packs, work_.pack * held_bytes());
        else
            share_on_cpu(work_, packs);
    }

    bool packs_fit(std::size_t pack) const {
        if (loops_.columns() % pack != 0) return false;
        const auto arrays = expression_.operands.arrays();
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (!is_aligned(arrays[i].data, arrays[i].type.size_bytes, loops_, i + 1, pack))
                return false;
        return !is_whole_ || is_aligned(to_.data, to_.element_bytes, loops_, 0, pack);
    }

    // The bytes of registers that a thread keeps of each element; of a sequence they are not known.
    std::size_t held_bytes() const {
        const auto arrays = expression_.operands.arrays();
        std::array<bool, kMaxOperands> is_held{};  // by their first place, reduced or not
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            bool& is_counted = is_held[variant_.same_as[i]];
            if (is_counted || !is_reduced(expression_, i)) continue;
            is_counted = true;
            bytes += arrays[i].data ? std::max<std::size_t>(arrays[i].type.size_bytes, 4) : 8;
        }
        return std::max<std::size_t>(bytes, 4);
    }

    // As `Reductions`, in which structs without members have some bytes, too.
    void append_reductions(ArgumentBytes& bytes) const {
        for (const LineReduction& reduction : expression_.operands.reductions()) {
            bytes.append(reduction.members, 16);
            if (reduction.members.empty()) bytes.append(std::byte());
        }
        bytes.align(16);
    }

    // Whether all packs that threads can keep are there.
    bool is_full() const {
        return lines_.size() == std::size_t(work_.group) * work_.pack * work_.held;
    }

    KernelKey key() const {
        KernelKey key;
        key.append(&evaluate_lines);
        append_key(key, expression_, variant_);
        for (const LineReduction& reduction : expression_.operands.reductions())
            if (!reduction.text.empty()) {
                key.append(std::hash<std::string_view>()(reduction.text));
                key.append(reduction.text.size());
            }
        key.append(work_);
        key.append(std::array{static_cast<std::uint8_t>(loops_.step(0)), std::uint8_t(is_whole_),
                              std::uint8_t(line_rows_ == 1), std::uint8_t(is_full())});
        return key;
    }

    KernelSource source() const {
        std::string text = expression_source(expression_, variant_);
        text += fmt::format(
            "namespace glint::expression {{\nconstexpr int kPack = {};\nconstexpr int kHeld = {};\n"
            "constexpr int kReads = {};\nconstexpr int kGroup = {};\nconstexpr int kThreads = {};\n"
            "constexpr bool kFlat = {};\nconstexpr bool kFull = {};\nconstexpr bool kWhole = "
            "{};\nusing Output = {};\n"
            "}}  // namespace glint::expression\n",
            work_.pack, work_.held, work_.reads, work_.group, work_.threads, line_rows_ == 1,
            is_full(), is_whole_,
            elements_type(expression_.type.name, loops_.rank, loops_.step(0)));
        return {.file = "array/lines.cu",
                .kernel = "evaluate_lines",
                .headers = {{"array/line_expression.cuh", std::move(text)}}};
    }

    Stream& stream_;
    const Elements& to_;
    const AnyExpression& expression_;
    LineShape lines_;
    bool is_whole_;  // there is a result for each element, not one for each line
    Loops loops_;
    std::size_t line_rows_ = 1;  // of the loops, in each line
    ExpressionVariant variant_;
    LineWork work_;
};

}  // namespace

bool is_reduced(const AnyExpression& expression, std::size_t number) noexcept {
    return std::ranges::any_of(expression.operands.reductions(), [&](const LineReduction& each) {
        return each.first <= number && number < each.last;
    });
}

bool fits_lines(AnyExpression& expression) {
    const OperandList& operands = expression.operands;
    if (operands.refuses_lines() || operands.reductions().empty()) return false;
    if (!have_one_shape(operands.reductions())) return false;
    const LineShape lines = lines_of(expression);
    if (!have_good_size(lines)) return false;
    expression.shape = shape_of_result(expression);
    return results_fit(expression, lines) && lie_along(expression, lines);
}

void evaluate_lines(Stream& stream, const Elements& to, const AnyExpression& expression) {
    LineEvaluation(stream, to, expression).launch();
}

}  // namespace glint::detail
