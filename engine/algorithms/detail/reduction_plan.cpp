#include <glint/algorithms/detail/reduction_plan.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include <glint/array/detail/packs.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kBlock = 256;
constexpr std::size_t kWarp = 32;

std::size_t elements(const Loops& loops) { return loops.rows() * loops.columns(); }

// The operand whose reading costs most: it decides which loop is the innermost.
std::size_t main_operand(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    const auto cost = [](const ArrayOperand& array) {
        return array.data ? reach_of(array.layout).size * array.type.size_bytes : 0;
    };
    const auto most = std::ranges::max_element(arrays, {}, cost);
    return static_cast<std::size_t>(most - arrays.begin());
}

// All operands, then the output.
using AllStrides = std::array<Strides, kMaxOperands + 1>;

// Loops over the dimensions of one kind, ordered as operand `main` lies.
Loops loops_of(const Shape& shape, const AllStrides& strides, std::size_t count,
               const PerAxis<bool>& reduced, bool kind, std::size_t main) {
    Shape extents;
    AllStrides chosen;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        if (reduced[axis] != kind) continue;
        extents.append(shape[axis]);
        for (std::size_t i = 0; i < count; ++i) chosen[i].append(strides[i][axis]);
    }
    std::swap(chosen[0], chosen[main]);
    Loops loops = loops_over(extents, {chosen.data(), count}, LoopOrder::fastest);
    std::swap(loops.strides[0], loops.strides[main]);
    return loops;
}

// Where nothing is reduced there may be no room for a loop of one.
Loops nested(const Loops& kept, const Loops& reduced, bool by_columns) {
    Loops loops;
    loops.rank = 0;
    loops.operand_count = kept.operand_count;
    const std::size_t above = by_columns ? kept.rank - 1 : is_single(kept) ? 0 : kept.rank;
    append_loops(loops, kept, 0, above);
    if (!by_columns || !is_single(reduced)) append_loops(loops, reduced, 0, reduced.rank);
    if (by_columns) append_loops(loops, kept, above, kept.rank);
    return loops;
}

// Nothing is read of it, and no thread divides by its extents.
Loops of_none(const Loops& reduced) {
    Loops none;
    none.extents[0] = 0;
    none.operand_count = reduced.operand_count;
    return none;
}

bool goes_by_columns(const Loops& kept, const Loops& reduced, std::size_t main) {
    if (is_single(kept) || elements(reduced) == 0) return false;
    if (is_single(reduced)) return true;
    const auto step = [&](const Loops& loops) {
        return std::abs(loops.strides[main][loops.rank - 1]);
    };
    return step(kept) < step(reduced);
}

// Reading

// The bytes of one element of all operands together.
std::size_t bytes_read(const AnyExpression& expression) {
    std::size_t bytes = 0;
    for (const ArrayOperand& array : expression.operands.arrays())
        if (array.data) bytes += array.type.size_bytes;
    return std::max<std::size_t>(bytes, 1);
}

std::size_t aligned(std::size_t pack, const AnyExpression& expression, const Loops& loops) {
    return are_aligned(expression, loops, pack) ? pack : 1;
}

std::size_t choose_pack(const AnyExpression& expression, const Reduction& reduction,
                        const ReductionLoops& what) {
    constexpr std::size_t kMostStateBytes = 128;  // of the columns of a thread, in registers
    std::size_t pack = widest_pack(expression);
    if (what.by_columns)
        pack = std::min(pack, std::bit_floor(std::max<std::size_t>(
                                  kMostStateBytes / reduction.state_bytes, 1)));
    const bool is_whole = what.loops.columns() % pack == 0;
    if (!is_whole && (what.by_columns || what.rows > 1)) return 1;
    return aligned(pack, expression, what.loops);
}

// Sharing out

constexpr std::size_t kSplitBytes = std::size_t(64) << 10;  // what is worth a block of its own
constexpr std::size_t kMostBlocks = 4096;

std::uint32_t small(std::size_t value) { return static_cast<std::uint32_t>(value); }

// Splits of whole steps, so that none but the last ends within one.
void split(ReductionWork& work, std::size_t size, std::size_t step, std::size_t wanted) {
    const std::size_t most =
        std::max<std::size_t>(kMostBlocks / std::max<std::size_t>(work.blocks, 1), 1);
    const std::size_t splits = std::clamp<std::size_t>(wanted, 1, most);
    work.split_size = round_up(ceil_div(size, splits), step);
    work.splits =
        std::max<std::size_t>(ceil_div(size, std::max<std::size_t>(work.split_size, 1)), 1);
}

