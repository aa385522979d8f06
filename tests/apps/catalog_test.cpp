#include <apps/catalog.hpp>

#include <set>

#include <base/scratch.hpp>

namespace glint::apps {
namespace {

TEST(Catalog, FindsEachEntryByItsName) {
    std::set<std::string_view> names;
    for (const Entry& entry : catalog()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_EQ(&find_entry(entry.name), &entry);
        EXPECT_GT(entry.time_step, 0);
        EXPECT_GT(entry.steps_per_second, 0);
    }
    EXPECT_TRUE(names.contains("particles"));
    EXPECT_TRUE(names.contains("gray_scott"));
}

TEST(Catalog, NamesTheNearestForAnUnknownName) {
    test::expect_error(ErrorCode::not_found,
                       "there is no such simulation; did you mean 'gray_scott'?; `glint list` "
                       "shows all",
                       [] { find_entry("grayscott"); });
    test::expect_error(ErrorCode::not_found, "there is no such simulation; `glint list` shows all",
                       [] { find_entry("weather"); });
}

}  // namespace
}  // namespace glint::apps
