// SPDX-License-Identifier: MIT
#include <glint/array/fused/plan.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kWarp = 32, kBlock = 256, kMaxThreads = 1024;
constexpr std::size_t kHeldBytes = 128;  // register bytes per thread for held packs

std::uint16_t small(std::size_t value) { return static_cast<std::uint16_t>(value); }

// Arranges the lines of a block and computes the number of blocks. With tiles, the lines of a block
// are adjacent, so offsets of lines are cheaper to compute and the CPU can vectorize. However,
// tiles may leave some threads idle.
void lay_out(FusedPlan& plan, const FusedLoad& load) {
    const std::size_t lines = plan.work.threads / plan.work.group,
                      adjacent_lines = load.adjacent_lines;
    plan.work.is_tiled =
        load.is_columnwise && (adjacent_lines == load.lines || adjacent_lines % lines == 0 ||
                               adjacent_lines >= (load.is_cpu() ? lines : 4 * lines));
    plan.blocks = plan.work.is_tiled ? load.lines / adjacent_lines * ceil_div(adjacent_lines, lines)
                                     : ceil_div(load.lines, lines);
}

FusedWork work_of(const FusedLoad& load) {
    return {.pack = small(load.pack), .is_columnwise = load.is_columnwise};
}

// The following functions plan lines that several blocks may share.

constexpr std::size_t kBlockLimit = 4096;
constexpr std::size_t kRereading = 512;  // threads per block if elements are read again

// Returns the maximum number of parts per line if blocks read their parts again. Before it reads a
// part again, a block must combine the states of all parts of the line. The limit on the parts
// keeps this cheap. It depends on the bytes of a line or, if column-wise, on the number of blocks
// and the threads per line.
std::size_t max_reread_parts(const FusedPlan& plan, const FusedLoad& load) {
    if (load.is_columnwise)
        return std::min<std::size_t>(kBlockLimit / 4 / plan.blocks, 4 * plan.work.group);
    const double bytes = static_cast<double>(load.size * load.element_bytes);
    return static_cast<std::size_t>(std::sqrt(bytes / static_cast<double>(8 * load.state_bytes)));
}

// Splits each line into parts. The size of a part is a multiple of `step`, so only the last block
// of a line ends within a step.
void split(FusedPlan& plan, const FusedLoad& load, std::size_t step, std::size_t wanted) {
    std::size_t most = kBlockLimit / plan.blocks;
    if (!load.is_one_pass && !load.is_cpu()) most = std::min(most, max_reread_parts(plan, load));
    const std::size_t parts = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(most, 1));
    plan.part_size = round_up(ceil_div(load.size, parts), step);
    plan.parts = load.size == 0 ? 1 : ceil_div(load.size, plan.part_size);
    plan.work.is_split = plan.parts > 1;
    // `join` describes the launch that combines the parts of each line.
    plan.join = plan.work;
    plan.join.pack = load.is_columnwise ? 1 : plan.work.pack;
    const std::size_t lines = load.lines * (load.is_columnwise ? load.pack : 1);
    plan.join.group = small(plan.parts > kWarp ? kBlock : lines < kBlockLimit ? kWarp : 1);
    plan.join.threads = small(kBlock);
    plan.join.is_tiled = false;
    plan.join_blocks = ceil_div(lines, kBlock / plan.join.group);
}

constexpr std::size_t kPartBytes = std::size_t(64) << 10;  // minimum number of bytes per block

// Limits `reads`, the number of loads in flight, to `most`, the number of packs per thread.
std::size_t within(std::size_t reads, std::size_t most) {
    return std::min(reads, std::bit_floor(std::max<std::size_t>(most, 1)));
}

// Returns the number of threads per line. On GPUs, a long line gets a whole block, and so does a
// shorter line if there are few lines. For other lines, the number is small enough that each
// thread gets at least two packs. On the CPU, lines of fewer than 32 elements get one thread,
// because exchanging data between threads is expensive.
std::size_t row_group(const FusedLoad& load) {
    if (load.has_thread_each) return 1;
    if (load.is_cpu()) return load.size < kWarp ? 1 : load.size < 4096 ? kWarp : kBlock;
    const bool are_few = load.lines < kBlockLimit / 4;
    if (load.packs() >= 1024 || (are_few && load.packs() >= 2 * kWarp)) return kBlock;
    return std::bit_floor(std::clamp<std::size_t>(load.packs() / 2, 1, kWarp));
}

