// SPDX-License-Identifier: MIT
#include <glint/base/disk_cache.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <future>

#include <gtest/gtest.h>

#include "scratch.hpp"

namespace glint {
namespace {

namespace fs = std::filesystem;

const std::string kKey = content_hash("what it is made from");

TEST(DiskCache, LoadsStoredEntriesByKey) {
    const test::TemporaryFolder folder;
    const DiskCache cache(folder.path(), "things", 1);
    EXPECT_EQ(cache.load(kKey), std::nullopt);
    const std::string payload("with a \0 inside", 15);
    EXPECT_EQ(cache.store(kKey, payload), std::nullopt);
    EXPECT_EQ(cache.load(kKey), payload);
    EXPECT_EQ(cache.load(content_hash("another")), std::nullopt);
}

TEST(DiskCache, KindsAndLayoutsAreSeparate) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(DiskCache(folder.path(), "things", 1).store(kKey, "one"), std::nullopt);
    EXPECT_EQ(DiskCache(folder.path(), "others", 1).load(kKey), std::nullopt);
    EXPECT_EQ(DiskCache(folder.path(), "things", 2).load(kKey), std::nullopt);
    EXPECT_EQ(DiskCache(folder.path(), "things", 1).load(kKey), "one");
}

TEST(DiskCache, ADamagedEntryIsAbsent) {
    const test::TemporaryFolder folder;
    const DiskCache cache(folder.path(), "things", 1);
    ASSERT_EQ(cache.store(kKey, "payload"), std::nullopt);
    const std::string name = "things/" + kKey.substr(0, 2) + "/" + kKey.substr(2);
    const std::string whole = read_text(folder.path() / name);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        folder.write(name, changed);
        EXPECT_EQ(cache.load(kKey), std::nullopt) << "byte " << i;
        folder.write(name, whole.substr(0, i));
        EXPECT_EQ(cache.load(kKey), std::nullopt) << "cut to " << i;
    }
}

TEST(DiskCache, AClaimedEntryIsWaitedFor) {
    const test::TemporaryFolder folder;
    const DiskCache cache(folder.path(), "things", 1);
    CachedPayload first = cache.load_or_claim(kKey);
    EXPECT_FALSE(first.payload);
    EXPECT_TRUE(first.claim);
    EXPECT_FALSE(cache.load_or_claim(content_hash("another")).payload);  // does not wait
    auto second = std::async(std::launch::async, [&] { return cache.load_or_claim(kKey); });
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    EXPECT_EQ(cache.store(kKey, "payload"), std::nullopt);
    first.claim.reset();
    const CachedPayload found = second.get();
    EXPECT_EQ(found.payload, "payload");
    EXPECT_FALSE(found.claim);
}

TEST(DiskCache, AClaimPassesOnWhenItsOwnerFails) {
    const test::TemporaryFolder folder;
    const DiskCache cache(folder.path(), "things", 1);
    const ::pid_t owner = ::fork();
    if (owner == 0) {
        const CachedPayload claimed = cache.load_or_claim(kKey);
        ::raise(SIGKILL);
    }
    ASSERT_GT(owner, 0);
    ASSERT_EQ(::waitpid(owner, nullptr, 0), owner);
    const CachedPayload next = cache.load_or_claim(kKey);
    EXPECT_FALSE(next.payload);
    EXPECT_TRUE(next.claim);
    EXPECT_FALSE(DiskCache(std::nullopt, "things", 1).load_or_claim(kKey).claim);
}

class CacheOwnership : public testing::Test {
protected:
    CacheOwnership() { EXPECT_EQ(cache_.store(kKey, "payload"), std::nullopt); }

    bool is_found() const { return cache_.load(kKey).has_value(); }
    void set_permissions(const fs::path& path, unsigned permissions) const {
        fs::permissions(path, fs::perms{permissions});
    }

    test::TemporaryFolder folder_;
    const fs::path top_ = folder_.path() / "cache";
    const DiskCache cache_{top_, "things", 1};
    const fs::path kind_ = top_ / "things";
    const fs::path digits_ = kind_ / kKey.substr(0, 2);
    const fs::path entry_ = digits_ / kKey.substr(2);
};

constexpr const char* kForeign =
    "the folder belongs to another user or is writable by other users, who could replace the code "
    "in the cache. Choose another folder, or remove their write permission with chmod go-w";

TEST_F(CacheOwnership, EntriesArePrivateToTheUser) {
    for (const fs::path& folder : {top_, kind_, digits_})
        EXPECT_EQ(static_cast<unsigned>(fs::status(folder).permissions()), 0700u) << folder;
    EXPECT_EQ(static_cast<unsigned>(fs::status(entry_).permissions()), 0600u);
}

