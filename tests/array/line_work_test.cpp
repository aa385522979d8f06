#include <glint/array/detail/line_work.hpp>

#include <algorithm>
#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace glint::detail {
namespace {

LineLoad along(std::size_t lines, std::size_t packs, std::size_t pack = 4,
               std::size_t state_bytes = 4) {
    return {.pack = pack,
            .lines = lines,
            .packs = packs,
            .read_bytes = 4 * pack,
            .held_bytes = 4 * pack,
            .state_bytes = state_bytes};
}
LineLoad across(std::size_t lines, std::size_t elements, std::size_t beside, std::size_t pack = 4,
                std::size_t state_bytes = 16) {
    LineLoad load = along(lines, elements, pack, state_bytes);
    load.across = true;
    load.beside = beside;
    return load;
}

constexpr LineProcessor kGpu{.at_once = true, .count = 132};
constexpr LineProcessor kGpuWithoutTeams{.count = 132};
constexpr LineProcessor kCpu{.is_cpu = true, .count = 16};

std::string text(const LineLoad& load, const LinePlan& plan) {
    const LineWork& work = plan.work;
    return fmt::format("{} threads, {} a line, held {}, reads {}{}, {} blocks; {} x {}",
                       work.threads, work.group, work.held, work.reads, work.tiled ? ", tiled" : "",
                       line_blocks(load, work), plan.sharing.blocks, plan.sharing.teams);
}

std::vector<LineLoad> many_loads() {
    std::vector<LineLoad> loads;
    for (const std::size_t lines : {1, 2, 3, 7, 31, 32, 33, 131, 132, 500, 10'000, 1'000'000})
        for (const std::size_t packs : {1, 2, 3, 7, 8, 31, 33, 64, 255, 256, 257, 1023, 1025, 8191,
                                        8192, 8193, 100'000, 2'000'000}) {
            for (const std::size_t pack : {1, 2, 4, 16}) {
                loads.push_back(along(lines, packs, pack));
                loads.push_back(across(lines, packs, lines, pack));
                loads.push_back(across(2 * lines, packs, 2, pack));
                loads.push_back(across(lines, packs, 1, pack, 80));
            }
        }
    return loads;
}

// What the kernels rely on.
TEST(LinePlans, GiveEachElementOfEachLineToAThread) {
    for (const LineProcessor& processor : {kGpu, kGpuWithoutTeams, kCpu})
        for (const LineLoad& load : many_loads())
            for (const LinePlan& plan :
                 {line_plan(load, processor), line_plan_alone(load, processor)}) {
                const LineWork& work = plan.work;
                const std::string what = text(load, plan);
                ASSERT_TRUE(work.threads >= 32 && work.threads <= 1024) << what;
                ASSERT_EQ(work.threads % 32, 0) << what;
                ASSERT_GE(work.group, 1) << what;
                ASSERT_EQ(work.threads % work.group, 0) << what;
                ASSERT_TRUE(std::has_single_bit(unsigned(work.group))) << what;
                ASSERT_EQ(work.pack, load.pack) << what;
                ASSERT_EQ(work.across != 0, load.across) << what;
                const std::size_t lines = line_blocks(load, work) * (work.threads / work.group);
                ASSERT_GE(lines, load.lines) << what;
                if (work.tiled) {
                    ASSERT_TRUE(load.across) << what;
                    ASSERT_GE(load.beside * work.group, work.threads) << what;
                }
                if (work.held > 0) {
                    ASSERT_GE(plan.sharing.blocks * work.group * work.held, load.packs) << what;
                    ASSERT_TRUE(work.held == 1 || work.held * load.held_bytes <= 128) << what;
                } else {
                    ASSERT_TRUE(work.reads >= 1 && work.reads <= 8) << what;
                }
                if (!plan.sharing.is_any()) continue;
                ASSERT_GE(plan.sharing.teams, 1u) << what;
                ASSERT_LE(plan.sharing.teams, line_blocks(load, work)) << what;
                if (processor.at_once) {
                    ASSERT_LE(plan.sharing.blocks * plan.sharing.teams, 2 * 132u) << what;
                } else {
                    ASSERT_EQ(plan.sharing.teams, line_blocks(load, work)) << what;
                    ASSERT_EQ(work.held, 0) << what;
                }
            }
}

TEST(LinePlans, OfFewerBlocksStillHaveAllElements) {
    for (const LineLoad& load : many_loads()) {
        const LinePlan plan = line_plan(load, kGpu);
        if (!plan.sharing.is_any()) continue;
        for (const std::size_t most : {1, 2, 100, 132, 200, 264}) {
            const LinePlan fewer = with_fewer_blocks(load, plan, most);
            const std::string what = text(load, fewer);
            ASSERT_LE(fewer.sharing.blocks * fewer.sharing.teams, most) << what;
            ASSERT_GE(fewer.sharing.blocks * fewer.sharing.teams, 1u) << what;
            ASSERT_LE(fewer.sharing.blocks, plan.sharing.blocks) << what;
            if (fewer.work.held > 0) {
                ASSERT_GE(fewer.sharing.blocks * fewer.work.group * fewer.work.held, load.packs)
                    << what;
            }
        }
    }
}

// docs/arrays.md gives these lengths.
TEST(LinePlans, KeepLinesInRegistersUpToTheDocumentedLengths) {
    EXPECT_GT(line_plan(along(1000, 32768 / 4), kGpu).work.held, 0);
    EXPECT_EQ(line_plan_alone(along(1000, 32768 / 4 + 1), kGpu).work.held, 0);
    EXPECT_EQ(line_plan(along(1000, 32768 / 4), kGpu).sharing.is_any(), false);
    const std::size_t most = std::size_t(264) * 512 * 8;  // packs of 4: more than four million
    EXPECT_EQ(line_plan(along(1, most), kGpu).work.held, 8);
    EXPECT_EQ(line_plan(along(1, most), kGpu).sharing.blocks, 264u);
    EXPECT_EQ(line_plan(along(1, most + 1), kGpu).work.held, 0);
}

struct Case {
    LineLoad load;
    LineProcessor processor;
    const char* plan;
};

// The plans themselves, on 132 multiprocessors and on 16 cores, so that none changes unseen.
TEST(LinePlans, AreTheseOnes) {
    const Case cases[] = {
        {along(1000, 8), kGpu, "256 threads, 4 a line, held 2, reads 1, 16 blocks; 1 x 0"},
        {along(1000, 250), kGpu, "256 threads, 32 a line, held 8, reads 1, 125 blocks; 1 x 0"},
        {along(100'000, 33, 2), kGpu,
         "256 threads, 16 a line, held 4, reads 1, 6250 blocks; 1 x 0"},
        {along(1000, 300), kGpu, "128 threads, 128 a line, held 4, reads 1, 1000 blocks; 1 x 0"},
        {along(1000, 8192), kGpu, "1024 threads, 1024 a line, held 8, reads 1, 1000 blocks; 1 x 0"},
        {along(1000, 8193), kGpu, "512 threads, 512 a line, held 8, reads 1, 1000 blocks; 3 x 88"},
        {along(1, 262'144), kGpu, "512 threads, 512 a line, held 2, reads 1, 1 blocks; 264 x 1"},
        {along(1, 16'777'216), kGpu, "512 threads, 512 a line, held 0, reads 4, 1 blocks; 264 x 1"},
        {along(40, 100'000, 4, 16), kGpu,
         "512 threads, 512 a line, held 8, reads 1, 40 blocks; 26 x 10"},
        {across(16'384, 1000, 16'384), kGpu,
         "1024 threads, 128 a line, held 8, reads 1, tiled, 2048 blocks; 1 x 0"},
        {across(16, 1'048'576, 16), kGpu,
         "512 threads, 64 a line, held 0, reads 4, tiled, 2 blocks; 132 x 2"},
        {across(4096, 16'384, 4096), kGpu,
         "512 threads, 64 a line, held 8, reads 1, tiled, 512 blocks; 33 x 8"},
        {across(100, 40, 10), kGpu,
         "256 threads, 32 a line, held 2, reads 1, tiled, 20 blocks; 1 x 0"},
        {across(3, 100, 1, 4, 80), kGpu,
         "256 threads, 64 a line, held 2, reads 1, 1 blocks; 1 x 0"},
        {along(1, 1'048'576), kGpuWithoutTeams,
         "512 threads, 512 a line, held 0, reads 4, 1 blocks; 264 x 1"},
        {across(16, 1'048'576, 16), kGpuWithoutTeams,
         "512 threads, 64 a line, held 0, reads 4, tiled, 2 blocks; 132 x 2"},
        {along(1000, 10, 1), kCpu, "256 threads, 1 a line, held 0, reads 1, 4 blocks; 1 x 0"},
        {along(1000, 32, 1), kCpu, "256 threads, 32 a line, held 0, reads 1, 125 blocks; 1 x 0"},
        {along(1000, 1023, 1), kCpu, "256 threads, 32 a line, held 0, reads 1, 125 blocks; 1 x 0"},
        {along(1000, 1024, 1), kCpu, "32 threads, 32 a line, held 0, reads 1, 1000 blocks; 1 x 0"},
        {along(1, 1'048'576, 1), kCpu, "32 threads, 32 a line, held 0, reads 1, 1 blocks; 64 x 1"},
        {along(31, 32'768, 1), kCpu, "32 threads, 32 a line, held 0, reads 1, 31 blocks; 3 x 31"},
        {along(32, 32'768, 1), kCpu, "32 threads, 32 a line, held 0, reads 1, 32 blocks; 1 x 0"},
        {across(1000, 1000, 1000, 1), kCpu,
         "256 threads, 1 a line, held 0, reads 1, tiled, 4 blocks; 16 x 4"},
        {across(3, 1'048'576, 3, 1), kCpu,
         "32 threads, 8 a line, held 0, reads 1, 1 blocks; 64 x 1"},
        {across(4, 8, 2, 1), kCpu, "32 threads, 8 a line, held 0, reads 1, 1 blocks; 1 x 0"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(text(each.load, line_plan(each.load, each.processor)), each.plan)
            << each.load.lines << " lines of " << each.load.packs << " packs of " << each.load.pack;
}

}  // namespace
}  // namespace glint::detail
