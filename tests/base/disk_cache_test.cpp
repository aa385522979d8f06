#include <glint/base/disk_cache.hpp>

#include <gtest/gtest.h>

#include "scratch.hpp"

namespace glint {
namespace {

const std::string kKey = content_hash("what it is made from");

TEST(DiskCache, GivesBackWhatWasStoredUnderTheKey) {
    const test::TemporaryFolder folder;
    const DiskCache cache(folder.path(), "things", 1);
    EXPECT_EQ(cache.load(kKey), std::nullopt);
    const std::string payload("with a \0 inside", 15);
    EXPECT_EQ(cache.store(kKey, payload), std::nullopt);
    EXPECT_EQ(cache.load(kKey), payload);
    EXPECT_EQ(cache.load(content_hash("another")), std::nullopt);
}

TEST(DiskCache, KindsAndLayoutsAreApart) {
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
    const auto file = folder.path() / "things" / kKey.substr(0, 2) / kKey.substr(2);
    const std::string whole = read_text(file);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        write_atomically(file, changed);
        EXPECT_EQ(cache.load(kKey), std::nullopt) << "byte " << i;
        write_atomically(file, whole.substr(0, i));
        EXPECT_EQ(cache.load(kKey), std::nullopt) << "cut to " << i;
    }
}

TEST(DiskCache, AFolderThatCannotBeMadeIsNamedAsTheReason) {
    const test::TemporaryFolder folder;
    const auto file = folder.write("file", "in the way");
    const DiskCache cache(file / "cache", "things", 1);
    const auto reason = cache.store(kKey, "payload");
    ASSERT_TRUE(reason.has_value());
    EXPECT_EQ(*reason, "its folder cannot be made: Not a directory");
    EXPECT_EQ(cache.load(kKey), std::nullopt);
}

TEST(DiskCache, WithoutAFolderItHoldsNothing) {
    const DiskCache cache(std::nullopt, "things", 1);
    EXPECT_EQ(cache.store(kKey, "payload"), std::nullopt);
    EXPECT_EQ(cache.load(kKey), std::nullopt);
}

}  // namespace
}  // namespace glint
