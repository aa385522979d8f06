// SPDX-License-Identifier: MIT
#include <apps/catalog.hpp>

#include <set>

#include <base/scratch.hpp>

namespace glint::apps {
namespace {

TEST(Catalog, FindsEachEntryByItsName) {
    std::set<std::string> names;
    for (const Entry& entry : catalog()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_EQ(find_entry(entry.name).file, entry.file);
        EXPECT_TRUE(std::filesystem::exists(entry.file)) << entry.file;
    }
    EXPECT_EQ(find_entry("mine/pond.cu").file, "mine/pond.cu");
    EXPECT_TRUE(names.contains("particles"));
    EXPECT_TRUE(names.contains("gray_scott"));
    EXPECT_TRUE(names.contains("ocean"));
    EXPECT_TRUE(names.contains("plume"));
}

TEST(Catalog, SuggestsTheNearestName) {
    test::expect_error(ErrorCode::not_found,
                       "simulation not found in `glint list`; did you mean 'gray_scott'?",
                       [] { find_entry("grayscott"); });
    test::expect_error(ErrorCode::not_found, "simulation not found in `glint list`",
                       [] { find_entry("weather"); });
}

}  // namespace
}  // namespace glint::apps
