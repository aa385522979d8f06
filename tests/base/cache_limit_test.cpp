// SPDX-License-Identifier: MIT
#include <glint/base/cache_limit.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <ctime>

#include <gtest/gtest.h>

#include <glint/base/disk_cache.hpp>

#include "scratch.hpp"
#include <support/complaints.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using test::ScopedVariable;
using test::TemporaryFolder;

class CacheLimit : public testing::Test {
protected:
    /// Stores an entry with 1000 bytes, plus its header.
    void store(const std::string& key, const char* kind = "things") const {
        EXPECT_EQ(DiskCache(folder_.path(), kind, 1).store(key, std::string(1000, 'x')),
                  std::nullopt);
    }
    bool holds(const std::string& key) const {
        return DiskCache(folder_.path(), "things", 1).load(key).has_value();
    }
    void make_older(const std::string& key, std::chrono::hours age) const {
        const fs::path file = folder_.path() / "things" / key.substr(0, 2) / key.substr(2);
        ::timespec now{};
        ::clock_gettime(CLOCK_REALTIME, &now);
        now.tv_sec -= std::chrono::seconds(age).count();
        const ::timespec times[2]{now, {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
        EXPECT_EQ(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
    }

    const std::string first_ = "f" + content_hash("one").substr(1);
    const std::string second_ = "f" + content_hash("two").substr(1);
    const std::string third_ = "0" + content_hash("three").substr(1);
    TemporaryFolder folder_;
    ScopedVariable place_{"GLINT_CACHE_DIR", folder_.path().string()};
    ScopedVariable on_{"GLINT_CACHE", std::nullopt};
    ScopedVariable keep_{"GLINT_KEEP", std::nullopt};
    ScopedVariable limit_{"GLINT_CACHE_LIMIT", std::nullopt};
};

TEST_F(CacheLimit, SizesCountOnlyCacheEntries) {
    EXPECT_EQ(cache_size(), CacheSize{});
    store(first_);
    store(first_, "others");
    folder_.write("notes.txt", "not an entry");
    folder_.write("things/ff/notes.txt", "neither");
    EXPECT_EQ(cache_size().entries, 2u);
    EXPECT_GT(cache_size().bytes, 2000u);
    EXPECT_LT(cache_size().bytes, 2300u);
    const ScopedVariable off("GLINT_CACHE", "off");
    EXPECT_EQ(cache_size(), CacheSize{});
}

TEST_F(CacheLimit, TrimmingRemovesLeastRecentlyUsedEntries) {
    for (const auto& key : {first_, second_, third_}) store(key);
    make_older(first_, std::chrono::hours(3));
    make_older(second_, std::chrono::hours(2));
    make_older(third_, std::chrono::hours(1));
    EXPECT_TRUE(holds(first_)) << "and it is used now";
    const CacheSize before = cache_size();
    EXPECT_EQ(trim_cache(before.bytes), CacheSize{});
    const CacheSize removed = trim_cache(before.bytes - 1);
    EXPECT_EQ(removed, (CacheSize{.entries = 1, .bytes = before.bytes / 3}));
    EXPECT_TRUE(holds(first_));
    EXPECT_FALSE(holds(second_));
    EXPECT_TRUE(holds(third_));
    EXPECT_EQ(trim_cache(0).entries, 2u);
    EXPECT_EQ(cache_size(), CacheSize{});
}

TEST_F(CacheLimit, OtherFilesStay) {
    const auto note = folder_.write("things/ff/notes.txt", "mine");
    const auto deep = folder_.write("a/b/ff/" + std::string(30, 'a'), "mine");
    store(first_);
    EXPECT_EQ(trim_cache(0).entries, 1u);
    EXPECT_TRUE(fs::exists(note));
    EXPECT_TRUE(fs::exists(deep));
}

TEST_F(CacheLimit, TrimmingRemovesStaleTemporaryFiles) {
    store(first_);
    const std::string name = "things/" + first_.substr(0, 2) + "/" + first_.substr(2);
    const auto left = folder_.write(name + ".4711-0.tmp", "half");
    const auto fresh = folder_.write(name + ".4711-1.tmp", "half");
    const auto foreign = folder_.write("things/ff/notes.4711-0.tmp", "mine");
    const auto written = [](std::chrono::minutes ago) {
        return fs::file_time_type::clock::now() - ago;
    };
    fs::last_write_time(left, written(std::chrono::minutes(61)));
    fs::last_write_time(fresh, written(std::chrono::minutes(59)));
    fs::last_write_time(foreign, written(std::chrono::minutes(61)));
    EXPECT_EQ(cache_size().entries, 2u);
    EXPECT_EQ(trim_cache(1'000'000), (CacheSize{.entries = 1, .bytes = 4}));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(fresh));
    EXPECT_TRUE(fs::exists(foreign));
    EXPECT_TRUE(holds(first_));
    EXPECT_EQ(trim_cache(0).entries, 1u);
    EXPECT_TRUE(fs::exists(fresh));
}

TEST_F(CacheLimit, StoringEnforcesTheLimit) {
    const ScopedVariable limit("GLINT_CACHE_LIMIT", "2.5 kB");
    store(first_);
    store(second_);
    make_older(first_, std::chrono::hours(1));
    store(third_);  // third_ is a key for which the cache checks its folder's size
    EXPECT_FALSE(holds(first_));
    EXPECT_TRUE(holds(second_));
    EXPECT_TRUE(holds(third_));
}

TEST_F(CacheLimit, IsReadFromTheEnvironment) {
    const auto limit_with = [](const char* text) {
        const ScopedVariable limit("GLINT_CACHE_LIMIT", text);
        return cache_limit_bytes();
    };
    EXPECT_EQ(cache_limit_bytes(), 2'000'000'000u);
    EXPECT_EQ(limit_with("123"), 123u);
    EXPECT_EQ(limit_with("7 B"), 7u);
    EXPECT_EQ(limit_with("1.5GB"), 1'500'000'000u);
    EXPECT_EQ(limit_with(" 20 MB "), 20'000'000u);
    EXPECT_EQ(limit_with("none"), std::nullopt);
    for (const char* wrong : {"lots", "-1", "5 XB", "1e30", "nan"}) {
        const test::ExpectedComplaints one(1);
        EXPECT_EQ(limit_with(wrong), 2'000'000'000u) << wrong;
    }
}

TEST_F(CacheLimit, AnEntryUnderAnotherKeysNameIsAbsent) {
    store(first_);
    const auto path_of = [&](const std::string& key) {
        return folder_.path() / "things" / key.substr(0, 2) / key.substr(2);
    };
    fs::create_directories(path_of(second_).parent_path());
    fs::copy_file(path_of(first_), path_of(second_));
    EXPECT_FALSE(holds(second_));
    EXPECT_TRUE(holds(first_));
}

}  // namespace
}  // namespace glint