TEST_F(CacheOwnership, EntriesWritableByOthersAreIgnored) {
    EXPECT_TRUE(is_found());
    for (const fs::path& path : {entry_, digits_, kind_, top_}) {
        const unsigned before = static_cast<unsigned>(fs::status(path).permissions());
        for (const unsigned others : {020u, 002u}) {
            set_permissions(path, before | others);
            EXPECT_FALSE(is_found()) << path << ' ' << others;
        }
        set_permissions(path, before | 055u);
        EXPECT_TRUE(is_found()) << path << " may be read by others";
        set_permissions(path, before);
    }
}

TEST_F(CacheOwnership, EntriesOfOtherUsersAreIgnored) {
    if (::geteuid() != 0) return;  // only root can change the owner of a file
    for (const fs::path& path : {entry_, digits_, kind_, top_}) {
        ASSERT_EQ(::chown(path.c_str(), 65534, 65534), 0);
        EXPECT_FALSE(is_found()) << path;
        ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
        EXPECT_TRUE(is_found()) << path;
    }
    ASSERT_EQ(::chown(top_.c_str(), 65534, 65534), 0);
    EXPECT_EQ(cache_.store(kKey, "other"), kForeign);
}

TEST_F(CacheOwnership, EntriesThroughLinksAreIgnored) {
    for (const fs::path& path : {entry_, digits_, kind_}) {
        const fs::path behind = folder_.path() / "behind";
        fs::rename(path, behind);
        fs::create_symlink(behind, path);
        EXPECT_FALSE(is_found()) << path;
        fs::remove(path);
        fs::rename(behind, path);
        EXPECT_TRUE(is_found()) << path;
    }
    fs::rename(top_, folder_.path() / "behind");
    fs::create_symlink("behind", top_);
    EXPECT_TRUE(is_found()) << "the folder of all may lie elsewhere";
}

TEST_F(CacheOwnership, EntriesThatAreNotFilesAreIgnored) {
    fs::remove(entry_);
    ASSERT_EQ(::mkfifo(entry_.c_str(), 0600), 0);
    EXPECT_FALSE(is_found());
    fs::remove(entry_);
    fs::create_directory(entry_);
    fs::permissions(entry_, fs::perms{0700});
    EXPECT_FALSE(is_found());
}

TEST_F(CacheOwnership, UnsafeSubfolderPermissionsAreRepaired) {
    for (const fs::path& path : {kind_, digits_}) {
        set_permissions(path, 0775);
        EXPECT_EQ(cache_.store(kKey, "payload"), std::nullopt);
        EXPECT_EQ(static_cast<unsigned>(fs::status(path).permissions()), 0755u) << path;
        EXPECT_TRUE(is_found());
    }
    set_permissions(top_, 0775);
    EXPECT_EQ(cache_.store(kKey, "payload"), kForeign);
    EXPECT_EQ(static_cast<unsigned>(fs::status(top_).permissions()), 0775u);
}

// With relatime, the default on most systems, a read updates the access time only if that time is
// older than the modification time, or older than a day. A read never updates an access time in the
// future.
TEST_F(CacheOwnership, LoadingUpdatesTheTimeOfUse) {
    ::timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const ::timespec times[2]{{.tv_sec = now.tv_sec + 3600, .tv_nsec = 0},
                              {.tv_sec = now.tv_sec - 3600, .tv_nsec = 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, entry_.c_str(), times, 0), 0);
    EXPECT_TRUE(is_found());
    struct ::stat facts{};
    ASSERT_EQ(::stat(entry_.c_str(), &facts), 0);
    EXPECT_GE(facts.st_atim.tv_sec, now.tv_sec - 1);
    EXPECT_LE(facts.st_atim.tv_sec, now.tv_sec + 60);
    EXPECT_EQ(facts.st_mtim.tv_sec, times[1].tv_sec);
}

TEST(DiskCache, InvalidFoldersAreNamedInTheReason) {
    const test::TemporaryFolder folder;
    const auto file = folder.write("file", "in the way");
    const DiskCache cache(file / "cache", "things", 1);
    const auto reason = cache.store(kKey, "payload");
    ASSERT_TRUE(reason.has_value());
    EXPECT_EQ(*reason, "the folder cannot be created: Not a directory");
    EXPECT_EQ(cache.load(kKey), std::nullopt);
}

TEST(DiskCache, WithoutAFolderNothingIsStored) {
    const DiskCache cache(std::nullopt, "things", 1);
    EXPECT_EQ(cache.store(kKey, "payload"), std::nullopt);
    EXPECT_EQ(cache.load(kKey), std::nullopt);
}

}  // namespace
}  // namespace glint
