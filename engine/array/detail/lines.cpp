#include <glint/array/detail/lines.hpp>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/expression_source.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/detail/line_shape.hpp>
#include <glint/array/detail/line_work.hpp>
#include <glint/array/detail/packs.hpp>
#include <glint/backend/detail/capture_scope.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

// One evaluation: everything that its kernel depends on, and what the launch needs.
class LineEvaluation {
public:
    LineEvaluation(Stream& stream, const Elements& to, const AnyExpression& expression)
        : stream_(stream), to_(to), expression_(expression), lines_(expression) {
        make_loops();
        variant_ = variant_of(expression, loops_, 1);
        choose_work();
    }

    void launch() {
        CachedKernel kernel = find_kernel();
        if (is_at_once()) {
            const std::size_t most = resident_blocks(*kernel.kernel);
            if (plan_.sharing.blocks * plan_.sharing.teams > most) {
                plan_ = with_fewer_blocks(load_, plan_, most);
                kernel = find_kernel();
            }
        }
        ArgumentBytes operands, output, reductions, work;
        append_operands(operands, expression_, variant_, loops_, 1);
        append_elements(output, to_.data, loops_, 0, variant_.wide);
        append_reductions(reductions);
        append_index(work, static_cast<std::ptrdiff_t>(load_.lines), variant_.wide);
        append_index(work, static_cast<std::ptrdiff_t>(line_rows_), variant_.wide);
        std::array<void*, 5> arguments{operands.data(), output.data(), reductions.data(),
                                       work.data(), nullptr};
        if (plan_.sharing.is_any())
            launch_teams(kernel, arguments);
        else
            launch_blocks(kernel, line_blocks(load_, plan_.work), std::span(arguments).first(4));
    }

private:
    // The operand of which the most is read. The output if there is none.
    std::size_t main_operand() const {
        const auto arrays = expression_.operands.arrays();
        std::size_t main = 0, most = 0;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            const std::size_t bytes =
                arrays[i].data ? reach_of(arrays[i].layout).size * arrays[i].type.size_bytes : 0;
            if (bytes > most) main = i + 1;
            most = std::max(most, bytes);
        }
        return main;
    }

    // Those over lines outside, those within lines inside; across, neighbouring lines innermost.
    void make_loops() {
        const std::size_t count = expression_.operands.arrays().size() + 1, main = main_operand();
        std::array<Strides, kMaxOperands + 1> strides;
        strides[0] = lines_.strides_of(to_);
        for (std::size_t i = 1; i < count; ++i) strides[i] = lines_.strides_in(i - 1);
        std::swap(strides[0], strides[main]);
        const std::span all(strides.data(), count);
        const Loops outer = loops_over_axes(all, 0, lines_.outer());
        const Loops within = loops_over_axes(all, lines_.outer(), lines_.rank());
        load_.across = lines_.direction() == LineShape::Direction::across;
        const std::size_t above = load_.across ? outer.rank - 1 : is_single(outer) ? 0 : outer.rank;
        loops_.rank = 0;
        loops_.operand_count = count;
        append_loops(loops_, outer, 0, above);
        append_loops(loops_, within, 0, within.rank);
        if (load_.across) append_loops(loops_, outer, above, outer.rank);
        std::swap(loops_.strides[0], loops_.strides[main]);
        line_rows_ = load_.across ? lines_.size() : within.rows();
    }

    // In the order in which the first operand's elements lie.
    Loops loops_over_axes(std::span<const Strides> strides, std::size_t first,
                          std::size_t last) const {
        std::array<Strides, kMaxOperands + 1> parts;
        for (std::size_t i = 0; i < strides.size(); ++i)
            parts[i] = Strides(std::span(strides[i].begin() + first, strides[i].begin() + last));
        return loops_over(lines_.part(first, last), {parts.data(), strides.size()},
                          LoopOrder::fastest);
    }

    void choose_work() {
        const auto& info = stream_.device().info();
        processor_ = {.is_cpu = stream_.device().kind() == BackendKind::cpu,
                      .at_once = info.cooperative_launch,
                      .count = multiprocessors()};
        load_.pack = choose_pack();
        load_.lines = lines_.count() / (load_.across ? load_.pack : 1);
        load_.beside = load_.across ? loops_.columns() / load_.pack : 1;
        load_.packs = lines_.size() / (load_.across ? 1 : load_.pack);
        load_.read_bytes = load_.pack * widest_element();
        load_.held_bytes = load_.pack * held_bytes();
        load_.state_bytes = lines_.state_bytes() * (load_.across ? load_.pack : 1);
        plan_ = may_share() ? line_plan(load_, processor_) : line_plan_alone(load_, processor_);
    }

    std::size_t multiprocessors() const {
        const unsigned of_stream = stream_.state().multiprocessors();
        return std::max(of_stream > 0 ? of_stream : stream_.device().info().multiprocessors, 1u);
    }

    // Graphs have no memory of the pool. What would take a block alone very long is refused there.
    bool may_share() const {
        constexpr std::size_t kLongest = 65536, kMany = 1024;
        return driver::gives_memory(stream_.state()) ||
               (lines_.size() > kLongest && lines_.count() < kMany);
    }

    // Across, a thread has a state for each of its lines.
    std::size_t choose_pack() const {
        constexpr std::size_t kMostStateBytes = 64;
        std::size_t together = 1;
        for (const ArrayOperand& array : expression_.operands.arrays())
            together = std::max<std::size_t>(together, array.together);
        std::size_t pack =
            processor_.is_cpu ? 1 : widest_pack(expression_, is_packed() ? to_.element_bytes : 0);
        pack = std::max(pack, together);
        while (load_.across && pack > 1 && pack * lines_.state_bytes() > kMostStateBytes) pack /= 2;
        while (load_.across && pack > 1 && !packs_fit(pack)) pack /= 2;
        return packs_fit(pack) ? pack : 1;
    }

    // Whether the results are written in packs.
    bool is_packed() const { return load_.across || lines_.is_whole(); }

    bool packs_fit(std::size_t pack) const {
        if (loops_.columns() % pack != 0) return false;
        const auto arrays = expression_.operands.arrays();
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (!is_aligned(arrays[i].data, arrays[i].type.size_bytes, loops_, i + 1, pack))
                return false;
        return !is_packed() || is_aligned(to_.data, to_.element_bytes, loops_, 0, pack);
    }

    std::size_t widest_element() const {
        std::size_t bytes = 1;
        for (const ArrayOperand& array : expression_.operands.arrays())
            if (array.data) bytes = std::max(bytes, array.type.size_bytes);
        return bytes;
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

    bool is_at_once() const { return plan_.sharing.is_any() && processor_.at_once; }

    // How many blocks run at the same time.
    std::size_t resident_blocks(driver::Kernel& kernel) const {
        return kernel.occupancy(plan_.work.threads, 0).blocks * processor_.count;
    }

    void launch_blocks(const CachedKernel& kernel, std::size_t blocks,
                       std::span<void* const> arguments) {
        stream_.state().launch(kernel.module, *kernel.kernel,
                               {.grid = {static_cast<unsigned>(blocks), 1, 1},
                                .block = {plan_.work.threads, 1, 1},
                                .cooperative = is_at_once()},
                               arguments);
    }

    // Launches the blocks of all teams with the members of a `Sharing`.
    void launch_teams(const CachedKernel& kernel, std::span<void*, 5> arguments) {
        constexpr std::size_t kArrivedBytes = 128;  // as kArrivedApart has it
        const LineSharing& sharing = plan_.sharing;
        const std::size_t blocks = sharing.blocks * sharing.teams, levels = count_levels();
        const std::size_t in_block =
            load_.across ? plan_.work.threads / plan_.work.group * load_.pack : 1;
        const std::size_t part = ceil_div(load_.packs, sharing.blocks * plan_.work.group) *
                                 plan_.work.group * (load_.across ? 1 : load_.pack);
        const std::size_t turns = is_at_once() ? 2 : levels;
        const std::size_t arrived = is_at_once() ? sharing.teams * kArrivedBytes : 0;
        const Allocation scratch(stream_, arrived + turns * blocks * in_block * state_bytes(), 1);
        auto* const told = static_cast<std::byte*>(scratch.data()) + arrived;
        const std::size_t launches = is_at_once() ? 1 : levels + 1;
        for (std::size_t phase = 0; phase < launches; ++phase) {
            ArgumentBytes bytes;
            bytes.append(told);
            bytes.append(scratch.data());
            bytes.append(static_cast<long long>(part));
            bytes.append(static_cast<long long>(line_blocks(load_, plan_.work)));
            bytes.append(static_cast<int>(sharing.blocks));
            bytes.append(static_cast<int>(phase));
            arguments[4] = bytes.data();
            launch_blocks(kernel, blocks, arguments);
        }
    }

    // How many reductions there are at most each of which needs another's results.
    std::size_t count_levels() const {
        const auto reductions = expression_.operands.reductions();
        std::vector<std::size_t> levels(reductions.size(), 1);
        for (std::size_t i = 0; i < reductions.size(); ++i)
            for (std::size_t inner = 0; inner < i; ++inner)
                if (reductions[inner].first >= reductions[i].first)
                    levels[i] = std::max(levels[i], levels[inner] + 1);
        return *std::ranges::max_element(levels);
    }

    // At least those of the states of each level.
    std::size_t state_bytes() const {
        std::size_t bytes = 0;
        for (const LineReduction& reduction : expression_.operands.reductions())
            bytes += round_up(reduction.state_bytes, 32);
        return bytes;
    }

    // Appends the members of `Reductions`, in which structs without members have some bytes, too.
    void append_reductions(ArgumentBytes& bytes) const {
        for (const LineReduction& reduction : expression_.operands.reductions()) {
            bytes.append(reduction.members, 16);
            if (reduction.members.empty()) bytes.append(std::byte());
        }
        bytes.align(16);
    }

    // Whether all packs that threads can keep are there.
    bool is_full() const {
        return load_.packs == plan_.sharing.blocks * plan_.work.group * plan_.work.held;
    }
    // Whether the elements of a line are columns of one row.
    bool is_flat() const { return !load_.across && line_rows_ == 1; }

    CachedKernel find_kernel() const {
        return KernelCache::of(stream_.device()).get(stream_.device(), key(), [this] {
            return source();
        });
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
        key.append(plan_.work);
        key.append(std::array{static_cast<std::uint8_t>(loops_.step(0)),
                              std::uint8_t(lines_.is_whole()), std::uint8_t(is_flat()),
                              std::uint8_t(is_full()), std::uint8_t(plan_.sharing.is_any()),
                              std::uint8_t(is_at_once())});
        return key;
    }

    KernelSource source() const {
        std::string text = expression_source(expression_, variant_);
        text += fmt::format(
            "namespace glint::expression {{\nconstexpr int kPack = {};\nconstexpr int kHeld = {};\n"
            "constexpr int kReads = {};\nconstexpr int kGroup = {};\nconstexpr int kThreads = {};\n"
            "constexpr bool kAcross = {};\nconstexpr bool kTiled = {};\nconstexpr bool kFlat = "
            "{};\nconstexpr bool kFull = {};\n"
            "constexpr bool kWhole = {};\nconstexpr bool kAtOnce = {};\nconstexpr int kStateBytes "
            "= {};\nusing Output = {};\n"
            "}}  // namespace glint::expression\n",
            plan_.work.pack, plan_.work.held, plan_.work.reads, plan_.work.group,
            plan_.work.threads, plan_.work.across != 0, plan_.work.tiled != 0, is_flat(), is_full(),
            lines_.is_whole(), is_at_once(), state_bytes(),
            elements_type(expression_.type.name, loops_.rank, loops_.step(0)));
        return {.file = plan_.sharing.is_any() ? "array/shared_lines.cu" : "array/lines.cu",
                .kernel = "evaluate_lines",
                .headers = {{"array/line_expression.cuh", std::move(text)}}};
    }

    Stream& stream_;
    const Elements& to_;
    const AnyExpression& expression_;
    LineShape lines_;
    Loops loops_;
    std::size_t line_rows_ = 1;  // of the loops, in each line
    ExpressionVariant variant_;
    LineLoad load_;
    LineProcessor processor_;
    LinePlan plan_;
};

}  // namespace

void evaluate_lines(Stream& stream, const Elements& to, const AnyExpression& expression) {
    LineEvaluation(stream, to, expression).launch();
}

}  // namespace glint::detail
