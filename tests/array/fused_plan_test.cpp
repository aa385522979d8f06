// SPDX-License-Identifier: MIT
#include <glint/array/fused/plan.hpp>

#include <algorithm>
#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace glint::detail {
namespace {

FusedLoad rows(std::size_t lines, std::size_t size, std::size_t pack = 4,
               std::size_t state_bytes = 4) {
    return {.pack = pack,
            .lines = lines,
            .size = size,
            .element_bytes = 4,
            .read_bytes = 4 * pack,
            .held_bytes = 4 * pack,
            .state_bytes = state_bytes};
}
FusedLoad columns(std::size_t lines, std::size_t size, std::size_t adjacent, std::size_t pack = 4,
                  std::size_t state_bytes = 16) {
    FusedLoad load = rows(lines, size, pack, state_bytes);
    load.is_columnwise = true;
    load.adjacent_lines = adjacent;
    return load;
}
FusedLoad once(FusedLoad load) {
    load.is_one_pass = true;
    return load;
}
FusedLoad on_cpu(FusedLoad load, std::size_t threads = 16) {
    load.cpu_threads = threads;
    return load;
}

std::string text(const FusedPlan& plan) {
    const FusedWork& work = plan.work;
    return fmt::format("{} threads, {} a line, held {}, reads {}{}, {} blocks, {} parts",
                       work.threads, work.group, work.held, work.reads,
                       work.is_tiled ? ", tiled" : "", plan.blocks, plan.parts);
}

std::vector<FusedLoad> many_loads() {
    std::vector<FusedLoad> loads;
    for (const std::size_t lines : {1, 2, 3, 7, 31, 32, 33, 131, 132, 500, 10'000, 1'000'000})
        for (const std::size_t size : {1, 2, 3, 7, 8, 31, 33, 64, 255, 256, 257, 1023, 1025, 8191,
                                       8192, 8193, 100'000, 2'000'000})
            for (const std::size_t pack : {1, 2, 4, 16})
                for (const FusedLoad& load :
                     {rows(lines, size * pack, pack), columns(lines, size, lines, pack),
                      columns(2 * lines, size, 2, pack), columns(lines, size, 1, pack, 80)})
                    for (const std::size_t threads : {0, 1, 2, 16})
                        for (const bool is_one_pass : {false, true}) {
                            loads.push_back(on_cpu(load, threads));
                            loads.back().is_one_pass = is_one_pass;
                        }
    return loads;
}

// Properties on which the kernel relies.
TEST(FusedPlans, AssignEachElementToOneThread) {
    for (const FusedLoad& load : many_loads()) {
        const FusedPlan plan = fused_plan(load);
        const FusedWork& work = plan.work;
        const std::string what = text(plan);
        ASSERT_TRUE(work.threads >= 32 && work.threads <= 1024) << what;
        ASSERT_EQ(work.threads % 32, 0) << what;
        ASSERT_GE(work.group, 1) << what;
        ASSERT_EQ(work.threads % work.group, 0) << what;
        ASSERT_TRUE(std::has_single_bit(unsigned(work.group))) << what;
        ASSERT_EQ(work.pack, load.pack) << what;
        ASSERT_EQ(work.is_columnwise, load.is_columnwise) << what;
        const std::size_t lines = work.threads / work.group;
        if (work.is_tiled) {
            const std::size_t in_row = (load.adjacent_lines + lines - 1) / lines;
            ASSERT_TRUE(load.is_columnwise) << what;
            ASSERT_EQ(plan.blocks, load.lines / load.adjacent_lines * in_row) << what;
        } else {
            ASSERT_GE(plan.blocks * lines, load.lines) << what;
        }
        ASSERT_EQ(work.is_split, plan.parts > 1) << what;
        ASSERT_GE(plan.part_size * plan.parts, load.size) << what;
        ASSERT_LT(plan.part_size * (plan.parts - 1), load.size) << what;
        if (work.held > 0) {
            ASSERT_GE(work.group * work.held, load.packs()) << what;
            ASSERT_TRUE(work.held == 1 || work.held * load.held_bytes <= 128) << what;
            ASSERT_FALSE(work.is_split || load.is_one_pass) << what;
        } else {
            ASSERT_TRUE(work.reads >= 1 && work.reads <= 8) << what;
        }
        if (!work.is_split) continue;
        const std::size_t step = std::size_t(work.group) * (load.is_columnwise ? 1 : load.pack);
        ASSERT_EQ(plan.part_size % step, 0u) << what;
        ASSERT_LE(plan.blocks * plan.parts, 4096u) << what;
    }
}

TEST(FusedPlans, SupportNoElements) {
    for (const FusedLoad& load : {once(rows(3, 0)), once(columns(8, 0, 8)), once(rows(1, 0, 1))}) {
        const FusedPlan plan = fused_plan(load);
        EXPECT_GE(plan.blocks, 1u);
        EXPECT_EQ(plan.parts, 1u);
    }
}

// docs/reference/arrays.md documents this length.
TEST(FusedPlans, KeepRowsInRegistersUpToTheDocumentedLength) {
    EXPECT_GT(fused_plan(rows(1000, 32768)).work.held, 0);
    EXPECT_EQ(fused_plan(rows(1000, 32768 + 4)).work.held, 0);
}

struct Case {
    FusedLoad load;
    const char* plan;
};

// Compares complete plans, so that the test notices every change.
TEST(FusedPlans, MatchRecordedPlans) {
    const Case cases[] = {
        {rows(1000, 32), "256 threads, 4 a line, held 2, reads 1, 16 blocks, 1 parts"},
        {rows(1000, 1000), "256 threads, 32 a line, held 8, reads 1, 125 blocks, 1 parts"},
        {rows(100'000, 66, 2), "256 threads, 16 a line, held 4, reads 1, 6250 blocks, 1 parts"},
        {rows(1000, 1200), "128 threads, 128 a line, held 4, reads 1, 1000 blocks, 1 parts"},
        {rows(1000, 32768), "1024 threads, 1024 a line, held 8, reads 1, 1000 blocks, 1 parts"},
        {rows(1000, 32772), "512 threads, 512 a line, held 0, reads 4, 1000 blocks, 1 parts"},
        {rows(1, 1 << 16), "256 threads, 256 a line, held 0, reads 4, 1 blocks, 4 parts"},
        {rows(1, 1 << 20), "256 threads, 256 a line, held 0, reads 4, 1 blocks, 64 parts"},
        {rows(1, 1 << 26), "256 threads, 256 a line, held 0, reads 4, 1 blocks, 2731 parts"},
        {rows(40, 400'000, 4, 16), "256 threads, 256 a line, held 0, reads 4, 40 blocks, 20 parts"},
        {columns(16'384, 1000, 16'384),
         "1024 threads, 128 a line, held 8, reads 1, tiled, 2048 blocks, 1 parts"},
        {columns(16, 1'048'576, 16),
         "512 threads, 32 a line, held 0, reads 4, tiled, 1 blocks, 128 parts"},
        {columns(4096, 16'384, 4096),
         "512 threads, 16 a line, held 0, reads 4, tiled, 128 blocks, 8 parts"},
        {columns(100, 40, 10), "256 threads, 32 a line, held 2, reads 1, 13 blocks, 1 parts"},
        {columns(3, 100, 1, 4, 80), "256 threads, 64 a line, held 2, reads 1, 1 blocks, 1 parts"},
        {once(rows(1, 1 << 28)), "256 threads, 256 a line, held 0, reads 4, 1 blocks, 4096 parts"},
        {once(rows(1000, 1000)), "256 threads, 256 a line, held 0, reads 1, 1000 blocks, 1 parts"},
        {once(rows(1'000'000, 32)),
         "256 threads, 4 a line, held 0, reads 2, 15625 blocks, 1 parts"},
        {once(columns(4096, 16'384, 4096)),
         "256 threads, 8 a line, held 0, reads 4, tiled, 128 blocks, 32 parts"},
        {once(columns(33, 1000, 33)),
         "256 threads, 8 a line, held 0, reads 4, tiled, 2 blocks, 7 parts"},
        {on_cpu(rows(1000, 10, 1)), "256 threads, 1 a line, held 0, reads 1, 4 blocks, 1 parts"},
        {on_cpu(rows(1000, 1023, 1)),
         "256 threads, 32 a line, held 0, reads 1, 125 blocks, 1 parts"},
        {on_cpu(rows(1000, 1024, 1)),
         "32 threads, 32 a line, held 0, reads 1, 1000 blocks, 1 parts"},
        {on_cpu(rows(1, 1'048'576, 1)),
         "32 threads, 32 a line, held 0, reads 1, 1 blocks, 64 parts"},
        {on_cpu(rows(31, 32'768, 1)), "32 threads, 32 a line, held 0, reads 1, 31 blocks, 3 parts"},
        {on_cpu(rows(32, 32'768, 1)), "32 threads, 32 a line, held 0, reads 1, 32 blocks, 1 parts"},
        {on_cpu(columns(1000, 1000, 1000, 1)),
         "256 threads, 1 a line, held 0, reads 1, tiled, 4 blocks, 16 parts"},
        {on_cpu(columns(3, 1'048'576, 3, 1)),
         "32 threads, 8 a line, held 0, reads 1, tiled, 1 blocks, 64 parts"},
        {on_cpu(once(rows(1, 1'048'576, 1))),
         "256 threads, 256 a line, held 0, reads 4, 1 blocks, 64 parts"},
        {on_cpu(once(columns(1000, 1000, 1000, 1))),
         "256 threads, 8 a line, held 0, reads 4, tiled, 32 blocks, 1 parts"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(text(fused_plan(each.load)), each.plan)
            << each.load.lines << " lines of " << each.load.size << " in packs of "
            << each.load.pack;
}

}  // namespace
}  // namespace glint::detail
