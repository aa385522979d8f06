// SPDX-License-Identifier: MIT
#include <glint/app/panel.hpp>

#include <app/slider.hpp>
#include <base/scratch.hpp>

namespace glint::app {
namespace {

Parameter number(std::string name, std::size_t offset) {
    return test::slider(std::move(name), 1, 4, offset);
}

using Settings = std::vector<std::pair<std::string, std::string>>;

class PanelSettings : public testing::Test {
protected:
    ParameterSet first_{"First", {number("drag", 0), number("flow", 4)}, 8};
    ParameterSet second_{"Second", {number("feed", 0), number("flow", 4)}, 8};
};

TEST_F(PanelSettings, AreAppliedAndRemovedFromTheList) {
    Settings settings{{"drag", "0.5"}, {"feed", "2"}, {"unknown", "3"}};
    Panel panel("Title", settings);
    panel.add(first_);
    EXPECT_EQ(first_.get("drag"), 0.5);
    EXPECT_EQ(first_.get("flow"), 1);
    EXPECT_EQ(settings, (Settings{{"feed", "2"}, {"unknown", "3"}}));
    panel.add(second_);
    EXPECT_EQ(second_.get("feed"), 2);
    EXPECT_EQ(settings, (Settings{{"unknown", "3"}}));
}

TEST_F(PanelSettings, AmbiguousNamesNeedTheStructure) {
    Settings settings{{"Second.flow", "3"}, {"Third.flow", "2"}};
    Panel panel("Title", settings);
    panel.add(first_);
    panel.add(second_);
    EXPECT_EQ(first_.get("flow"), 1);
    EXPECT_EQ(second_.get("flow"), 3);
    EXPECT_EQ(settings, (Settings{{"Third.flow", "2"}}));
}

TEST_F(PanelSettings, TheLastValueOfANameCounts) {
    Settings settings{{"drag", "3"}, {"drag", "2"}};
    Panel panel("Title", settings);
    panel.add(first_);
    EXPECT_EQ(first_.get("drag"), 2);
}

TEST_F(PanelSettings, SetTheFirstParameterSetWithTheName) {
    Settings settings{{"flow", "3"}};
    Panel panel("Title", settings);
    panel.add(first_);
    panel.add(second_);
    EXPECT_EQ(first_.get("flow"), 3);
    EXPECT_EQ(second_.get("flow"), 1);
}

TEST_F(PanelSettings, ValuesOutOfRangeAreRefused) {
    Settings settings{{"drag", "5"}};
    Panel panel("Title", settings);
    test::expect_error(ErrorCode::invalid_argument, "5 is outside 0..4",
                       [&] { panel.add(first_); });
    EXPECT_EQ(first_.get("drag"), 1);
}

TEST_F(PanelSettings, NonNumbersAreRefused) {
    for (const std::string value : {"", "fast", "1,2"}) {
        Settings settings{{"drag", value}};
        Panel panel("Title", settings);
        EXPECT_THROW(panel.add(first_), Error) << value;
    }
    EXPECT_EQ(first_.get("drag"), 1);
}

TEST(PanelFacts, AreEvaluatedEachTimeInOrder) {
    Settings none;
    Panel panel("Title", none);
    int asked = 0;
    panel.add_facts([&] { return std::vector<Fact>{{"asked", std::to_string(++asked)}}; });
    panel.add_facts([] { return std::vector<Fact>{{"b", "2"}, {"c", "3"}}; });
    EXPECT_EQ(panel.facts().front().value, "1");
    const std::vector<Fact> facts = panel.facts();
    ASSERT_EQ(facts.size(), 3u);
    EXPECT_EQ(facts[0].value, "2");
    EXPECT_EQ(facts[2].label, "c");
}

}  // namespace
}  // namespace glint::app
