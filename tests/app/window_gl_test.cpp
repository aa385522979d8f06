// SPDX-License-Identifier: MIT
#include <glint/app/app.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include <app/slider.hpp>
#include <base/scratch.hpp>
#include <gl/virtual_display.hpp>
#include <support/complaints.hpp>

namespace glint::app {
namespace {

constexpr unsigned kWidth = 640;
constexpr unsigned kHeight = 480;

/// Events of the frames after an action: total counts, and flags that were set in at least one
/// frame.
struct Seen {
    unsigned steps = 0;
    bool reset = false;
    bool closed = false;
    bool dragged = false;
};

/// An App in a window on a separate virtual display. The tests control it with mouse and keyboard,
/// as a user would.
class WindowApp : public testing::Test {
protected:
    void SetUp() override {
        display_ = test::VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
        if (std::system("xdotool version >/dev/null") != 0) GTEST_SKIP() << "window: no xdotool";
    }

    void open(unsigned frames = 0) { open(AppOptions{.frames = frames}); }
    void open(AppOptions options) {
        options.title = "Some Title";
        options.width = kWidth;
        options.height = kHeight;
        options.out = folder_.path();
        options.steps_per_second = 10000;
        app_.reset();
        app_.emplace(std::move(options));
        app_->panel("Panel").add(parameters_);
        go(5);  // the panel settles on its size
    }

    /// Runs `frames` frames, the first of them after the user's last action has arrived.
    Seen go(unsigned frames) {
        Seen seen;
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
        while (waiting_ && !seen.closed && std::chrono::steady_clock::now() < deadline) one(seen);
        waiting_ = false;
        for (unsigned i = 0; i < frames && !seen.closed; ++i) one(seen);
        return seen;
    }

    /// Performs an action with xdotool. A final F12 key signals that all events have arrived. While
    /// the mouse holds a slider, the slider captures the keyboard, and F12 does not arrive.
    void user(const std::string& action) {
        ASSERT_EQ(std::system(("xdotool " + action + " key F12").c_str()), 0);
        waiting_ = true;
    }
    /// Presses `key` over the picture, outside the panel.
    Seen press(const std::string& key) {
        user(fmt::format("mousemove {} {} key {}", kWidth - 20, kHeight - 20, key));
        return go(5);
    }
    Seen click(unsigned x, unsigned y) {
        user(fmt::format("mousemove {} {} sleep 0.02 click 1", x, y));
        return go(6);
    }
    /// Finds the slider by clicking along its left end, from below the panel upward, because a
    /// click on the panel's heading would collapse it. Returns the slider's y.
    unsigned find_slider() {
        unsigned y = 300;
        while (y > 60 && value() == 0.5) click(40, y -= 8);
        EXPECT_NE(value(), 0.5) << "there is no slider";
        return y;
    }
    bool is_paused() { return go(5).steps == 0; }

    App& app() { return *app_; }
    double value() const { return parameters_.get("value"); }
    const std::filesystem::path& folder() const { return folder_.path(); }
    view::OrbitCamera camera_;

private:
    void one(Seen& seen) {
        const auto frame = app_->next_frame();
        seen.closed |= !frame;
        if (!frame) return;
        seen.steps += frame->steps();
        seen.reset |= frame->wants_reset();
        seen.dragged |= frame->is_dragged();
        for (const gl::Event& event : frame->events()) {
            const auto* key = std::get_if<gl::KeyEvent>(&event);
            if (key && key->key == gl::Key::f12 && key->action == gl::Action::release)
                waiting_ = false;
        }
        frame->control(camera_);
        frame->target().clear({0, 0.5f, 0, 1});
    }

