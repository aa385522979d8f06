// SPDX-License-Identifier: MIT
// The start page in a window, controlled by keyboard and mouse.
#include <apps/glint/start_view.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <apps/running.hpp>
#include <base/scratch.hpp>
#include <gl/user.hpp>
#include <gl/virtual_display.hpp>
#include <glint/app/app.hpp>
#include <support/contains.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;
using Action = StartChoice::Action;

/// True if a window whose name contains `name` is active. The name of a child window contains its
/// parent's name and its own label.
bool is_shown(std::string_view name) {
    return std::ranges::any_of(GImGui->Windows, [&](const ImGuiWindow* window) {
        return window->Active && test::contains(window->Name, name);
    });
}

/// The start page with some simulations, in a window on a separate virtual display.
class StartViews : public testing::Test {
protected:
    void SetUp() override {
        display_ = test::VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
        user_ = test::User::start();
        if (!user_) GTEST_SKIP() << "window: no xdotool";
        for (const char* name : {"one", "two", "three", "four", "five", "six"})
            page_.tiles.push_back(
                {.name = name, .title = name, .help = "a simulation", .thumbnail = {}});
        page_.runs = {{.folder = "runs/one-0001",
                       .simulation = "one",
                       .started = "2026-03-05T12:30:59Z",
                       .steps = 600,
                       .has_ended = true,
                       .has_log = true,
                       .checkpoint = 600}};
        page_.files = {"mine.cu"};
    }

    void open(const std::string& error = {}) {
        app_.emplace(app::AppOptions{
            .title = "glint", .has_panel = false, .on_escape = [this] { has_escaped_ = true; }});
        view_.emplace(app_->gl(), page_, error);
        view_->bind(app_->keys());
        app_->set_overlay([this] { view_->draw(); });
        app_->keys().add("Test", {.key = gl::Key::f11, .action = "all has arrived", .act = [this] {
                                      has_arrived_ = true;
                                  }});
        go(5);
        user_->act("mousemove 1000 700");
    }
    /// Runs `frames` frames. Returns false if the window was closed.
    bool go(unsigned frames) {
        for (unsigned i = 0; i < frames; ++i)
            if (!app_->next_frame()) return false;
        return true;
    }
    /// Performs an action and runs frames until it has arrived, which a final F11 key signals.
    /// While a dialog has the keyboard, F11 does not arrive, and the function waits half a second.
    bool user(const std::string& action) {
        has_arrived_ = false;
        user_->act(action + " key F11");
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
        while (!has_arrived_ && std::chrono::steady_clock::now() < deadline)
            if (!go(1)) return false;
        return go(3);
    }
    bool press(const std::string& key) { return user("key " + key); }
    /// Dear ImGui misses a key that is pressed and released within one frame, so pressing and
    /// releasing are separate actions.
    void press_in_dialog(const std::string& key) {
        user("keydown " + key);
        user("keyup " + key);
    }
    void type(const std::string& text) {
        for (const char c : text)
            user(fmt::format("key {}", c == '.' ? "period" : std::string(1, c)));
    }

    StartPage page_;
    std::optional<test::VirtualDisplay> display_;
    std::optional<test::User> user_;
    std::optional<app::App> app_;
    std::optional<StartView> view_;
    bool has_escaped_ = false;

private:
    bool has_arrived_ = false;
};

TEST_F(StartViews, KeysMoveTheFocusAndOpenTheItem) {
    open();
    EXPECT_EQ(view_->item_count(), 2 + 6 + 2 + 1u);
    EXPECT_EQ(view_->focus(), StartView::kFirstTile);
    press("Right");
    EXPECT_EQ(view_->focus(), StartView::kFirstTile + 1);
    press("Tab");
    EXPECT_EQ(view_->focus(), StartView::kFirstTile + 2);
    press("shift+Tab");
    press("Left");
    EXPECT_EQ(view_->focus(), StartView::kFirstTile);
    press("Down");
    EXPECT_EQ(view_->focus(), StartView::kFirstTile + 4) << "in the second row";
    EXPECT_FALSE(view_->choice());
    press("Return");
    EXPECT_EQ(view_->choice(), (StartChoice{Action::run, "five"}));
    press("End");
    press("Return");
    EXPECT_EQ(view_->choice(), (StartChoice{Action::run, "mine.cu"}));
    press("Up");
    press("Return");
    EXPECT_EQ(view_->choice(), (StartChoice{Action::resume, "runs/one-0001"}));
    press("Left");
    press("space");
    EXPECT_EQ(view_->choice(), (StartChoice{Action::replay, "runs/one-0001"}));
    EXPECT_FALSE(is_shown("##error"));
}

TEST_F(StartViews, ClicksOpenItems) {
    open();
    user("mousemove 100 120");
    user("mousedown 1");
    user("mouseup 1");
    EXPECT_EQ(view_->choice(), (StartChoice{Action::run, "one"}));
}

