#include <glint/array/detail/line_work.hpp>

#include <algorithm>
#include <bit>

#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kWarp = 32, kBlock = 256;
constexpr std::size_t kMostThreads = 1024, kRereading = 512;
constexpr std::size_t kHeldBytes = 128;  // of a thread's registers

std::uint16_t small(std::size_t value) { return static_cast<std::uint16_t>(value); }

// The most packs that a thread keeps, and how many give it enough reads under way.
std::size_t most_held(const LineLoad& load) {
    return std::max<std::size_t>(std::bit_floor(kHeldBytes / load.held_bytes), 1);
}
std::size_t some_held(const LineLoad& load) {
    return std::clamp<std::size_t>(kHeldBytes / 4 / load.held_bytes, 1, 4);
}

void read_again(LineWork& work, const LineLoad& load) {
    work.reads = load.held_bytes <= 8 ? 8 : load.held_bytes <= 32 ? 4 : 2;
}

// A part of a warp, or a block.
std::size_t group_of(std::size_t threads, std::size_t most) {
    constexpr std::size_t kLeastBlock = 128;
    const std::size_t group = std::bit_ceil(threads);
    return group <= kWarp ? group : std::clamp(group, kLeastBlock, most);
}

// A line stays in registers if it can, of few threads, so that there are few to agree, each of them
// with some reads under way.
void share_along(LineWork& work, const LineLoad& load) {
    const std::size_t most = most_held(load);
    if (load.packs > kMostThreads * most) {
        work.group = small(group_of(std::max<std::size_t>(load.packs / 4, 1), kRereading));
        if (work.group > kWarp) work.threads = work.group;
        return read_again(work, load);
    }
    const bool in_a_warp = load.packs <= kWarp * most;
    const std::size_t group =
        in_a_warp ? std::min(std::bit_ceil(ceil_div(load.packs, some_held(load))), kWarp)
                  : group_of(ceil_div(load.packs, most), kMostThreads);
    work.group = small(group);
    if (!in_a_warp) work.threads = work.group;
    work.held = small(std::bit_ceil(ceil_div(load.packs, group)));
}

// Threads beside each other that read a whole line of a cache, or as many as there are lines. Their
// warps' states are in shared memory.
std::size_t narrowest(const LineLoad& load) {
    constexpr std::size_t kCacheLine = 128, kSharedBytes = 32768;
    std::size_t threads =
        std::min(std::bit_ceil(load.lines), std::bit_ceil(ceil_div(kCacheLine, load.read_bytes)));
    const std::size_t bytes = (kMostThreads / kWarp + 1) * load.state_bytes;
    while (threads > 1 && threads * bytes > kSharedBytes) threads /= 2;
    return threads;
}

// Threads beside each other read whole lines of a cache, or as many lines as there are; those below
// each other share the elements. Where these are few, more lines go into a block.
void share_across(LineWork& work, const LineLoad& load) {
    const std::size_t all = std::bit_ceil(load.lines), narrow = narrowest(load);
    const std::size_t wanted = std::bit_ceil(ceil_div(load.packs, some_held(load)));
    std::size_t threads = kBlock;
    while (threads < kMostThreads && threads / narrow * most_held(load) < load.packs) threads *= 2;
    const bool is_held = threads / narrow * most_held(load) >= load.packs;
    if (!is_held) threads = kRereading;
    const std::size_t down = std::min(wanted, threads / narrow);
    const std::size_t beside = std::min(all, threads / down);
    work.group = small(std::max(down, ceil_div(kWarp, beside)));
    work.threads = small(work.group * beside);
    if (is_held)
        work.held = small(std::bit_ceil(ceil_div(load.packs, work.group)));
    else
        read_again(work, load);
}

// Each block of a team has as many elements, side by side.
void share_with_team(LineWork& work, const LineLoad& load, std::size_t blocks) {
    const std::size_t each = ceil_div(load.packs, blocks * work.group);
    work.held = each <= most_held(load) ? small(std::bit_ceil(each)) : 0;
    if (work.held == 0) read_again(work, load);
}

// Blocks whose lines are not all side by side have to find each by itself.
LineWork with_tiles(LineWork work, const LineLoad& load) {
    work.tiled = load.across && load.beside >= std::size_t(work.threads / work.group);
    return work;
}

LineWork alone_on_gpu(const LineLoad& load) {
    LineWork work{.pack = small(load.pack), .across = load.across};
    if (load.across)
        share_across(work, load);
    else
        share_along(work, load);
    return with_tiles(work, load);
}

