#include <glint/array/line_work.hpp>

#include <algorithm>
#include <bit>

namespace glint::detail {
namespace {

constexpr std::size_t kWarp = 32, kBlock = 256;
constexpr std::size_t kMostThreads = 1024, kRereading = 512;
constexpr std::size_t kHeldBytes = 128;  // of a thread's registers

std::size_t divided_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

std::uint16_t small(std::size_t value) { return static_cast<std::uint16_t>(value); }

// The most packs that a thread keeps, and how many give it enough reads under way.
std::size_t most_held(const LineLoad& load) {
    return std::max<std::size_t>(std::bit_floor(kHeldBytes / load.held_bytes), 1);
}
std::size_t some_held(const LineLoad& load) {
    return std::clamp<std::size_t>(kHeldBytes / 4 / load.held_bytes, 1, 4);
}

void read_again(LineWork& work, const LineLoad& load) {
    work.reads = load.held_bytes <= 32 ? 4 : 2;
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
        in_a_warp ? std::min(std::bit_ceil(divided_up(load.packs, some_held(load))), kWarp)
                  : group_of(divided_up(load.packs, most), kMostThreads);
    work.group = small(group);
    if (!in_a_warp) work.threads = work.group;
    work.held = small(std::bit_ceil(divided_up(load.packs, group)));
}

// Threads beside each other read whole lines of a cache, or as many lines as there are; those below
// each other share the elements. Where these are few, more lines go into a block.
void share_across(LineWork& work, const LineLoad& load) {
    constexpr std::size_t kCacheLine = 128;
    const std::size_t all = std::bit_ceil(load.lines);
    const std::size_t narrow =
        std::min(all, std::max<std::size_t>(kCacheLine / load.read_bytes, 1));
    const std::size_t wanted = std::bit_ceil(divided_up(load.packs, some_held(load)));
    std::size_t threads = kBlock;
    while (threads < kMostThreads && threads / narrow * most_held(load) < load.packs) threads *= 2;
    const bool is_held = threads / narrow * most_held(load) >= load.packs;
    if (!is_held) threads = kRereading;
    const std::size_t down = std::min(wanted, threads / narrow);
    const std::size_t beside = std::min(all, threads / down);
    work.group = small(std::max(down, divided_up(kWarp, beside)));
    work.threads = small(work.group * beside);
    if (is_held)
        work.held = small(std::bit_ceil(divided_up(load.packs, work.group)));
    else
        read_again(work, load);
}

}  // namespace

LineWork line_work_of_gpu(const LineLoad& load) {
    LineWork work{.pack = small(load.pack), .across = load.across};
    if (load.across)
        share_across(work, load);
    else
        share_along(work, load);
    return work;
}

// A core runs all of a block, whose warps are its vectors; and its caches are as good as registers.
// Across, a vector has a line in each lane.
LineWork line_work_of_cpu(const LineLoad& load) {
    constexpr std::size_t kWorthABlock = 1024;
    LineWork work{.pack = small(load.pack), .across = load.across};
    const bool is_long = load.packs >= kWorthABlock;
    if (load.across) {
        const std::size_t beside = std::min(std::bit_ceil(load.lines), is_long ? kWarp : kBlock);
        work.group = small(divided_up(kWarp, beside));
        work.threads = small(work.group * beside);
    } else {
        work.group = small(load.packs < kWarp ? 1 : kWarp);
        if (is_long) work.threads = kWarp;
    }
    return work;
}

}  // namespace glint::detail
