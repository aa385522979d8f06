// SPDX-License-Identifier: MIT
#include <regex>

#include <gtest/gtest.h>

#include <glint/base/disk_cache.hpp>

#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <support/nvrtc.hpp>

namespace glint::test {
namespace {

class CacheCommand : public testing::Test {
protected:
    Outcome cache(const std::string& arguments, const std::string& environment = "") {
        return start_glint(folder_.path(), "cache " + arguments,
                           "-u GLINT_CACHE -u GLINT_KEEP -u GLINT_CACHE_LIMIT GLINT_CACHE_DIR=" +
                               place_.string() + " " + environment);
    }

    TemporaryFolder folder_;
    std::filesystem::path place_ = folder_.path() / "cache";
};

TEST_F(CacheCommand, ReportsTheCacheContents) {
    EXPECT_EQ(cache("").out, place_.string() + ": 0 entries, 0 B (limit 2.0 GB)\n");
    const DiskCache kept(place_, "things", 1);
    ASSERT_EQ(kept.store(content_hash("one"), std::string(4000, 'x')), std::nullopt);
    EXPECT_EQ(cache("", "GLINT_CACHE_LIMIT=none").out,
              place_.string() + ": 1 entry, 4.1 kB (limit none)\n");
}

TEST_F(CacheCommand, TrimsToASize) {
    const DiskCache kept(place_, "things", 1);
    for (const char* what : {"one", "two", "three"})
        ASSERT_EQ(kept.store(content_hash(what), std::string(4000, 'x')), std::nullopt);
    EXPECT_EQ(cache("--trim 1GB").out, "removed 0 entries, 0 B\n" + place_.string() +
                                           ": 3 entries, 12.2 kB (limit 2.0 GB)\n");
    EXPECT_EQ(cache("--trim '5 kB'").out, "removed 2 entries, 8.2 kB\n" + place_.string() +
                                              ": 1 entry, 4.1 kB (limit 2.0 GB)\n");
    EXPECT_EQ(cache("--trim 0").out,
              "removed 1 entry, 4.1 kB\n" + place_.string() + ": 0 entries, 0 B (limit 2.0 GB)\n");
}

TEST_F(CacheCommand, RefusesInvalidSizesAndFolders) {
    const Outcome wrong = cache("--trim lots");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find("'lots' is not a size such as 500MB"), wrong.err.npos) << wrong.err;
    const Outcome off = cache("", "GLINT_CACHE=off");
    EXPECT_EQ(off.status, 1);
    EXPECT_EQ(off.err, "glint: cannot open the cache: the cache is disabled\n");
}

// Needs NVRTC, but no GPU.
TEST_F(CacheCommand, WarmsTheCacheForAnAbsentGpu) {
    GLINT_NEEDS_NVRTC();
    const Outcome first = cache("warm life --device cuda:sm_90");
    ASSERT_EQ(first.status, 0) << first.err;
    EXPECT_TRUE(std::regex_match(first.out, std::regex("life: [2-9] kernel files in .* s\n")))
        << first.out;
    const std::string held = cache("").out;
    EXPECT_EQ(held.find(": 0 entries"), held.npos) << held;
    EXPECT_EQ(cache("warm life --device cuda:sm_90").status, 0);
    EXPECT_EQ(cache("").out, held) << "all of it was there";
}

TEST_F(CacheCommand, IsWarmedForTheCpu) {
    const Outcome done = cache("warm life --device cpu");
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.out.rfind("life: first frame in ", 0), 0u) << done.out;
}

TEST_F(CacheCommand, ReportsWhatCannotBeCompiled) {
    EXPECT_EQ(cache("warm lief --device cuda:sm_90").status, 2);
    const Outcome device = cache("warm life --device cuda:sm_9x");
    EXPECT_EQ(device.status, 1);
    EXPECT_NE(device.err.find("the form sm_90"), device.err.npos) << device.err;
    const Outcome off = cache("warm life --device cpu", "GLINT_CACHE=off");
    EXPECT_EQ(off.status, 1);
    EXPECT_EQ(off.err, "glint: cannot warm the cache: the cache is disabled\n");
}

}  // namespace
}  // namespace glint::test