// Threads for one output: each has at least two packs, and a block where there is little else. To
// the CPU the exchange between threads is dear.
std::size_t group_for(const ReductionLoops& what, std::size_t pack, bool is_cpu) {
    if (is_cpu) return what.count < kWarp ? 1 : what.count < 4096 ? kWarp : kBlock;
    const std::size_t packs = what.count / pack;
    const bool few = what.outputs < kMostBlocks / 4;
    if (packs >= 1024 || (few && packs >= 2 * kWarp)) return kBlock;
    return std::bit_floor(std::clamp<std::size_t>(packs / 2, 1, kWarp));
}

void share_rows(ReductionWork& work, const ReductionLoops& what, std::size_t element_bytes) {
    work.blocks = ceil_div(what.outputs, kBlock / work.group);
    work.split_size = what.count;
    if (work.group == kBlock)
        split(work, what.count, kBlock * work.pack * work.reads,
              what.count * element_bytes / kSplitBytes);
    work.join = work.splits > kWarp ? small(kBlock) : 1;
}

void share_columns(ReductionWork& work, const ReductionLoops& what, std::size_t element_bytes) {
    const std::size_t packs = ceil_div(what.loops.columns(), work.pack);
    const std::size_t narrow = std::min(std::bit_ceil(packs), kWarp);
    const std::size_t down =
        std::bit_floor(std::clamp<std::size_t>(what.rows / work.reads, 1, kBlock / narrow));
    work.across = small(std::min(std::bit_ceil(packs), kBlock / down));
    work.threads = small(work.across * down);
    work.blocks = what.outputs / what.loops.columns() * ceil_div(packs, work.across);
    const std::size_t step = down * work.reads;
    const std::size_t bytes = what.rows * work.across * work.pack * element_bytes;
    split(work, what.rows, step, std::min(bytes / kSplitBytes, what.rows / (4 * step)));
    work.join = work.splits > kWarp ? small(kBlock) : 1;
}

// By columns a block has a few of them; where that is next to nothing, but there are many outputs,
// a thread for each does better.
bool suits_threads(const ReductionLoops& what, std::size_t pack) {
    constexpr std::size_t kEnoughOutputs = 16384, kFewPacks = 1024;
    const std::size_t packs = ceil_div(what.loops.columns(), pack);
    return what.outputs >= kEnoughOutputs && packs < kWarp && packs * what.rows < kFewPacks &&
           what.count > 1;
}

// The loop over columns goes outside of those over what is reduced.
void turn_to_rows(ReductionLoops& what, std::size_t kept_outside) {
    Loops& loops = what.loops;
    for (std::size_t axis = loops.rank - 1; axis > kept_outside; --axis) {
        std::swap(loops.extents[axis], loops.extents[axis - 1]);
        for (std::size_t i = 0; i < loops.operand_count; ++i)
            std::swap(loops.strides[i][axis], loops.strides[i][axis - 1]);
    }
    what.by_columns = false;
    what.rows = what.count / loops.columns();
}

}  // namespace

std::size_t flat_pack(const AnyExpression& expression, const Loops& loops) {
    return loops.rank == 1 ? aligned(widest_pack(expression), expression, loops) : 1;
}

ReductionLoops reduction_loops(const AnyExpression& expression, const PerAxis<bool>& reduced,
                               const Strides& to) {
    const auto arrays = expression.operands.arrays();
    const std::size_t main = main_operand(expression), count = arrays.size() + 1;
    AllStrides strides;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        strides[i] = broadcast_to(arrays[i].layout, expression.shape).strides;
    strides[arrays.size()] = to;
    const Loops outer = loops_of(expression.shape, strides, count, reduced, false, main);
    const Loops all = loops_of(expression.shape, strides, count, reduced, true, main);
    const Loops inner = elements(all) == 0 ? of_none(all) : all;

    ReductionLoops what;
    what.by_columns = goes_by_columns(outer, inner, main);
    what.loops = nested(outer, inner, what.by_columns);
    what.outputs = elements(outer);
    what.count = elements(inner);
    what.rows = what.by_columns ? what.count : inner.rows();
    what.kept_outside = what.by_columns ? outer.rank - 1 : 0;
    return what;
}

ReductionWork reduction_work(const AnyExpression& expression, const Reduction& reduction,
                             ReductionLoops& what, bool is_cpu) {
    const std::size_t bytes = bytes_read(expression);
    ReductionWork work;
    work.pack = is_cpu ? 1 : small(choose_pack(expression, reduction, what));
    const bool single_threads = what.by_columns && suits_threads(what, work.pack);
    if (single_threads) {
        turn_to_rows(what, what.kept_outside);
        work.pack = 1;
    }
    work.reads = expression.operands.arrays().size() <= 2 ? 4 : 2;
    if (!is_cpu && work.pack == 1) work.reads *= 2;
    if (what.by_columns) {
        share_columns(work, what, bytes);
    } else {
        work.group = single_threads ? 1 : small(group_for(what, work.pack, is_cpu));
        share_rows(work, what, bytes);
    }
    return work;
}

}  // namespace glint::detail
