// SPDX-License-Identifier: MIT
// Parts of recordings that can be tested without running a simulation: camera paths, bookmark
// files, fitted pictures, names and rates.
#include <csignal>
#include <numbers>

#include <gtest/gtest.h>

#include <app/slider.hpp>
#include <base/scratch.hpp>
#include <glint/app/frame_rate.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/keep/recording/bookmark_file.hpp>
#include <glint/studio/keep/recording/detail/camera_path.hpp>
#include <glint/studio/keep/recording/detail/camera_tour.hpp>
#include <glint/studio/keep/recording/detail/ffmpeg.hpp>
#include <glint/studio/keep/recording/detail/fit_picture.hpp>
#include <glint/studio/keep/recording/detail/recorder.hpp>
#include <support/complaints.hpp>

namespace glint::studio {
namespace {

using app::Seconds;
template <class Action>
void expect_error(const Action& action, ErrorCode code, const std::string& what) {
    try {
        action();
        ADD_FAILURE() << "nothing was thrown; expected: " << what;
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), what);
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code));
    }
}

PaneChoices orbit(const view::OrbitCameraOptions& pose, bool is_fitted = false) {
    PaneChoices choices{.shown = "Cloud.position"};
    choices.orbit.set_pose(pose);
    choices.is_fitted = is_fitted;
    return choices;
}

PaneChoices plane(glm::dvec2 center, double units_per_px) {
    return {.shown = "Pond.level",
            .plane = PlaneCamera{.center = center, .units_per_px = units_per_px}};
}

TEST(CameraPath, VisitsItsViewsAtTheirTimes) {
    const std::vector<PaneChoices> views{
        orbit({.target = {0, 0, 0}, .distance_m = 1, .yaw_rad = 0, .pitch_rad = 0.1f}),
        orbit({.target = {4, 0, 0}, .distance_m = 4, .yaw_rad = 1, .pitch_rad = 0.3f}),
        orbit({.target = {4, 4, 2}, .distance_m = 2, .yaw_rad = 2, .pitch_rad = 0.2f})};
    const CameraPath path(views, Seconds(2));
    EXPECT_EQ(path.duration(), Seconds(4));
    for (std::size_t i = 0; i < views.size(); ++i) {
        const auto at = path.at(Seconds(2 * static_cast<double>(i))).orbit.pose();
        const auto expected = views[i].orbit.pose();
        EXPECT_LT(glm::distance(at.target, expected.target), 1e-5f) << i;
        EXPECT_NEAR(at.distance_m, expected.distance_m, 1e-5) << i;
        EXPECT_NEAR(at.yaw_rad, expected.yaw_rad, 1e-5) << i;
    }
    EXPECT_EQ(path.at(Seconds(-1)).orbit.pose().target, glm::vec3(0));
    EXPECT_EQ(path.at(Seconds(99)).orbit.pose().target, glm::vec3(4, 4, 2));
}

// Halfway between b and c, the spline is (-a + 9 b + 9 c - d) / 16.
TEST(CameraPath, IsACatmullRomSpline) {
    std::vector<PaneChoices> views;
    for (const float x : {0.0f, 1.0f, 3.0f, 4.0f})
        views.push_back(
            orbit({.target = {x, 0, 0}, .distance_m = std::exp(x), .yaw_rad = 0.1f * x}));
    const auto half = CameraPath(views, Seconds(1)).at(Seconds(1.5)).orbit.pose();
    EXPECT_NEAR(half.target.x, (9 * 1 + 9 * 3 - 4) / 16.0, 1e-6);
    EXPECT_NEAR(std::log(half.distance_m), (9 * 1 + 9 * 3 - 4) / 16.0, 1e-6);
    EXPECT_NEAR(half.yaw_rad, 0.1 * (9 * 1 + 9 * 3 - 4) / 16.0, 1e-6);
    // At an end of the path, the last view stands in for the missing next one.
    const auto first = CameraPath(views, Seconds(1)).at(Seconds(0.5)).orbit.pose();
    EXPECT_NEAR(first.target.x, (-0 + 9 * 0 + 9 * 1 - 3) / 16.0, 1e-6);
}