// A core runs all of a block, whose warps are its vectors; and its caches are as good as registers.
// Across, a vector has a line in each lane.
LineWork alone_on_cpu(const LineLoad& load) {
    constexpr std::size_t kWorthABlock = 1024;
    LineWork work{.pack = small(load.pack), .across = load.across};
    const bool is_long = load.packs >= kWorthABlock;
    if (load.across) {
        const std::size_t beside = std::min(std::bit_ceil(load.lines), kBlock);
        work.group = small(ceil_div(kWarp, beside));
        work.threads = small(work.group * beside);
    } else {
        work.group = small(load.packs < kWarp ? 1 : kWarp);
        if (is_long) work.threads = kWarp;
    }
    return with_tiles(work, load);
}

// What a block goes over.
std::size_t block_bytes(const LineLoad& load, const LineWork& work) {
    return load.packs * load.read_bytes * (work.threads / work.group);
}

// The threads of a block of a team: all for one line or, across, for those of a cache line.
LineWork in_team(const LineLoad& load) {
    LineWork work{.threads = kRereading,
                  .group = kRereading,
                  .pack = small(load.pack),
                  .across = load.across};
    if (load.across) work.group = small(kRereading / narrowest(load));
    return with_tiles(work, load);
}

// A team has the blocks that keep a line in their registers, or as many as there are.
LinePlan team_on_gpu(const LineLoad& load, std::size_t resident) {
    constexpr std::size_t kLeastBytes = 8192;
    LinePlan plan{.work = in_team(load)};
    const std::size_t lines = line_blocks(load, plan.work);
    const std::size_t need = ceil_div(load.packs, plan.work.group * most_held(load));
    plan.sharing.teams = std::clamp<std::size_t>(resident / need, 1, lines);
    if (need > resident) plan.sharing.teams = std::min(lines, resident);
    const std::size_t useful = std::max(need, block_bytes(load, plan.work) / kLeastBytes);
    plan.sharing.blocks = std::clamp<std::size_t>(useful, 1, resident / plan.sharing.teams);
    share_with_team(plan.work, load, plan.sharing.blocks);
    return plan;
}

// Where blocks alone would leave multiprocessors without work, or read lines again that a team can
// keep.
LinePlan plan_on_gpu(const LineLoad& load, const LineProcessor& gpu) {
    constexpr std::size_t kMostAlone = kMostThreads * kHeldBytes;
    const LinePlan alone{.work = alone_on_gpu(load)};
    const std::size_t resident = gpu.count * (kMostThreads / kRereading);
    const bool are_few =
        line_blocks(load, alone.work) < gpu.count && block_bytes(load, alone.work) > kMostAlone;
    if (!are_few && alone.work.held > 0) return alone;
    LinePlan team = team_on_gpu(load, resident);
    if (!team.sharing.is_any() || (!are_few && team.work.held == 0)) return alone;
    if (!gpu.at_once) {
        team.work.held = 0;
        read_again(team.work, load);
        team.sharing.teams = line_blocks(load, team.work);
    }
    return team;
}

LinePlan plan_on_cpu(const LineLoad& load, const LineProcessor& cpu) {
    constexpr std::size_t kWorthATeam = 32768, kLeastElements = 8192;
    LinePlan plan{.work = alone_on_cpu(load)};
    const std::size_t lines = line_blocks(load, plan.work);
    const std::size_t elements = load.packs * load.pack * (plan.work.threads / plan.work.group);
    if (lines >= 2 * cpu.count || elements < kWorthATeam) return plan;
    plan.sharing.blocks = std::min(ceil_div(4 * cpu.count, lines), elements / kLeastElements);
    plan.sharing.teams = lines;
    return plan;
}

}  // namespace

std::size_t line_blocks(const LineLoad& load, const LineWork& work) {
    const std::size_t lines = work.threads / work.group;
    if (!work.tiled) return ceil_div(load.lines, lines);
    return load.lines / load.beside * ceil_div(load.beside, lines);
}

LinePlan line_plan(const LineLoad& load, const LineProcessor& processor) {
    return processor.is_cpu ? plan_on_cpu(load, processor) : plan_on_gpu(load, processor);
}

LinePlan line_plan_alone(const LineLoad& load, const LineProcessor& processor) {
    return {.work = processor.is_cpu ? alone_on_cpu(load) : alone_on_gpu(load)};
}

LinePlan with_fewer_blocks(const LineLoad& load, const LinePlan& plan, std::size_t most) {
    LinePlan fewer = plan;
    fewer.sharing.blocks = std::clamp<std::size_t>(most, 1, plan.sharing.blocks);
    fewer.sharing.teams =
        std::max<std::size_t>(std::min(plan.sharing.teams, most / fewer.sharing.blocks), 1);
    share_with_team(fewer.work, load, fewer.sharing.blocks);
    return fewer;
}

}  // namespace glint::detail
