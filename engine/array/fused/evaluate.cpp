// SPDX-License-Identifier: MIT
#include <glint/array/fused/evaluate.hpp>

#include <algorithm>
#include <vector>

#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/packs.hpp>
#include <glint/array/fused/kernel.hpp>
#include <glint/array/fused/line_loops.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

// One evaluation, with all parameters of its kernel and its launch.
class FusedEvaluation {
public:
    FusedEvaluation(Stream& stream, const Elements& to, const AnyExpression& expression)
        : stream_(stream),
          to_(to),
          expression_(expression),
          lines_(expression),
          loops_(line_loops(lines_, expression, to)) {
        find_levels();
        variant_ = variant_of(expression, loops_.loops, 1);
        choose_plan();
    }

    void launch() {
        ArgumentBytes operands, output, reductions;
        append_operands(operands, expression_, variant_, loops_.loops, 1);
        append_elements(output, to_.data, loops_.loops, 0, variant_.wide);
        append_reductions(reductions);
        const auto describe = [this](KernelRecipe& recipe) {
            describe_expression(recipe, expression_, variant_);
            describe_output(recipe, expression_, loops_.loops);
        };
        kernel_.launch(stream_, describe, {operands.data(), output.data(), reductions.data()});
    }

private:
    bool is_on_cpu() const { return stream_.device().kind() == BackendKind::cpu; }

    // All levels store their states in the same buffer, one level after another. The buffer's
    // alignment suits any state.
    void find_levels() {
        const std::vector<std::size_t>& bytes = lines_.level_bytes();
        const std::size_t most = *std::ranges::max_element(bytes);
        kernel_.levels = bytes.size();
        kernel_.state_bytes = bytes.size() > 1 ? round_up(most, LineShape::kMaxAlignment) : most;
    }
    // True if elements are read only once.
    bool is_one_pass() const { return kernel_.levels == 1 && !kernel_.is_whole; }

    void choose_plan() {
        kernel_.is_whole = lines_.is_whole();
        FusedLoad load = load_with(choose_pack());
        if (load.is_one_pass && load.is_columnwise &&
            suits_single_threads(lines_.count(), load.adjacent_lines, load.size)) {
            turn_to_rows(loops_);
            variant_ = variant_of(expression_, loops_.loops, 1);
            load = load_with(1);
            load.has_thread_each = true;
        }
        kernel_.plan = fused_plan(load);
        kernel_.has_tail = !load.is_columnwise && load.size % load.pack != 0;
        if (kernel_.has_tail && kernel_.plan.work.held > 0) {
            load = load_with(1);
            kernel_.plan = fused_plan(load);
            kernel_.has_tail = false;
        }
        kernel_.is_flat = loops_.is_flat();
        kernel_.lines = load.lines;
        kernel_.rows = loops_.rows;
        kernel_.size = load.size;
    }

    FusedLoad load_with(std::size_t pack) const {
        const bool is_columnwise = loops_.is_columnwise;
        return {.cpu_threads = is_on_cpu() ? stream_.device().info().multiprocessors : 0,
                .is_columnwise = is_columnwise,
                .is_one_pass = is_one_pass(),
                .pack = pack,
                .lines = lines_.count() / (is_columnwise ? pack : 1),
                .adjacent_lines = is_columnwise ? loops_.loops.columns() / pack : 1,
                .size = lines_.size(),
                .operands = expression_.operands.arrays().size(),
                .element_bytes = element_bytes(),
                .read_bytes = pack * widest_element(),
                .held_bytes = pack * held_bytes(),
                .state_bytes = lines_.state_bytes() * (is_columnwise ? pack : 1)};
    }

    // In column-wise kernels, a thread has one state for each line of its pack.
    std::size_t choose_pack() const {
        const std::size_t max_state_bytes = is_one_pass() ? 128 : 64;
        std::size_t together = 1;
        for (const ArrayOperand& array : expression_.operands.arrays())
            together = std::max<std::size_t>(together, array.together);
        std::size_t pack =
            is_on_cpu() ? 1 : widest_pack(expression_, is_packed() ? to_.element_bytes : 0);
        pack = std::max(pack, together);
        if (!loops_.is_columnwise) return packs_fit(pack) ? pack : 1;
        while (pack > 1 && (pack * lines_.state_bytes() > max_state_bytes || !packs_fit(pack)))
            pack /= 2;
        return pack;
    }

    // True if results are written in packs.
    bool is_packed() const { return loops_.is_columnwise || kernel_.is_whole; }

    // The last pack of a line may be partial only if the line is a single row.
    bool packs_fit(std::size_t pack) const {
        const Loops& loops = loops_.loops;
        if (loops.columns() < pack || (!loops_.is_flat() && loops.columns() % pack != 0))
            return false;
        const auto arrays = expression_.operands.arrays();
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (!is_aligned(arrays[i].data, arrays[i].type.size_bytes, loops, i + 1, pack))
                return false;
        return !is_packed() || is_aligned(to_.data, to_.element_bytes, loops, 0, pack);
    }

    std::size_t element_bytes() const {
        std::size_t bytes = 0;
        for (const ArrayOperand& array : expression_.operands.arrays())
            if (array.data) bytes += array.type.size_bytes;
        return std::max<std::size_t>(bytes, 1);
    }
    std::size_t widest_element() const {
        std::size_t bytes = 1;
        for (const ArrayOperand& array : expression_.operands.arrays())
            if (array.data) bytes = std::max(bytes, array.type.size_bytes);
        return bytes;
    }
    // Returns the number of register bytes that a thread needs for each element that it holds. A
    // sequence counts as 8 bytes.
    std::size_t held_bytes() const {
        const auto arrays = expression_.operands.arrays();
        std::array<bool, kMaxOperands> is_held{};  // indexed by the first of identical operands
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            bool& is_counted = is_held[variant_.same_as[i]];
            if (is_counted || !is_reduced(expression_, i)) continue;
            is_counted = true;
            bytes += arrays[i].data ? std::max<std::size_t>(arrays[i].type.size_bytes, 4) : 8;
        }
        return std::max<std::size_t>(bytes, 4);
    }

    // Appends the members of `Reductions`. A struct without members still occupies at least one
    // byte.
    void append_reductions(ArgumentBytes& bytes) const {
        for (const LineReduction& reduction : expression_.operands.reductions()) {
            bytes.append(reduction.members, std::max<std::size_t>(reduction.alignment, 16));
            if (reduction.members.empty()) bytes.append(std::byte());
        }
        bytes.align(16);
    }

    Stream& stream_;
    const Elements& to_;
    const AnyExpression& expression_;
    LineShape lines_;
    LineLoops loops_;
    FusedKernel kernel_;
    ExpressionVariant variant_;
};

}  // namespace

void evaluate_fused(Stream& stream, const Elements& to, const AnyExpression& expression) {
    FusedEvaluation(stream, to, expression).launch();
}

}  // namespace glint::detail