TEST(CameraPath, HasContinuousSpeed) {
    std::vector<PaneChoices> views;
    for (const float x : {0.0f, 5.0f, 6.0f, 0.0f}) views.push_back(orbit({.target = {x, 0, 0}}));
    const CameraPath path(views, Seconds(1));
    const auto x = [&](double time) {
        return static_cast<double>(path.at(Seconds(time)).orbit.pose().target.x);
    };
    constexpr double kShort = 1e-3;
    for (const double time : {1.0, 2.0})
        EXPECT_NEAR((x(time) - x(time - kShort)) / kShort, (x(time + kShort) - x(time)) / kShort,
                    0.05)
            << time;
}

TEST(CameraPath, TurnsInTheShorterDirection) {
    const auto pi = std::numbers::pi_v<float>;
    const CameraPath path({orbit({.yaw_rad = 0.9f * pi}), orbit({.yaw_rad = -0.9f * pi})},
                          Seconds(1));
    EXPECT_NEAR(std::abs(path.at(Seconds(0.5)).orbit.pose().yaw_rad), pi, 1e-5);
    const float early = path.at(Seconds(0.1)).orbit.pose().yaw_rad;
    EXPECT_GT(early, 0.9f * pi);
    EXPECT_LT(early, pi);
}

// A spline through the angles themselves would reach 3.36 between two angles of 3.
TEST(CameraPath, LimitsTheFieldOfView) {
    std::vector<PaneChoices> views;
    for (const float fov : {0.1f, 3.0f, 3.0f, 0.1f})
        views.push_back(orbit({.vertical_fov_rad = fov}));
    const CameraPath path(views, Seconds(1));
    for (double time = 0; time <= 3; time += 0.01) {
        const float fov = path.at(Seconds(time)).orbit.pose().vertical_fov_rad;
        EXPECT_GT(fov, 0.01f) << time;
        EXPECT_LT(fov, 3.14f) << time;
    }
    EXPECT_NEAR(path.at(Seconds(1)).orbit.pose().vertical_fov_rad, 3, 1e-6);
    EXPECT_NEAR(path.at(Seconds(1 + 1e-9)).orbit.pose().vertical_fov_rad, 3, 1e-6);
    EXPECT_GT(path.at(Seconds(1.5)).orbit.pose().vertical_fov_rad, 3.0f);
}

TEST(CameraPath, ZoomsPlanesGeometrically) {
    const CameraPath path({plane({0, 0}, 1), plane({10, 20}, 4)}, Seconds(1));
    const PlaneCamera half = *path.at(Seconds(0.5)).plane;
    EXPECT_NEAR(half.center.x, 5, 1e-12);
    EXPECT_NEAR(half.center.y, 10, 1e-12);
    EXPECT_NEAR(half.units_per_px, 2, 1e-12);
}

TEST(CameraPath, CutsBetweenIncompatibleViews) {
    const CameraPath path({plane({0, 0}, 1), orbit({.target = {1, 2, 3}})}, Seconds(1));
    EXPECT_EQ(path.at(Seconds(0.99)).shown, "Pond.level");
    EXPECT_EQ(path.at(Seconds(0.99)).plane, (PlaneCamera{{0, 0}, 1}));
    EXPECT_EQ(path.at(Seconds(1)).shown, "Cloud.position");
    EXPECT_FALSE(path.at(Seconds(1)).plane);
    const CameraPath fits({orbit({}, true), orbit({}, true), orbit({}, false)}, Seconds(1));
    EXPECT_TRUE(fits.at(Seconds(0.5)).is_fitted);
    EXPECT_FALSE(fits.at(Seconds(1.5)).is_fitted);
    expect_error([&] { CameraPath({plane({}, 1)}, Seconds(1)); }, ErrorCode::invalid_argument,
                 "cannot create a camera path: a camera path needs at least two views and a "
                 "positive duration");
}

TEST(CameraTourOptions, AreCheckedAgainstTheBookmarks) {
    Viewer::Bookmarks bookmarks;
    bookmarks[0] = bookmarks[4] = Bookmark{};
    EXPECT_NO_THROW(check_tour({.bookmarks = {1, 5, 1}}, bookmarks));
    expect_error([&] { check_tour({.bookmarks = {1, 2}}, bookmarks); }, ErrorCode::not_found,
                 "cannot create a camera path: bookmark 2 not found. The saved bookmarks are: 1, "
                 "5. To save a bookmark, press Ctrl and a digit in the window");
    expect_error([&] { check_tour({.bookmarks = {1, 2}}, {}); }, ErrorCode::not_found,
                 "cannot create a camera path: bookmark 1 not found. The saved bookmarks are: "
                 "none. To save a bookmark, press Ctrl and a digit in the window");
    expect_error([&] { check_tour({.bookmarks = {1}}, bookmarks); }, ErrorCode::invalid_argument,
                 "cannot create a camera path: a camera path needs at least two bookmarks and a "
                 "positive duration");
}