void share_rows(FusedPlan& plan, const FusedLoad& load) {
    FusedWork& work = plan.work;
    work.group = small(row_group(load));
    work.reads = small(within(work.reads, load.packs() / work.group));
    lay_out(plan, load);
    if (work.group == kBlock)
        split(plan, load, kBlock * work.pack * work.reads,
              load.size * load.element_bytes / kPartBytes);
}

// Adjacent threads read adjacent packs of columns. If n threads share a column, each reads every
// n-th row.
void share_columns(FusedPlan& plan, const FusedLoad& load) {
    FusedWork& work = plan.work;
    const std::size_t threads = load.is_one_pass ? kBlock : kRereading;
    const std::size_t packs = std::bit_ceil(load.adjacent_lines), narrow = std::min(packs, kWarp);
    const std::size_t down =
        std::bit_floor(std::clamp<std::size_t>(load.size / work.reads, 1, threads / narrow));
    const std::size_t adjacent_lines = std::min(packs, threads / down);
    work.group = small(std::max(down, ceil_div(kWarp, adjacent_lines)));
    work.threads = small(work.group * adjacent_lines);
    work.reads = small(within(work.reads, load.size / work.group));
    lay_out(plan, load);
    const std::size_t step = work.group * std::size_t(work.reads);
    const std::size_t bytes = load.size * adjacent_lines * load.pack * load.element_bytes;
    split(plan, load, step, std::min(bytes / kPartBytes, load.size / (4 * step)));
}

FusedPlan shared(const FusedLoad& load) {
    FusedPlan plan{.work = work_of(load), .part_size = load.size};
    plan.work.reads = load.operands <= 2 ? 4 : 2;
    if (!load.is_cpu() && load.pack == 1) plan.work.reads *= 2;
    if (load.is_columnwise)
        share_columns(plan, load);
    else
        share_rows(plan, load);
    return plan;
}

// The following functions plan lines that are each processed by one block. The block holds elements
// in registers or reads them again at each level.

// max_held() is the maximum number of packs that a thread can hold in registers. some_held() is the
// number that gives a thread enough loads in flight.
std::size_t max_held(const FusedLoad& load) {
    return std::max<std::size_t>(std::bit_floor(kHeldBytes / load.held_bytes), 1);
}
std::size_t some_held(const FusedLoad& load) {
    return std::clamp<std::size_t>(kHeldBytes / 4 / load.held_bytes, 1, 4);
}

void plan_rereading(FusedWork& work, const FusedLoad& load) {
    work.reads = load.held_bytes <= 8 ? 8 : load.held_bytes <= 32 ? 4 : 2;
}

// Rounds the number of threads up to a power of two. If they exceed a warp, they form a block of
// 128 to `most` threads.
std::size_t group_of(std::size_t threads, std::size_t most) {
    constexpr std::size_t kMinBlock = 128;
    const std::size_t group = std::bit_ceil(threads);
    return group <= kWarp ? group : std::clamp(group, kMinBlock, most);
}

// Holds a line in registers if the line fits. Uses few threads per line, each with several loads in
// flight, which reduces synchronization.
void hold_rows(FusedWork& work, const FusedLoad& load) {
    const std::size_t most = max_held(load), packs = load.packs();
    if (packs > kMaxThreads * most) {
        work.group = small(group_of(std::max<std::size_t>(packs / 4, 1), kRereading));
        if (work.group > kWarp) work.threads = work.group;
        return plan_rereading(work, load);
    }
    const bool in_a_warp = packs <= kWarp * most;
    const std::size_t group = in_a_warp
                                  ? std::min(std::bit_ceil(ceil_div(packs, some_held(load))), kWarp)
                                  : group_of(ceil_div(packs, most), kMaxThreads);
    work.group = small(group);
    if (!in_a_warp) work.threads = work.group;
    work.held = small(std::bit_ceil(ceil_div(packs, group)));
}

