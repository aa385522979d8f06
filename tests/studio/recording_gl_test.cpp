// SPDX-License-Identifier: MIT
// Recordings, screenshots and camera paths, controlled by a user in the window.
#include <studio/window_fixture.hpp>

#include <glint/base/files.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/keep/recording/bookmark_file.hpp>
#include <glint/studio/keep/recording/detail/ffmpeg.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

class RecordingOn : public WindowOn {
protected:
    /// Closes the window and opens a new one.
    void open_again(const RunOptions& options = {}) {
        session_.reset();
        app_.reset();
        simulation_.reset();
        app_.emplace(app::AppOptions{.title = "Pond",
                                     .width = kWidth,
                                     .height = kHeight,
                                     .out = folder_.path() / "out",
                                     .device = GetParam()});
        simulation_.emplace(SimulationOptions{.device = app_->device(), .file = file()});
        session_.emplace(*app_, *simulation_, options);
    }
    fs::path out(const std::string& name) const { return folder_.path() / "out" / name; }
    std::size_t files() const {
        std::error_code absent;
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_.path() / "out", absent), {}));
    }
};

/// Number of pixels in a region that differ between two pictures of the same size.
std::size_t differing(const Picture& picture, const Picture& other, unsigned left, unsigned top,
                      unsigned right, unsigned bottom) {
    std::size_t count = 0;
    for (unsigned y = top; y < bottom; ++y)
        for (unsigned x = left; x < right; ++x) {
            const std::size_t at = std::size_t{4} * (y * picture.width + x);
            if (!std::equal(&picture.rgba[at], &picture.rgba[at + 3], &other.rgba[at])) ++count;
        }
    return count;
}

TEST_P(RecordingOn, F12SavesTheViewOrTheWindow) {
    press("space");
    const std::string name = fmt::format("pond-step-{:06}", step());
    press("F12");
    press("F12");
    press("shift+F12");
    EXPECT_EQ(files(), 3u);
    const Picture picture = read_png(out(name + ".png"));
    EXPECT_EQ(read_png(out(name + "-2.png")).rgba, picture.rgba);
    const Picture window = read_png(out(name + "-3.png"));
    EXPECT_EQ(picture.width, kWidth);
    EXPECT_EQ(window.height, kHeight);
    // The window also has the panel at the upper left and a line at the lower edge.
    EXPECT_GT(differing(window, picture, 20, 20, 200, 300), 30'000u);
    EXPECT_GT(differing(window, picture, 0, kHeight - 30, kWidth, kHeight), 1000u);
    EXPECT_LT(differing(window, picture, 500, 20, 700, 600), 500u);  // at the border
}

TEST_P(RecordingOn, TheButtonRecordsIntoTheRunsFolder) {
    const test::ScopedVariable none("PATH", "/nowhere");
    click_on(widget({"###record"}));
    EXPECT_TRUE(session_->recordings().is_on());
    EXPECT_TRUE(session_->recordings().status().starts_with("recording 0."))
        << session_->recordings().status();
    EXPECT_TRUE(session_->recordings().status().ends_with(" s, pond-0001"));
    const std::uint64_t before = step();
    for (int i = 0; i < 400 && step() < before + 24; ++i) go(1);
    click_on(widget({"###record"}));
    EXPECT_FALSE(session_->recordings().is_on());
    EXPECT_EQ(session_->recordings().status(), "");
    std::size_t pictures = 0;
    while (fs::exists(out("pond-0001") / picture_name(pictures))) ++pictures;
    EXPECT_GE(pictures, 8u);
    // The next recording gets a different name.
    click_on(widget({"###record"}));
    for (int i = 0; i < 400 && !fs::exists(out("pond-0002") / picture_name(0)); ++i) go(1);
    EXPECT_TRUE(session_->recordings().status().ends_with("pond-0002"));
    session_->recordings().stop(false);
}

TEST_P(RecordingOn, ButtonWritesVideosWithFfmpeg) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg: it is not installed";
    click_on(widget({"###record"}));
    const std::uint64_t before = step();
    for (int i = 0; i < 400 && step() < before + 24; ++i) go(1);
    EXPECT_TRUE(session_->recordings().status().ends_with(" s, pond-0001.mp4"));
    click_on(widget({"###record"}));
    const auto pictures = pictures_in(ffmpeg_for("x.mp4"), out("pond-0001.mp4"));
    ASSERT_TRUE(pictures);
    EXPECT_GE(*pictures, 12u);
    EXPECT_LE(*pictures, (step() - before) / 2 + 2);
}

TEST_P(RecordingOn, APausedRunIsNotRecorded) {
    press("space");
    session_->recordings().start({.file = out("paused"), .fps = 60});
    go(10);
    press("n");
    press("n");
    press("n");
    EXPECT_TRUE(session_->recordings().stop(false));
    EXPECT_TRUE(fs::exists(out("paused") / picture_name(2)));
    EXPECT_FALSE(fs::exists(out("paused") / picture_name(3)));
}