TEST(Bookmark, KeepsTheVisiblePlaneInOtherImageSizes) {
    const Bookmark bookmark{.choices = plane({3, 4}, 0.5), .picture_px = {800, 400}};
    EXPECT_EQ(bookmark.for_picture({800, 400}).plane->units_per_px, 0.5);
    EXPECT_EQ(bookmark.for_picture({1600, 800}).plane->units_per_px, 0.25);
    EXPECT_EQ(bookmark.for_picture({1600, 400}).plane->units_per_px, 0.5);
    EXPECT_EQ(bookmark.for_picture({1600, 800}).plane->center, glm::dvec2(3, 4));
    EXPECT_EQ(Bookmark{.choices = plane({}, 0.5)}.for_picture({10, 10}).plane->units_per_px, 0.5);
}

class BookmarkFile : public testing::Test {
protected:
    Viewer::Bookmarks read(const std::string& text) {
        return read_bookmarks(folder_.write("b.toml", text));
    }
    void refused(const std::string& text, const std::string& reason) {
        expect_error([&] { read(text); }, ErrorCode::bad_input,
                     (folder_.path() / "b.toml").string() + reason);
    }
    test::TemporaryFolder folder_;
};

TEST_F(BookmarkFile, RoundTripsEverything) {
    Viewer::Bookmarks bookmarks;
    Bookmark& first = bookmarks[0].emplace(Bookmark{.choices = plane({1.5, -2}, 0.1)});
    first.picture_px = {1280, 720};
    first.choices.slice = {.axis = 1, .index = 7};
    first.choices.overrides["Pond.\"level\"\\"] = {.range = DisplayOverride::Range::fixed,
                                                   .low = -3,
                                                   .high = 1e-7f,
                                                   .is_logarithmic = true,
                                                   .colormap = "turbo",
                                                   .view = View::arrows,
                                                   .style = PointStyle::glow};
    first.choices.overrides["Pond.rising"] = {};
    Bookmark& last = bookmarks[8].emplace(Bookmark{.choices = orbit({.target = {1, 2, 3},
                                                                     .distance_m = 0.25f,
                                                                     .yaw_rad = -1,
                                                                     .pitch_rad = 0.5f,
                                                                     .vertical_fov_rad = 1})});
    last.choices.colors = "Cloud.heat";
    last.choices.radius = 0.125f;
    last.choices.bounds = view::Box{.min = {-1, 0, 1}, .max = {2, 3, 4}};
    last.choices.volume = {.density = 2, .opacity_begin = 0.1f, .opacity_end = 0.9f, .level = 0.3f};
    last.choices.glow = {.radius_px = 5, .light = 0.5f, .halo = 1};
    last.choices.overlay = {.color_bar = false, .axes = true, .box = false, .scale_bar = true};
    const std::string text = bookmark_text("Pond", bookmarks);
    EXPECT_TRUE(text.starts_with("# Bookmarks of Pond\n\n[1]\nshown = \"Pond.level\"\n")) << text;
    const Viewer::Bookmarks read_back = read(text);
    EXPECT_EQ(bookmark_text("Pond", read_back), text);
    ASSERT_TRUE(read_back[0] && read_back[8] && !read_back[1]);
    EXPECT_EQ(read_back[0]->choices.plane, first.choices.plane);
    EXPECT_EQ(read_back[0]->choices.slice, first.choices.slice);
    EXPECT_EQ(read_back[0]->choices.overrides, first.choices.overrides);
    EXPECT_EQ(read_back[0]->picture_px, first.picture_px);
    EXPECT_EQ(read_back[8]->choices.orbit.pose().target, glm::vec3(1, 2, 3));
    EXPECT_EQ(read_back[8]->choices.orbit.pose().vertical_fov_rad, 1.0f);
    EXPECT_EQ(read_back[8]->choices.overlay, last.choices.overlay);
    EXPECT_EQ(read_back[8]->choices.bounds->max, glm::vec3(2, 3, 4));
    EXPECT_FALSE(read_back[8]->choices.is_fitted);
    EXPECT_FALSE(read_back[8]->choices.plane);
}

