// SPDX-License-Identifier: MIT
// Time travel in the window, by mouse and keyboard.
#include <studio/window_fixture.hpp>

namespace glint::studio {
namespace {

constexpr const char* kTimeline = "###timeline";

class TimelineOn : public WindowOn {
protected:
    void SetUp() override {
        WindowOn::SetUp();
        if (!session_) return;
        ASSERT_TRUE(session_->timeline());
    }
    Timeline& timeline() { return *session_->timeline(); }
    History& history() { return timeline().history(); }

    /// Runs until `step`, and pauses there.
    void run_to(std::uint64_t step) {
        app_->controls().paused = false;
        for (int i = 0; i < 10'000 && this->step() < step; ++i) go(1);
        app_->controls().paused = true;
        go(1);
    }
    /// Rectangle of the timeline's track on the screen.
    ImRect line() {
        find(widget({"##track"}, kTimeline), kTimeline);
        ImGuiWindow& in = *ImGui::FindWindowByName(kTimeline);
        return ImGui::WindowRectRelToAbs(&in, in.NavRectRel[ImGuiNavLayer_Main]);
    }
    /// Every step adds the speed to each element, and a drag sets one element to -1.
    float risen() { return element(1, 3, 3); }
};

TEST_P(TimelineOn, KeysStepBackAndForward) {
    run_to(12);
    const std::uint64_t end = step();
    const float last = risen();
    press("Left");
    EXPECT_EQ(step(), end - 1);
    EXPECT_EQ(risen(), last - 0.5f);
    press("Left");
    press("Left");
    EXPECT_EQ(step(), end - 3);
    press("Right");
    EXPECT_EQ(step(), end - 2);
    EXPECT_EQ(risen(), last - 1.0f);
    press("n");
    EXPECT_EQ(step(), end - 1) << "a step in the past is the one that was";
    press("End");
    EXPECT_EQ(step(), end);
    EXPECT_EQ(risen(), last);
    press("Right");
    EXPECT_EQ(step(), end) << "there is nothing further on";
    EXPECT_EQ(history().branches().size(), 1u);
    press("n");
    EXPECT_EQ(step(), end + 1);
    EXPECT_EQ(history().branches().size(), 1u);
}

TEST_P(TimelineOn, MouseScrubs) {
    run_to(40);
    const std::uint64_t end = step();
    const ImRect at = line();
    const float y = at.GetCenter().y, width = at.GetWidth();
    point(at.Min.x + 0.5f * width, y);
    user("mousedown 1");
    EXPECT_NEAR(static_cast<double>(step()), 0.5 * static_cast<double>(end), 1.5);
    EXPECT_EQ(risen(), 0.5f * static_cast<float>(step()));
    EXPECT_TRUE(history().is_in_past());
    point(at.Min.x + 0.25f * width, y - 100);
    EXPECT_NEAR(static_cast<double>(step()), 0.25 * static_cast<double>(end), 1.5);
    EXPECT_EQ(risen(), 0.5f * static_cast<float>(step()));
    point(1, y);
    EXPECT_EQ(step(), history().branch().begin);
    user("mouseup 1");
    point(600, 300);
    EXPECT_EQ(step(), history().branch().begin) << "the mouse holds it no more";
    click_on(widget({"To end"}, kTimeline), kTimeline);
    EXPECT_EQ(step(), end);
    EXPECT_FALSE(history().is_in_past());
}

TEST_P(TimelineOn, EditsInThePastForkAndKeepBothBranches) {
    run_to(30);
    const std::uint64_t end = step();
    timeline().go_to(10);
    go(2);
    EXPECT_EQ(step(), 10u);
    EXPECT_EQ(risen(), 5.0f);
    parameters().set_text(parameters().list()[0], "0.25");
    go(2);
    ASSERT_EQ(history().branches().size(), 2u);
    EXPECT_EQ(history().branch().left_at, 10u);
    EXPECT_EQ(step(), 10u) << "it waits for the run to go on";
    run_to(20);
    const std::uint64_t other_end = step();
    EXPECT_EQ(risen(), 5.0f + 0.25f * static_cast<float>(other_end - 10));

    timeline().go_to(0, end);
    go(2);
    EXPECT_EQ(risen(), 0.5f * static_cast<float>(end));
    EXPECT_EQ(value("speed"), "0.5");
    timeline().go_to(1, other_end);
    go(2);
    EXPECT_EQ(value("speed"), "0.25");
    EXPECT_EQ(risen(), 5.0f + 0.25f * static_cast<float>(other_end - 10));
    press("ctrl+Left");
    EXPECT_EQ(step(), 10u) << "where the edit was";
}

TEST_P(TimelineOn, ADragInThePastForks) {
    run_to(20);
    timeline().go_to(8);
    go(2);
    point(600, 333);
    user("mousedown 1");
    user("mouseup 1");
    const auto cell = session_->viewer().pick({600, 333})->at;
    EXPECT_EQ(level(cell[0], cell[1]), -1);
    ASSERT_EQ(history().branches().size(), 2u);
    EXPECT_EQ(history().branch().left_at, 8u);
    timeline().go_to(0, 20);
    go(2);
    EXPECT_EQ(level(cell[0], cell[1]), 0);
}

TEST_P(TimelineOn, SpaceContinuesFromThePastInANewBranch) {
    run_to(20);
    timeline().go_to(5);
    go(2);
    press("space");
    EXPECT_TRUE(go(5));
    ASSERT_EQ(history().branches().size(), 2u);
    EXPECT_EQ(history().branch().left_at, 5u);
    EXPECT_GT(step(), 5u);
    EXPECT_EQ(risen(), 0.5f * static_cast<float>(step()));
    press("r");
    EXPECT_EQ(history().branches().size(), 3u);
    EXPECT_EQ(history().branch().begin, 0u);
}

TEST_P(TimelineOn, BranchesAreShownSideBySide) {
    run_to(16);
    timeline().go_to(6);
    go(2);
    parameters().set_text(parameters().list()[0], "1");
    go(1);
    run_to(12);
    const std::uint64_t now = step();
    const auto second = [&](std::size_t x, std::size_t y) {
        float found = 0;
        const auto bytes = session_->viewer().pane(1).simulation().element({0, 1}, {x, y, 0});
        std::memcpy(&found, bytes.data(), sizeof found);
        return found;
    };
    press("b");
    ASSERT_EQ(session_->viewer().pane_count(), 3u);
    EXPECT_EQ(risen(), 3.0f + static_cast<float>(now - 6));
    EXPECT_EQ(second(3, 3), 0.5f * static_cast<float>(now));
    EXPECT_EQ(timeline().comparison_branch(), 0u);
    press("Left");
    EXPECT_EQ(step(), now - 1);
    EXPECT_EQ(risen(), 3.0f + static_cast<float>(now - 7));
    EXPECT_EQ(second(3, 3), 0.5f * static_cast<float>(now - 1)) << "both at one step";
    press("End");
    run_to(25);
    EXPECT_EQ(second(3, 3), 0.5f * static_cast<float>(history().branches()[0].end))
        << "as far as it goes";
    EXPECT_EQ(history().branches().size(), 2u);
    // A drag in either pane affects the running branch.
    point(700, 150);
    user("mousedown 1");
    user("mouseup 1");
    EXPECT_EQ(history().branches().size(), 2u);
    EXPECT_GE(history().branch().events.size(), 2u) << "the edit and the drag";
    EXPECT_TRUE(history().branches()[0].events.empty());
    timeline().go_to(0, 10);
    go(2);
    EXPECT_EQ(timeline().comparison_branch(), 1u) << "they change places";
    EXPECT_EQ(risen(), 5.0f);
    EXPECT_EQ(second(3, 3), 7.0f);
    click_on(widget({"###beside"}, kTimeline), kTimeline);
    EXPECT_EQ(session_->viewer().pane_count(), 1u);
    EXPECT_FALSE(timeline().comparison_branch());

    const ImRect at = line();  // now with the other branch above it
    point(at.Min.x + 0.2f * at.GetWidth(), at.Min.y + 3);
    user("keydown shift mousedown 1");
    user("mouseup 1 keyup shift");
    EXPECT_EQ(timeline().comparison_branch(), 1u);
    EXPECT_EQ(step(), 10u);
    user("mousedown 1");
    user("mouseup 1");
    EXPECT_EQ(history().current(), 1u) << "a click goes there";
    EXPECT_EQ(timeline().comparison_branch(), 0u);
}

TEST_P(TimelineOn, EarlierFileVersionsAreRestored) {
    run_to(10);
    save(pond("-0.5f"));
    run_to(20);
    const auto uses = [&](const std::string& text) { return simulation_->code().text() == text; };
    EXPECT_TRUE(uses(pond("-0.5f")));
    timeline().go_to(4);
    go(2);
    EXPECT_TRUE(uses(pond()));
    EXPECT_EQ(editing().versions().current(), 0u);
    timeline().go_to_end();
    go(2);
    EXPECT_TRUE(uses(pond("-0.5f")));
    EXPECT_EQ(editing().versions().current(), 1u);
    press("t");
    EXPECT_FALSE(is_shown(kTimeline));
    press("t");
    EXPECT_TRUE(is_shown(kTimeline));
}

INSTANTIATE_TEST_SUITE_P(Backends, TimelineOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