// Returns the number of adjacent threads that together read a whole cache line, but at most the
// number of lines. Returns fewer threads if the states would not fit into shared memory.
std::size_t narrowest(const FusedLoad& load) {
    constexpr std::size_t kCacheLine = 128, kSharedBytes = 32768;
    std::size_t threads =
        std::min(std::bit_ceil(load.lines), std::bit_ceil(ceil_div(kCacheLine, load.read_bytes)));
    const std::size_t bytes = (kMaxThreads / kWarp + 1) * load.state_bytes;
    while (threads > 1 && threads * bytes > kSharedBytes) threads /= 2;
    return threads;
}

// Adjacent threads read whole cache lines, or all lines of the expression if there are few. Threads
// of the same column share the column's elements. If lines have few elements, a block processes
// more lines.
void hold_columns(FusedWork& work, const FusedLoad& load) {
    const std::size_t all = std::bit_ceil(load.lines), narrow = narrowest(load);
    const std::size_t wanted = std::bit_ceil(ceil_div(load.size, some_held(load)));
    std::size_t threads = kBlock;
    while (threads < kMaxThreads && threads / narrow * max_held(load) < load.size) threads *= 2;
    const bool is_held = threads / narrow * max_held(load) >= load.size;
    if (!is_held) threads = kRereading;
    const std::size_t down = std::min(wanted, threads / narrow);
    const std::size_t adjacent_lines = std::min(all, threads / down);
    work.group = small(std::max(down, ceil_div(kWarp, adjacent_lines)));
    work.threads = small(work.group * adjacent_lines);
    if (is_held)
        work.held = small(std::bit_ceil(ceil_div(load.size, work.group)));
    else
        plan_rereading(work, load);
}

// On the CPU, one core runs a whole block, whose warps become vectors. The core's caches are as
// fast as registers, so elements are read again instead of held.
void read_on_cpu(FusedWork& work, const FusedLoad& load) {
    constexpr std::size_t kWorthABlock = 1024;
    if (load.is_columnwise) {
        const std::size_t adjacent_lines = std::min(std::bit_ceil(load.lines), kBlock);
        work.group = small(ceil_div(kWarp, adjacent_lines));
        work.threads = small(work.group * adjacent_lines);
    } else {
        work.group = small(load.size < kWarp ? 1 : kWarp);
        if (load.size >= kWorthABlock) work.threads = kWarp;
    }
}

FusedPlan in_a_block(const FusedLoad& load) {
    FusedPlan plan{.work = work_of(load), .part_size = load.size};
    FusedWork& work = plan.work;
    if (load.is_cpu())
        read_on_cpu(work, load);
    else if (load.is_columnwise)
        hold_columns(work, load);
    else
        hold_rows(work, load);
    lay_out(plan, load);
    return plan;
}

// Returns the number of lines that a block processes.
std::size_t lines_of_block(const FusedPlan& plan, const FusedLoad& load) {
    return std::min<std::size_t>(plan.work.threads / plan.work.group, load.lines);
}

// Splits long lines between blocks if there are so few blocks that most of a GPU would be idle.
FusedPlan on_gpu(const FusedLoad& load) {
    constexpr std::size_t kFew = 128, kLongBytes = kMaxThreads * kHeldBytes;
    const FusedPlan plan = in_a_block(load);
    const bool are_long = load.packs() * load.read_bytes * lines_of_block(plan, load) > kLongBytes;
    const bool is_read_again = load.is_columnwise && plan.work.held == 0;
    return is_read_again || (plan.blocks < kFew && are_long) ? shared(load) : plan;
}

FusedPlan on_cpu(const FusedLoad& load) {
    constexpr std::size_t kWorthSharing = 32768, kMinElements = 8192;
    FusedPlan plan = in_a_block(load);
    const std::size_t elements = load.size * lines_of_block(plan, load);
    if (plan.blocks < 2 * load.cpu_threads && elements >= kWorthSharing)
        split(plan, load, std::size_t(plan.work.group) * load.pack,
              std::min(ceil_div(4 * load.cpu_threads, plan.blocks), elements / kMinElements));
    return plan;
}

}  // namespace

FusedPlan fused_plan(const FusedLoad& load) {
    if (load.is_one_pass) return shared(load);
    return load.is_cpu() ? on_cpu(load) : on_gpu(load);
}

bool suits_single_threads(std::size_t lines, std::size_t packs, std::size_t size) noexcept {
    constexpr std::size_t kEnough = 16384, kFewPacks = 1024;
    return lines >= kEnough && packs < kWarp && packs * size < kFewPacks && size > 1;
}

}  // namespace glint::detail