TEST_F(BookmarkFile, IsEmptyIfMissing) {
    for (const auto& bookmark : read_bookmarks(folder_.path() / "none")) EXPECT_FALSE(bookmark);
    EXPECT_EQ(bookmark_file("a/pond.cu"), "a/pond.bookmarks.toml");
    EXPECT_TRUE(read("[3]\n")[2]);
}

TEST_F(BookmarkFile, ReportsErrorsWithTheirPosition) {
    refused("[1]\nshown = 5\n", ":2: 'shown' has the wrong type");
    refused("[1]\n[1.orbit]\ntarget = [1, 2]\n", ":3: 'target' is not an array of 3 numbers");
    refused("[1]\n[1.orbit]\ndistance = -1.0\n", ":3: 'distance' is not between 1e-18 and 1e+18");
    refused(
        "[1]\n[1.orbit]\nfield_of_view = 4.0\n",
        ":2: cannot place a camera: the distance is 5 m and the field of view is 4 rad, but the "
        "distance must be positive, and the field of view must be between 0 and pi");
    refused("[1]\n[1.orbit]\nyaw = inf\n", ":3: 'yaw' is not a number");
    refused("[1]\n[1.plane]\nunits_per_px = 0.0\n",
            ":3: 'units_per_px' is not between 1e-12 and 1e+12");
    refused("[1]\nslice_axis = 3\n", ":1: 'slice_axis' is not 0, 1 or 2");
    refused("[1]\n[[1.look]]\nview = \"maps\"\n", ":3: 'view' has an unknown value");
    refused("[1]\n[[1.look]]\ncolormap = \"maps\"\n", ":2: colormap 'maps' not found");
    refused("1 = 2\n", ":1: '1' is not a table");
}

TEST_F(BookmarkFile, WarnsOfUnknownNames) {
    const test::ExpectedComplaints four(4);
    testing::internal::CaptureStderr();
    EXPECT_TRUE(
        read("[1]\nshown = \"a\"\nscale = 3\n[1.plane]\ncenter = [0, 0]\n"
             "[[1.look]]\nof = \"a\"\nlo = 1\n[10]\n")[0]);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find(":3: ignoring the unknown key 'scale'"), said.npos) << said;
    EXPECT_NE(said.find(":5: ignoring the unknown key 'center'; did you mean 'centre'?"),
              said.npos);
    EXPECT_NE(said.find(":8: ignoring the unknown key 'lo'"), said.npos) << said;
    EXPECT_NE(said.find(":9: ignoring the unknown key '10'"), said.npos) << said;
}

// Views compute with these numbers, and Dear ImGui uses the results, so glint must refuse numbers
// that are out of range.
TEST_F(BookmarkFile, RefusesNumbersOutOfRange) {
    Viewer::Bookmarks bookmarks;
    Bookmark& bookmark = bookmarks[0].emplace(Bookmark{.choices = plane({1.5, 2}, 0.1)});
    bookmark.picture_px = {1280, 720};
    bookmark.choices.slice.index = 7;
    bookmark.choices.radius = 0.125f;
    bookmark.choices.relief = 1;
    bookmark.choices.bounds = view::Box{.min = {-1, 0, 1}, .max = {2, 3, 4}};
    bookmark.choices.overrides["Pond.level"] = {
        .range = DisplayOverride::Range::fixed, .low = -3, .high = 1};
    const std::string text = bookmark_text("Pond", bookmarks);
    const auto lines = text::split(text, '\n');
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t at = lines[i].find_first_of("0123456789", lines[i].find(" = "));
        if (lines[i].find(" = ") == lines[i].npos || at == lines[i].npos) continue;
        const std::size_t end = std::min(lines[i].find_first_of(",]", at), lines[i].size());
        ++numbers;
        for (const char* odd : {"1e308", "-1e308", "1e39", "inf", "nan", "-1e40"}) {
            std::string changed(lines[i]);
            changed.replace(at, end - at, odd);
            // Removes a minus sign before the number if there would be two.
            if (at > 0 && lines[i][at - 1] == '-') changed.erase(at - 1, odd[0] == '-' ? 1 : 0);
            std::string whole;
            for (std::size_t j = 0; j < lines.size(); ++j)
                whole += (j == i ? changed : std::string(lines[j])) + '\n';
            try {
                read(whole);
                ADD_FAILURE() << changed;
            } catch (const Error& error) {
                EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::bad_input));
                EXPECT_TRUE(error.operation().starts_with((folder_.path() / "b.toml").string()))
                    << error.what();
            }
        }
    }
    EXPECT_GE(numbers, 24u) << text;
    refused("[1.plane]\ncentre=[1e308,1e308]\nunits_per_px=1.0\n",
            ":2: 'centre' is not between -1e+12 and 1e+12");
    refused("[1]\nbounds_min = [2.0, 0.0, 0.0]\nbounds_max = [1.0, 1.0, 1.0]\n",
            ":1: 'bounds_min' is above 'bounds_max'");
    refused("[1]\nslice = -1\n", ":1: 'slice' is negative");
}

