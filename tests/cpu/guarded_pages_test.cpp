// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/guarded_pages.hpp>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <glint/base/error.hpp>
#include <support/megabyte.hpp>

namespace glint::cpu::test {
namespace {

using glint::test::kMegabyte;

/// Protection of the page at `address`, such as "rw-p"; empty if nothing is mapped there.
std::string protection_of(const std::byte* address) {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::size_t length = 0;
        const std::uintptr_t begin = std::stoull(line, &length, 16);
        const std::uintptr_t end = std::stoull(line.substr(length + 1), &length, 16);
        if (wanted >= begin && wanted < end) return line.substr(line.find(' ') + 1, 4);
    }
    return {};
}

TEST(GuardedPages, AreSurroundedByInaccessiblePages) {
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{4096}, std::size_t{4097}, kMegabyte}) {
        const PageRun run = map_pages(size);
        EXPECT_EQ(run.size_bytes, (size + 4095) / 4096 * 4096);
        EXPECT_GE(run.guard_bytes, std::max<std::size_t>(size, 65536)) << size;
        EXPECT_EQ(protection_of(run.begin), "rw-p");
        EXPECT_EQ(protection_of(run.end() - 1), "rw-p");
        EXPECT_EQ(protection_of(run.begin - 1), "---p");
        EXPECT_EQ(protection_of(run.begin - run.guard_bytes), "---p");
        EXPECT_EQ(protection_of(run.end()), "---p");
        EXPECT_EQ(protection_of(run.end() + run.guard_bytes - 1), "---p");
        for (std::size_t i = 0; i < run.size_bytes; ++i) ASSERT_EQ(run.begin[i], std::byte{0});
        unmap_pages(run);
        EXPECT_NE(protection_of(run.begin), "rw-p");
    }
}

TEST(GuardedPages, ImpossibleSizesAreAnError) {
    for (const std::size_t size : {std::size_t{1} << 50, std::numeric_limits<std::size_t>::max()})
        try {
            map_pages(size);
            FAIL() << "no error for " << size;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        }
}

// Each guard uses up some of the process's limited number of mappings.
TEST(GuardedPages, ContinueWithoutGuardsAtTheMappingLimit) {
    std::vector<PageRun> runs;
    std::size_t guarded = 0;
    for (int i = 0; i < 40000; ++i) {
        runs.push_back(map_pages(1));
        *runs.back().begin = std::byte{1};
        guarded += runs.back().guard_bytes > 0 ? 1 : 0;
    }
    EXPECT_EQ(guarded, 10000u);
    for (const PageRun& run : runs) unmap_pages(run);
    const PageRun again = map_pages(1);
    EXPECT_GT(again.guard_bytes, 0u);
    unmap_pages(again);
}

TEST(PageCache, ReusesPagesOfTheSameSize) {
    PageCache cache;
    const PageRun first = map_pages(10000);
    EXPECT_EQ(first.size_bytes, 12288u);
    EXPECT_EQ(cache.take(10000).begin, nullptr);
    std::memset(first.begin, 7, first.size_bytes);
    cache.give_back(first);
    EXPECT_EQ(cache.take(12289).begin, nullptr);
    EXPECT_EQ(cache.take(8192).begin, nullptr);
    const PageRun second = cache.take(12288);
    EXPECT_EQ(second.begin, first.begin);
    EXPECT_EQ(second.guard_bytes, first.guard_bytes);
    EXPECT_EQ(second.begin[5], std::byte{7});
    EXPECT_EQ(cache.take(12288).begin, nullptr);
    cache.give_back(second);
}

TEST(PageCache, KeepsAtMost32Megabytes) {
    PageCache cache;
    std::vector<PageRun> runs;
    for (int i = 0; i < 9; ++i) runs.push_back(map_pages(4 * kMegabyte));
    for (const PageRun& run : runs) cache.give_back(run);
    EXPECT_EQ(protection_of(runs[7].begin), "rw-p");
    EXPECT_NE(protection_of(runs[8].begin), "rw-p");
}

TEST(PageCache, FreesItsPagesWhenDestroyed) {
    PageRun run;
    {
        PageCache cache;
        run = map_pages(4 * kMegabyte);
        cache.give_back(run);
        EXPECT_EQ(protection_of(run.begin), "rw-p");
    }
    EXPECT_NE(protection_of(run.begin), "rw-p");
}

}  // namespace
}  // namespace glint::cpu::test
