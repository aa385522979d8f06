// SPDX-License-Identifier: MIT
// The window, controlled by mouse and keyboard.
#include <studio/window_fixture.hpp>

#include <glint/base/files.hpp>

namespace glint::studio {
namespace {

constexpr const char* kMistakes = "###mistakes";
constexpr const char* kHelp = "###help";

TEST_P(WindowOn, KeysPauseStepAndReset) {
    EXPECT_TRUE(press("space"));
    const std::uint64_t paused = step();
    EXPECT_TRUE(go(5));
    EXPECT_EQ(step(), paused);
    EXPECT_TRUE(press("n"));
    EXPECT_EQ(step(), paused + 1);
    EXPECT_TRUE(press("r"));
    EXPECT_EQ(step(), 0u);
    EXPECT_EQ(element(1, 3, 3), 0);
    EXPECT_TRUE(press("space"));
    EXPECT_TRUE(go(30));
    EXPECT_GT(step(), 0u);
}

TEST_P(WindowOn, KeysSaveViewsAndFly) {
    Viewer& viewer = session_->viewer();
    const auto shown = [&] { return viewer.pick({741, 333})->at; };
    const auto all = shown();
    press("ctrl+1");
    point(600, 333);
    user("click 4 click 4 click 4 click 4 click 4 click 4");
    const auto closer = shown();
    EXPECT_NE(closer, all);
    press("ctrl+2");
    press("1");
    EXPECT_EQ(shown(), all);
    press("2");
    EXPECT_EQ(shown(), closer);
    press("Home");
    EXPECT_EQ(shown(), all);
    press("f");
    EXPECT_TRUE(viewer.active().choices().is_flying);
    press("f");
    EXPECT_FALSE(viewer.active().choices().is_flying);
}

TEST_P(WindowOn, AKeyFindsNonFiniteValues) {
    const test::ExpectedComplaints one(1);
    press("j");
    EXPECT_FALSE(session_->viewer().picked());
    save(pond("0.0f / (width - width)"));
    point(600, 400);
    user("mousedown 1");
    user("mouseup 1");
    press("j");
    ASSERT_TRUE(session_->viewer().picked());
    const auto& at = session_->viewer().picked()->at;
    EXPECT_TRUE(std::isnan(level(at[0], at[1])));
}

// By construction, the help lists all bound keys; this checks that the documentation lists them,
// too.
TEST_P(WindowOn, TheDocumentationListsAllKeys) {
    const std::string page = read_text(resource("docs/reference/studio.md"));
    for (const app::Keys::Group& group : app_->keys().groups()) {
        if (group.title == "Test") continue;
        for (const app::Keys::Row& row : group.rows)
            EXPECT_NE(page.find("| " + row.keys + " | " + row.action + " |"), page.npos)
                << row.keys << ": " << row.action;
    }
}

TEST_P(WindowOn, KeysShowTheHelpHideThePanelAndClose) {
    for (const char* key : {"F1", "question"}) {
        press(key);
        EXPECT_TRUE(is_shown(kHelp)) << key;
        press(key);
        EXPECT_FALSE(is_shown(kHelp)) << key;
    }
    click_on(widget({"Fit"}));
    press("h");
    EXPECT_FALSE(is_shown("glint"));
    press("h");
    EXPECT_TRUE(is_shown("glint"));
    press("p");
    EXPECT_EQ(app_->images().size(), 1u);
    EXPECT_FALSE(press("Escape"));
}

TEST_P(WindowOn, OneUndoRevertsASliderDrag) {
    const ImGuiID speed = parameter("speed", "Speed");
    ASSERT_TRUE(find(speed));
    const ImVec2 at = ImGui::GetIO().MousePos;
    user("mousedown 1");
    for (int i = 1; i <= 4; ++i) point(at.x + 10 * static_cast<float>(i), at.y);
    user("mouseup 1");
    const std::string first = value("speed");
    EXPECT_NE(first, "0.5");
    user(fmt::format("mousemove {} {} mousedown 1", at.x, at.y));
    point(at.x + 900, at.y);
    user("mouseup 1");
    EXPECT_EQ(value("speed"), "1") << "beyond its end: its maximum";
    press("ctrl+z");
    EXPECT_EQ(value("speed"), first);
    press("ctrl+z");
    EXPECT_EQ(value("speed"), "0.5");
    press("ctrl+z");
    EXPECT_EQ(value("speed"), "0.5");
    press("ctrl+shift+z");
    EXPECT_EQ(value("speed"), first);
    press("ctrl+y");
    EXPECT_EQ(value("speed"), "1");
}

TEST_P(WindowOn, CheckBoxesAndButtonsWork) {
    click_on(parameter("flat", "Flat"));
    EXPECT_EQ(value("flat"), "true");
    click_on(widget({"Undo"}));
    EXPECT_EQ(value("flat"), "false");
    click_on(widget({"Redo"}));
    EXPECT_EQ(value("flat"), "true");
    ASSERT_TRUE(find(parameter("count", "Count")));
    user("keydown ctrl", 1);
    click();
    user("keyup ctrl", 1);
    user("key 7", 4);
    user("keydown Return", 3);  // Dear ImGui misses a press and a release in the same frame
    user("keyup Return", 3);
    EXPECT_EQ(value("count"), "7");
    find(parameter("count", "Count"));
    user("click 3");
    EXPECT_EQ(value("count"), "4") << "a right click gives the initial value back";
    click_on(widget({"###run"}));
    const std::uint64_t paused = step();
    EXPECT_TRUE(go(4));
    EXPECT_EQ(step(), paused);
    click_on(widget({"Step"}));
    EXPECT_EQ(step(), paused + 1);
    click_on(widget({"Reset"}));
    EXPECT_EQ(step(), 0u);
}

TEST_P(WindowOn, ComboBoxSelectsTheView) {
    EXPECT_EQ(session_->viewer().shown()->name, "level");
    click_on(widget({"Show"}));
    const int second = 1;
    const ImGuiID row = ImHashData(&second, sizeof second, widget({}, "##Combo_00"));
    click_on(ImHashStr("Rise", 0, row), "##Combo_00");
    EXPECT_EQ(session_->viewer().shown()->name, "rising");
}

TEST_P(WindowOn, PresetsAreSavedLoadedComparedAndRemoved) {
    parameters().set_text(parameters().list()[0], "0.25");
    click_on(widget({"Presets"}));
    click_on(widget({"Presets", "##name"}));
    user("key c key a key l key m", 4);
    click_on(widget({"Presets", "Save"}));
    const std::filesystem::path saved = folder_.path() / "pond.presets" / "calm.toml";
    ASSERT_TRUE(std::filesystem::exists(saved));
    EXPECT_EQ(read_text(saved), "# Parameters of Pond\nspeed = 0.25\nflat = false\ncount = 4\n");

    parameters().set_text(parameters().list()[0], "0.75");
    click_on(widget({"Presets", "B: calm"}));
    EXPECT_EQ(value("speed"), "0.25");
    click_on(widget({"Presets", "A: mine"}));
    EXPECT_EQ(value("speed"), "0.75");
    click_on(widget({"Presets", "Load"}));
    EXPECT_EQ(value("speed"), "0.25");
    press("ctrl+z");
    EXPECT_EQ(value("speed"), "0.75") << "one entry for the whole preset";
    click_on(widget({"Presets", "###delete"}));
    EXPECT_TRUE(std::filesystem::exists(saved)) << "it asks first";
    click();
    EXPECT_FALSE(std::filesystem::exists(saved));
}

TEST_P(WindowOn, DraggingPressesThePond) {
    press("space");
    const glm::dvec2 from(560, 300), to(640, 380);
    const auto cell = session_->viewer().pick(from);
    ASSERT_TRUE(cell);
    EXPECT_EQ(level(cell->at[0], cell->at[1]), 0);
    point(static_cast<float>(from.x), static_cast<float>(from.y));
    user("mousedown 1");
    EXPECT_EQ(level(cell->at[0], cell->at[1]), -1) << "also while it is paused";
    point(static_cast<float>(to.x), static_cast<float>(to.y));
    user("mouseup 1");
    const auto end = session_->viewer().pick(to);
    ASSERT_TRUE(end);
    EXPECT_NE(end->at, cell->at);
    EXPECT_EQ(level(end->at[0], end->at[1]), -1);
    point(600, 100);
    EXPECT_EQ(level(session_->viewer().pick({600, 100})->at[0],
                    session_->viewer().pick({600, 100})->at[1]),
              0)
        << "nothing is dragged any more";
}

TEST_P(WindowOn, ARightClickPicksAndTheWheelZooms) {
    const auto expected = session_->viewer().pick({601, 333});
    ASSERT_TRUE(expected);
    point(601, 333);
    user("click 3");
    ASSERT_TRUE(session_->viewer().picked());
    EXPECT_EQ(session_->viewer().picked()->at, expected->at);
    EXPECT_EQ(session_->viewer().picked()->structure, 0u);

    const auto across = [&] {
        return session_->viewer().pick({741, 333})->at[0] -
               session_->viewer().pick({601, 333})->at[0];
    };
    const std::size_t before = across();
    user("click 4 click 4 click 4");
    EXPECT_LT(across(), before);
    user("click 5 click 5 click 5");
    EXPECT_EQ(across(), before);
}

TEST_P(WindowOn, MayBeResizedAndHidden) {
    const auto middle = [&](double width, double height) {
        return session_->viewer().pick({width / 2 + 1, height / 2 + 1})->at;
    };
    const auto center = middle(kWidth, kHeight);
    user("search --onlyvisible --name Pond windowsize 640 400", 6);
    session_->viewer().fit();
    go(2);
    EXPECT_EQ(middle(640, 400), center);
    EXPECT_FALSE(session_->viewer().pick({kWidth - 2.0, kHeight - 2.0}));
    user("search --onlyvisible --name Pond windowsize 1 1", 6);
    const std::uint64_t small = step();
    user("search --name Pond windowunmap", 10);
    EXPECT_GT(step(), small) << "it goes on where nobody sees it";
    user(fmt::format("search --name Pond windowmap windowsize {} {}", kWidth, kHeight), 6);
    EXPECT_TRUE(session_->viewer().pick({kWidth / 2.0, kHeight / 2.0}));
}

TEST_P(WindowOn, ErrorsAreShownWhileTheLastVersionRuns) {
    {
        const test::ExpectedComplaints one(1);
        save(pond("-1 +"));
    }
    EXPECT_TRUE(is_shown(kMistakes));
    ASSERT_EQ(editing().mistakes().size(), 1u);
    EXPECT_EQ(editing().mistakes()[0].place, "pond.cu:21");
    const std::uint64_t before = step();
    go(20);
    EXPECT_GT(step(), before);
    save(pond("-0.5f"));
    EXPECT_FALSE(is_shown(kMistakes));
    point(600, 400);
    user("mousedown 1");
    user("mouseup 1");
    const auto cell = session_->viewer().pick({600, 400});
    EXPECT_EQ(level(cell->at[0], cell->at[1]), -0.5f);
}

TEST_P(WindowOn, EarlierVersionsAreSelectedByKeyOrList) {
    save(pond("-0.5f"));
    save(pond("-0.25f", "//@ dt 0.5 s\n"));
    const auto uses = [&](const std::string& text) { return simulation_->code().text() == text; };
    press("Prior");  // X's name for Page Up
    wait_for_compiler();
    EXPECT_TRUE(uses(pond("-0.5f")));
    press("Prior");
    wait_for_compiler();
    EXPECT_TRUE(uses(pond()));
    press("Next");
    wait_for_compiler();
    EXPECT_TRUE(uses(pond("-0.5f")));
    EXPECT_EQ(read_text(file()), pond("-0.25f", "//@ dt 0.5 s\n"));

    click_on(widget({"###versions"}));
    const ImGuiID list = widget({"###versions", "##versions"});
    ImGuiWindow* found = nullptr;
    for (ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
        if (each->ChildId == list) found = each;
    ASSERT_TRUE(found);
    const std::string row = to_string(editing().versions().all()[2], 2);
    click_on(ImHashStr(row.c_str(), 0, found->ID), found->Name);
    wait_for_compiler();
    EXPECT_TRUE(uses(pond("-0.25f", "//@ dt 0.5 s\n")));
    EXPECT_EQ(editing().versions().current(), 2u);
    save(pond());
    EXPECT_EQ(editing().versions().current(), 0u) << "a file that is saved takes over";
}

INSTANTIATE_TEST_SUITE_P(Backends, WindowOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