TEST(PlaneCamera, ZoomsWithinBookmarkLimits) {
    PlaneCamera camera;
    camera.zoom(1e6, {0, 0}, {100, 100});
    EXPECT_EQ(camera.units_per_px, 1e-9);
    camera.zoom(-1e6, {0, 0}, {100, 100});
    EXPECT_EQ(camera.units_per_px, 1e9);
}

TEST(FitPicture, KeepsTheWholeImageAndItsAspect) {
    Picture wide{4, 2, std::vector<std::uint8_t>(32, 200)};
    const Picture made = fitted(wide, 4, 6);
    for (unsigned y = 0; y < 6; ++y)
        for (unsigned x = 0; x < 4; ++x)
            EXPECT_EQ(made.rgba[4 * (4 * y + x)], y == 2 || y == 3 ? 200 : 0) << x << ", " << y;
    EXPECT_EQ(made.rgba[3], 255);
    EXPECT_EQ(fitted(wide, 4, 2).rgba, wide.rgba);
    Picture ramp{2, 1, {0, 0, 0, 255, 100, 100, 100, 255}};
    const Picture larger = fitted(ramp, 4, 2);  // samples its pixels at -0.25, 0.25, 0.75 and 1.25
    for (const auto& [x, value] : {std::pair(0, 0), {1, 25}, {2, 75}, {3, 100}})
        EXPECT_EQ(larger.rgba[static_cast<std::size_t>(4 * x)], value) << x;
}

TEST(RecordingOptions, ReportKindsByTheirNames) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(kind_of("a/x.mp4"), RecordingKind::mp4);
    EXPECT_EQ(kind_of("x.GIF"), RecordingKind::gif);
    EXPECT_EQ(kind_of("frames"), RecordingKind::folder);
    EXPECT_EQ(kind_of("frames.webm/"), RecordingKind::folder);
    std::filesystem::create_directory(folder.path() / "v1.2");
    EXPECT_EQ(kind_of(folder.path() / "v1.2"), RecordingKind::folder);
    expect_error([] { kind_of("x.avi"); }, ErrorCode::invalid_argument,
                 "cannot record 'x.avi': the extension '.avi' is neither .mp4 nor .gif. For a "
                 "folder of PNG files, write no extension or a trailing '/'");
    for (const unsigned fps : kRecordingRates) EXPECT_EQ(app::kFramesPerSecond % fps, 0u);
}

TEST(RecordingOptions, NameTheNextFile) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(next_part(folder.path() / "a.b.mp4"), folder.path() / "a.b-2.mp4");
    folder.write("a.b-2.mp4", "");
    EXPECT_EQ(next_part(folder.path() / "a.b.mp4"), folder.path() / "a.b-3.mp4");
    EXPECT_EQ(next_part("frames"), "frames-2");
    EXPECT_EQ(next_part("v1.2/"), "v1.2-2/");
    EXPECT_EQ(kind_of(next_part("v1.2/")), RecordingKind::folder);
    folder.write("v1.2-2", "");
    EXPECT_EQ(next_part(folder.path() / "v1.2/"), folder.path() / "v1.2-3/");
    EXPECT_EQ(name_of("a/v1.2/"), "v1.2");
    EXPECT_EQ(name_of("a/x.mp4"), "x.mp4");
}

TEST(RecordingOptions, NameOneOfSeveral) {
    const test::TemporaryFolder folder;
    {
        const test::ScopedVariable encoder("GLINT_FFMPEG", "/bin/true");
        EXPECT_EQ(new_recording(folder.path(), "model 2.0"), folder.path() / "model 2.0-0001.mp4");
    }
    const test::ScopedVariable none("PATH", "/nowhere");
    const std::filesystem::path first = new_recording(folder.path(), "model 2.0");
    EXPECT_EQ(first, folder.path() / "model 2.0-0001/");
    EXPECT_NO_THROW(check_recording({.file = first}));
    std::filesystem::create_directory(first);
    EXPECT_EQ(new_recording(folder.path(), "model 2.0"), folder.path() / "model 2.0-0002/");
    EXPECT_EQ(new_recording(folder.path(), "pond"), folder.path() / "pond-0001");
}