    test::TemporaryFolder folder_;
    bool waiting_ = false;
    std::optional<test::VirtualDisplay> display_;
    ParameterSet parameters_{"Params", {test::slider("value", 0.5)}, 4};
    std::optional<App> app_;
};

TEST_F(WindowApp, ShowsTheRequestedFramesAndEnds) {
    open(12);
    EXPECT_EQ(app().gl().version().substr(0, 3), "4.5");
    EXPECT_FALSE(go(7).closed);
    EXPECT_TRUE(go(1).closed);
    EXPECT_NO_THROW(app().gl().check("end"));
}

TEST_F(WindowApp, StepsByTheElapsedTime) {
    open();
    EXPECT_GT(go(5).steps, 0u);
}

TEST_F(WindowApp, PausesAndContinuesWithTheSpaceBar) {
    open();
    press("space");
    EXPECT_TRUE(is_paused());
    press("space");
    EXPECT_FALSE(is_paused());
}

TEST_F(WindowApp, StepsOnceWithN) {
    open();
    press("n");
    EXPECT_TRUE(is_paused());
    EXPECT_EQ(press("n").steps, 1u);
    EXPECT_EQ(press("n").steps, 1u);
}

TEST_F(WindowApp, ResetsOnceWithR) {
    open();
    EXPECT_TRUE(press("r").reset);
    EXPECT_FALSE(go(5).reset);
}

TEST_F(WindowApp, ClosesWithEscape) {
    open();
    EXPECT_TRUE(press("Escape").closed);
}

TEST_F(WindowApp, CallsTheProgramWhenEscapeClosesIt) {
    unsigned calls = 0;
    open({.on_escape = [&] { ++calls; }, .escape_action = "return"});
    const auto has_row = [&](const char* action) {
        return std::ranges::any_of(app().keys().groups(), [&](const Keys::Group& group) {
            return std::ranges::count(group.rows, action, &Keys::Row::action) > 0;
        });
    };
    EXPECT_TRUE(has_row("return"));
    EXPECT_TRUE(has_row("reset"));
    press("space");
    EXPECT_EQ(calls, 0u);
    EXPECT_TRUE(press("Escape").closed);
    EXPECT_EQ(calls, 1u);
}

TEST_F(WindowApp, HasNoPanelKeysWithoutAPanel) {
    open({.has_panel = false});
    press("space");
    EXPECT_FALSE(is_paused());
    EXPECT_EQ(press("r").reset, false);
    EXPECT_TRUE(press("Escape").closed);
}

TEST_F(WindowApp, ShowsTheBusyTextUntilClosed) {
    open();
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(app().show_progress("compiling kernels: 7 of 12 files", 0.6f));
    EXPECT_EQ(app().controls().paused, false);
    EXPECT_FALSE(go(1).closed) << "frames follow";
    user("mousemove 300 300 key Escape");
    bool is_open = true;
    for (int i = 0; i < 400 && is_open; ++i) is_open = app().show_progress("almost done", 0.9f);
    EXPECT_FALSE(is_open);
}

TEST_F(WindowApp, WritesAPictureWithoutThePanelWithP) {
    open();
    press("p");
    ASSERT_EQ(app().images().size(), 1u);
    const std::filesystem::path path = app().images().front();
    EXPECT_EQ(path.parent_path(), folder());
    EXPECT_EQ(path.filename().string().substr(0, 11), "some_title-");
    const Picture image = read_png(path);
    EXPECT_EQ(image.width, kWidth);
    EXPECT_EQ(image.height, kHeight);
    // The image is green where the panel is: saved images do not include the panel. GL may round
    // 127.5 up or down.
    EXPECT_NEAR(image.rgba[(60 * kWidth + 60) * 4 + 1], 127.5, 0.5);
}

TEST_F(WindowApp, ContinuesWhenAPictureCannotBeWritten) {
    open();
    std::filesystem::remove(folder());
    { std::ofstream(folder()) << "a file in the folder's place"; }
    const test::ExpectedComplaints one(1);
    EXPECT_FALSE(press("p").closed);
    EXPECT_TRUE(app().images().empty());
}

TEST_F(WindowApp, TurnsPansAndZoomsTheCamera) {
    open();
    const auto before = camera_.pose();
    user("mousemove 500 300 sleep 0.05 mousedown 1");
    go(3);
    user("mousemove 560 330");
    EXPECT_TRUE(go(3).dragged);
    user("mouseup 1");
    EXPECT_FALSE(go(3).dragged && go(1).dragged);
    const auto turned = camera_.pose();
    EXPECT_NE(turned.yaw_rad, before.yaw_rad);
    EXPECT_NE(turned.pitch_rad, before.pitch_rad);
    EXPECT_EQ(turned.target, before.target);

    user("mousedown 3");
    go(3);
    user("mousemove 500 300");
    go(3);
    user("mouseup 3");
    go(3);
    EXPECT_NE(camera_.pose().target, before.target);
    EXPECT_EQ(camera_.pose().yaw_rad, turned.yaw_rad);

    user("click 4");
    go(3);
    EXPECT_NEAR(camera_.distance_m(), 0.9f * before.distance_m, 1e-4f);
}

TEST_F(WindowApp, PanelBlocksTheMouseForTheCamera) {
    open();
    const auto before = camera_.pose();
    user("mousemove 100 100 sleep 0.05");
    go(4);
    user("mousedown 1");
    go(3);
    user("mousemove 150 100");
    go(3);
    user("mouseup 1 click 4");
    go(3);
    EXPECT_EQ(camera_.pose().yaw_rad, before.yaw_rad);
    EXPECT_EQ(camera_.pose().distance_m, before.distance_m);
}

TEST_F(WindowApp, CameraGetsTheMouseWhenThePanelIsHidden) {
    open();
    user("mousemove 100 100 sleep 0.05");
    go(4);
    user("key h");
    go(4);
    const auto before = camera_.pose();
    user("mousedown 1");
    go(3);
    user("mousemove 180 100");
    go(3);
    user("mouseup 1");
    go(3);
    EXPECT_NE(camera_.pose().yaw_rad, before.yaw_rad);
    user("key h");
    EXPECT_FALSE(go(6).reset);
    EXPECT_FALSE(is_paused()) << "a click on the hidden panel was kept for later";
}

// Widget positions depend on the available font, so the test searches for the buttons.
TEST_F(WindowApp, PausesStepsAndResetsByTheButtons) {
    open();
    bool paused = false;
    bool went_on = false;
    bool stepped = false;
    bool reset = false;
    for (unsigned x = 30; x <= 300; x += 24) {
        const Seen seen = click(x, 54);
        reset |= seen.reset;
        const bool stands = is_paused();
        stepped |= paused && stands && seen.steps == 1;
        went_on |= paused && !stands;
        paused = stands;
    }
    EXPECT_TRUE(went_on) << "Run";
    EXPECT_TRUE(stepped) << "Step";
    EXPECT_TRUE(reset) << "Reset";
}

TEST_F(WindowApp, ChangesAParameterByItsSlider) {
    open();
    const unsigned y = find_slider();
    EXPECT_GE(value(), 0.0);
    EXPECT_LT(value(), 0.2);
    user("mousedown 1");
    go(3);
    user(fmt::format("mousemove 600 {}", y));
    go(3);
    user("mouseup 1");
    go(3);
    EXPECT_EQ(value(), 1.0);  // beyond the end of the slider: clamped to the maximum
}

TEST_F(WindowApp, RightClickResetsAParameter) {
    open();
    find_slider();
    user("click 3");
    go(6);
    EXPECT_EQ(value(), 0.5);
}

}  // namespace
}  // namespace glint::app