TEST_P(RecordingOn, ImagesOfAnotherSizeAreScaled) {
    press("space");
    session_->recordings().start({.file = out("sizes"), .fps = 60});
    press("n");
    user(fmt::format("search --onlyvisible --name Pond windowsize {} {}", 400, 740), 10);
    user("mousemove 380 500 key n", 10);
    EXPECT_TRUE(session_->recordings().stop(false));
    const Picture first = read_png(out("sizes") / picture_name(0));
    ASSERT_TRUE(fs::exists(out("sizes") / picture_name(1)));
    const Picture second = read_png(out("sizes") / picture_name(1));
    EXPECT_EQ(first.width, kWidth);
    EXPECT_EQ(second.width, kWidth);
    EXPECT_EQ(second.height, kHeight);
    // The picture covers 400 of 800 pixels, with black on both sides.
    for (const unsigned x : {50u, 150u, 650u, 750u})
        EXPECT_EQ(second.rgba[std::size_t{4} * (300 * kWidth + x)] +
                      second.rgba[std::size_t{4} * (300 * kWidth + x) + 1],
                  0)
            << x;
}

TEST_P(RecordingOn, BookmarksRoundTripThroughTheirFile) {
    point(600, 333);
    user("click 4 click 4 click 4");
    press("ctrl+3");
    const Viewer::Bookmarks kept = read_bookmarks(bookmark_file(file()));
    ASSERT_TRUE(kept[2]);
    EXPECT_FALSE(kept[0]);
    EXPECT_EQ(kept[2]->choices.plane, session_->viewer().active().choices().plane);
    EXPECT_EQ(kept[2]->picture_px, glm::dvec2(kWidth, kHeight));
    open_again();
    EXPECT_TRUE(session_->viewer().has_bookmark(2));
    EXPECT_FALSE(session_->viewer().has_bookmark(1));
    go(2);
    session_->viewer().go_to_bookmark(2);
    EXPECT_EQ(session_->viewer().active().choices().plane, kept[2]->choices.plane);
}

TEST_P(RecordingOn, TheButtonPlaysThePathOfTheBookmarks) {
    press("ctrl+1");
    point(600, 333);
    user("click 4 click 4 click 4 click 4 click 4 click 4");
    press("ctrl+2");
    const auto scale = [&] {
        return session_->viewer().active().plane_camera({kWidth, kHeight}).units_per_px;
    };
    const double near = scale();
    session_->viewer().go_to_bookmark(0);
    const double far = scale();
    ASSERT_LT(near, 0.9 * far);
    click_on(widget({"###tour"}));
    EXPECT_TRUE(session_->tour().is_on());
    double last = far, between = 0;
    for (int i = 0; i < 2000 && session_->tour().is_on(); ++i) {
        go(1);
        EXPECT_LE(scale(), last * (1 + 1e-9));
        last = scale();
        between += last < 0.98 * far && last > 1.02 * near;
    }
    EXPECT_FALSE(session_->tour().is_on());
    EXPECT_GT(between, 2);
    EXPECT_NEAR(scale(), near, 1e-9);
}

TEST_P(RecordingOn, CameraPathsContinueAfterAStop) {
    press("ctrl+1");
    point(600, 333);
    user("click 4 click 4 click 4 click 4 click 4 click 4");
    press("ctrl+2");
    press("space");
    const auto scale = [&] {
        return session_->viewer().active().plane_camera({kWidth, kHeight}).units_per_px;
    };
    session_->tour().start({.bookmarks = {1, 2}, .seconds = 4});
    session_->recordings().start({.file = out("path"), .fps = 60});
    press("n");
    const double before = scale();
    std::this_thread::sleep_for(std::chrono::seconds(2));  // while paused, a run records nothing
    go(1);
    EXPECT_EQ(scale(), before);
    EXPECT_TRUE(session_->recordings().stop(false));
    go(1);
    EXPECT_TRUE(session_->tour().is_on());
    EXPECT_GT(scale(), 0.95 * before);  // half of the path reduces it by at least a fifth
}

TEST_P(RecordingOn, InvalidBookmarkFilesAreNotOverwritten) {
    const std::string text = "[1]\nshown = \"Pond.level\"\n[2]\nshown = 5\n";
    folder_.write("pond.bookmarks.toml", text);
    // One complaint when the file is read, and one when glint does not write it.
    const test::ExpectedComplaints complaints(2);
    open_again();
    go(5);
    press("ctrl+3");
    press("ctrl+4");
    EXPECT_TRUE(session_->viewer().has_bookmark(2));
    EXPECT_EQ(read_text(bookmark_file(file())), text);
}

TEST_P(RecordingOn, TheButtonsHaveTheRatesOfTheCommand) {
    const test::ScopedVariable none("PATH", "/nowhere");
    open_again({.fps = 60, .tour = {.seconds = 100}});
    go(5);
    press("space");
    click_on(widget({"###record"}));
    for (int i = 0; i < 3; ++i) press("n");
    click_on(widget({"###record"}));
    EXPECT_TRUE(fs::exists(out("pond-0001") / picture_name(2)));
    EXPECT_FALSE(fs::exists(out("pond-0001") / picture_name(3)));
}

INSTANTIATE_TEST_SUITE_P(Backends, RecordingOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