TEST_F(StartViews, CloseByEscapeOnlyOutsideOfDialogs) {
    open();
    press("ctrl+o");
    EXPECT_TRUE(view_->dialogs().is_open());
    press_in_dialog("Escape");
    EXPECT_FALSE(view_->dialogs().is_open());
    EXPECT_FALSE(has_escaped_);
    EXPECT_FALSE(press("Escape"));
    EXPECT_TRUE(has_escaped_);
}

TEST_F(StartViews, ShowErrorsOfTheChosenSimulation) {
    open("pond.cu:9: use of undeclared identifier 'levl'");
    EXPECT_TRUE(is_shown("##error"));
    press("Right");
    EXPECT_EQ(view_->focus(), StartView::kFirstTile + 1);
}

TEST_F(StartViews, DialogRefusesAMissingFile) {
    open();
    press("ctrl+o");
    type("none.cu");
    press_in_dialog("Return");
    EXPECT_EQ(view_->dialogs().error(), "cannot open 'none.cu': the file does not exist");
    EXPECT_TRUE(view_->dialogs().is_open());
    EXPECT_FALSE(view_->choice());
}

TEST_F(StartViews, CreateAndOpenANewSimulation) {
    const test::TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    open();
    press("ctrl+n");
    press_in_dialog("Return");
    EXPECT_EQ(view_->dialogs().error(),
              "cannot write a simulation: the name is empty. Enter a name");
    type("plate");
    press_in_dialog("Return");
    EXPECT_EQ(view_->choice(), (StartChoice{Action::run, "plate.cu"}));
    EXPECT_FALSE(view_->dialogs().is_open());
    EXPECT_TRUE(fs::exists("plate.cu"));
    fs::current_path(before);
}

/// The program, started without arguments in a folder that contains one simulation.
class StartProgram : public testing::Test {
protected:
    void SetUp() override {
        display_ = test::VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
        if (std::system("xdotool version >/dev/null 2>&1") != 0)
            GTEST_SKIP() << "window: no xdotool";
    }
    void write(const std::string& name, const std::string& title, const std::string& value) {
        fs::create_directories(folder_.path() / "work");
        folder_.write("work/" + name, fmt::format(R"(#include <glint/sim.cuh>
//@ simulation "{}"
struct Cells {{     //@ 16 x 16
    float* level;  //@ 0..1 "Level"
}};
//@ step
__global__ void fill(int width, int height, float* level) {{
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = {};
}}
)",
                                                  title, value));
    }
    /// Repeats `action` until a window has the title, because the first action may come too early.
    bool until_window(const std::string& title, const std::string& action) {
        for (int i = 0; i < 8; ++i) {
            if (!action.empty()) (void)std::system(("xdotool " + action).c_str());
            for (int wait = 0; wait < 100; ++wait) {
                if (has_window(title)) return true;
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            }
        }
        return false;
    }
    /// Presses Escape on the start page, and waits for the program to end.
    static test::Outcome quit(const test::Started& started) {
        bool is_open = true;
        for (int i = 0; i < 20 && is_open; ++i) {
            (void)std::system("xdotool sleep 0.5 key Escape sleep 0.5");
            is_open = has_window("glint");
        }
        if (is_open) started.send(SIGKILL);
        return started.wait();
    }
    static bool has_window(const std::string& title) {
        return std::system(
                   fmt::format("xdotool search --name '^{}$' >/dev/null 2>&1", title).c_str()) == 0;
    }
    const fs::path& folder() const { return folder_.path(); }

    test::TemporaryFolder folder_;
    std::optional<test::VirtualDisplay> display_;
};

constexpr const char* kOpenLast = "mousemove 300 300 sleep 2 key End sleep 0.1 key Return";

TEST_F(StartProgram, EscapeReturnsFromASimulation) {
    write("mine.cu", "Mine", "0.5f");
    const test::Started started(folder(), "", true);
    ASSERT_TRUE(until_window("glint", ""));
    EXPECT_TRUE(until_window("Mine", kOpenLast));
    EXPECT_FALSE(has_window("glint"));
    EXPECT_TRUE(until_window("glint", "key Escape"));
    EXPECT_FALSE(has_window("Mine"));
    const test::Outcome outcome = quit(started);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST_F(StartProgram, ReturnsAfterACompileError) {
    write("broken.cu", "Broken", "levl");
    const test::Started started(folder(), "", true);
    ASSERT_TRUE(until_window("glint", ""));
    for (int i = 0; i < 20 && read_text(folder() / "err.txt").empty(); ++i) {
        (void)std::system((std::string("xdotool ") + kOpenLast).c_str());
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    EXPECT_TRUE(until_window("glint", ""));
    const test::Outcome outcome = quit(started);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(test::contains(outcome.err, "'levl'")) << outcome.err;
}

}  // namespace
}  // namespace glint::apps