TEST(Recorder, ReportsCompleteOutput) {
    RecordingResult result{.pictures = 4, .kept = 4, .frames = {2, 4, 6, 8}};
    EXPECT_EQ(written_text(result, "x.mp4"),
              "'x.mp4' contains the first 4 of 4 images (frames 2 to 8)");
    result.kept = 1;
    EXPECT_EQ(written_text(result, "x.mp4"),
              "'x.mp4' contains the first 1 of 4 images (frames 2 to 2)");
    result.kept = 0;
    EXPECT_EQ(written_text(result, "x.mp4"), "'x.mp4' contains none of the 4 images");
    result.kept.reset();
    EXPECT_EQ(written_text(result, "x.mp4"),
              "'x.mp4' is incomplete. It is unknown how many of 4 images the file contains");
}

/// An encoder that fails and cannot report how many pictures it has written.
class Failing final : public Encoder {
public:
    unsigned threads() const override { return 1; }
    void add(const Picture&, std::size_t) override {}
    void finish() override { throw Error(ErrorCode::io, "record 'x'", "the disk is full"); }
    std::optional<std::size_t> kept() override {
        throw Error(ErrorCode::io, "make a folder", "the disk is full");
    }
};

TEST(Recorder, ReportsItsFailure) {
    Recorder recorder(std::make_unique<Failing>());
    const RecordingResult& result = recorder.finish();
    EXPECT_EQ(result.error, "cannot record 'x': the disk is full");
    EXPECT_FALSE(result.kept);
    const Recorder another(std::make_unique<Failing>());  // its destructor must not throw
}

// If SIGCHLD is ignored, the system discards the exit statuses of processes.
TEST(PipedProgram, UnknownExitStatusIsAFailure) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    PipedProgram program("/bin/sh", {"-c", "exit 7"});
    const std::string ended = program.finish();
    std::signal(SIGCHLD, before);
    EXPECT_EQ(ended, "sh ended with an unknown exit status");
}

TEST(PipedProgram, ReceivesInputAndReportsItsExit) {
    const test::TemporaryFolder folder;
    const std::string copy = (folder.path() / "copy").string();
    PipedProgram program("/bin/sh", {"-c", "cat >" + copy});
    const std::string text(300'000, 'x');
    EXPECT_TRUE(program.write(std::as_bytes(std::span(text))));
    EXPECT_EQ(program.finish(), "");
    EXPECT_EQ(read_text(copy), text);
    PipedProgram failing("/bin/sh", {"-c", "cat >/dev/null; echo one >&2; echo two >&2; exit 7"});
    EXPECT_EQ(failing.finish(), "sh ended with status 7: one");
    EXPECT_EQ(failing.finish(), "sh ended with status 7: one");
    PipedProgram killed("/bin/sh", {"-c", "kill -9 $$"});
    EXPECT_EQ(killed.finish(), "sh was ended by signal 9 (Killed)");
    expect_error([] { PipedProgram("/nowhere/program", {}); }, ErrorCode::io,
                 "cannot start '/nowhere/program': No such file or directory");
}

TEST(PipedProgram, RunsInItsOwnSession) {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "session").string();
    PipedProgram program("/bin/sh", {"-c", "ps -o sid= -p $$ >" + file +
                                               " || cut -d' ' -f6 "
                                               "/proc/$$/stat >" +
                                               file});
    EXPECT_EQ(program.finish(), "");
    EXPECT_NE(std::atoi(read_text(file).c_str()), getsid(0));
    EXPECT_GT(std::atoi(read_text(file).c_str()), 0);
}

TEST(EncodePng, ContainsTheImagesPixels) {
    const test::TemporaryFolder folder;
    Picture picture{3, 2, {}};
    for (unsigned i = 0; i < 24; ++i) picture.rgba.push_back(static_cast<std::uint8_t>(10 * i));
    const std::vector<std::byte> bytes = encode_png(picture);
    write_atomically(folder.path() / "x.png", std::span(bytes));
    EXPECT_EQ(read_png(folder.path() / "x.png").rgba, picture.rgba);
}

}  // namespace
}  // namespace glint::studio
