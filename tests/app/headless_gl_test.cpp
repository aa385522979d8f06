// SPDX-License-Identifier: MIT
#include <glint/app/app.hpp>

#include <algorithm>

#include <app/slider.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <glint/formats/png.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::app {
namespace {

/// Headless runs, each with its own output folder; tests ignore their printed output.
class Headless : public test::OnContext {
protected:
    App open(AppOptions options) const {
        options.headless = true;
        options.out = folder_.path();
        return App(std::move(options));
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }
    const std::filesystem::path& folder() const { return folder_.path(); }

private:
    test::TemporaryFolder folder_;
};

/// Runs to the end, clearing each frame to a gray value equal to its number. Returns the numbers of
/// the drawn frames.
std::vector<unsigned> run_through(App& app) {
    std::vector<unsigned> drawn;
    unsigned expected = 1;
    while (const auto frame = app.next_frame()) {
        EXPECT_EQ(frame->number(), expected++);
        EXPECT_FALSE(frame->wants_reset());
        EXPECT_FALSE(frame->is_dragged());
        EXPECT_TRUE(frame->events().empty());
        if (!frame->is_drawn()) continue;
        drawn.push_back(frame->number());
        const float gray = static_cast<float>(frame->number()) / 255;
        frame->target().clear({gray, gray, gray, 1});
    }
    return drawn;
}

TEST_F(Headless, WritesFourImagesByDefault) {
    App app = open({.width = 8, .height = 8, .frames = 100});
    EXPECT_EQ(run_through(app), (std::vector<unsigned>{25, 50, 75, 100}));
    EXPECT_EQ(files(), (std::vector<std::string>{"glint-000025.png", "glint-000050.png",
                                                 "glint-000075.png", "glint-000100.png"}));
}

TEST_F(Headless, RendersTwoHundredFortyFramesByDefault) {
    App app = open({.width = 8, .height = 8});
    EXPECT_EQ(run_through(app), (std::vector<unsigned>{60, 120, 180, 240}));
}

TEST_F(Headless, WritesEveryKthAndTheLast) {
    App app = open({.title = "Two Words", .width = 8, .height = 8, .frames = 7, .every = 3});
    EXPECT_EQ(run_through(app), (std::vector<unsigned>{3, 6, 7}));
    ASSERT_EQ(app.images().size(), 3u);
    EXPECT_EQ(app.images()[2], folder() / "two_words-000007.png");
}

TEST_F(Headless, WritesTheLastFrameIfTheIntervalIsLonger) {
    App app = open({.width = 8, .height = 8, .frames = 2, .every = 1000});
    EXPECT_EQ(run_through(app), (std::vector<unsigned>{2}));
}

TEST_F(Headless, WritesNothingOnRequest) {
    App app({.width = 8,
             .height = 8,
             .headless = true,
             .frames = 5,
             .every = 0,
             .out = "/dev/null/images"});
    EXPECT_EQ(run_through(app), std::vector<unsigned>());
    EXPECT_TRUE(app.images().empty());
}

TEST_F(Headless, DrawsNoUnusedFrames) {
    App app = open({.width = 8, .height = 8, .frames = 4, .every = 2});
    while (const auto frame = app.next_frame()) {
        const float red = frame->number() % 2 == 1 ? 1.0f : 0.0f;
        frame->target().clear({red, 0, 0, 1});
        EXPECT_EQ(frame->target().is_drawn(), frame->is_drawn());
        const test::Rgba seen = test::pixel(frame->target().read_pixels(), 0, 0);
        EXPECT_EQ(seen, (test::Rgba{0, 0, 0, 255})) << "an odd frame is not drawn";
    }
}

TEST_F(Headless, ComputesOnTheRequestedDevice) {
    App app = open({.width = 8, .height = 8, .device = "cpu", .sharing = interop::Sharing::host});
    EXPECT_EQ(app.device().kind(), BackendKind::cpu);
    EXPECT_EQ(app.sharing(), interop::Sharing::host);
    App other = open({.width = 8, .height = 8});
    EXPECT_EQ(other.device(), interop::device_for(other.gl()));
    EXPECT_THROW(open({.width = 8, .height = 8, .device = "no such"}), Error);
}

TEST_F(Headless, WritesImagesOfTheRequestedSize) {
    App app = open({.width = 33, .height = 17, .frames = 2, .every = 1});
    run_through(app);
    ASSERT_EQ(app.images().size(), 2u);
    for (unsigned number : {1u, 2u}) {
        const Picture image = read_png(app.images()[number - 1]);
        EXPECT_EQ(image.width, 33u);
        EXPECT_EQ(image.height, 17u);
        const auto gray = static_cast<std::uint8_t>(number);
        EXPECT_EQ(test::pixel(image, 32, 16), (test::Rgba{gray, gray, gray, 255}));
    }
}

TEST_F(Headless, StepsAt60FramesPerSecondOnAnyMachine) {
    for (const auto& [per_second, expected] :
         {std::pair{60.0, 1u}, {1200.0, 20u}, {90.0, 2u}, {1.0, 1u}}) {
        App app = open({.width = 8,
                        .height = 8,
                        .frames = 3,
                        .time_step = 0.125,
                        .steps_per_second = per_second});
        while (const auto frame = app.next_frame()) {
            EXPECT_EQ(frame->steps(), expected) << per_second;
            EXPECT_EQ(frame->time_step(), 0.125);
        }
    }
}

TEST_F(Headless, RefusesUnknownSettings) {
    App app = open({.width = 8, .height = 8, .frames = 1, .settings = {{"drga", "1"}}});
    ParameterSet parameters("Params", {test::slider("drag", 1)}, 4);
    app.panel("Panel").add(parameters);
    test::expect_error(ErrorCode::not_found, "parameter not found; did you mean 'drag'?",
                       [&] { (void)app.next_frame(); });
    EXPECT_TRUE(files().empty());
}

TEST_F(Headless, RefusesAnInvalidFolderBeforeTheFirstFrame) {
    test::expect_error(ErrorCode::io, "'/dev/null' is not a folder", [] {
        App({.width = 8, .height = 8, .headless = true, .out = "/dev/null/images"});
    });
}

TEST_F(Headless, CreatesAPanelAtItsFirstUse) {
    App app = open({.width = 8, .height = 8, .frames = 1});
    Panel& first = app.panel("A");
    EXPECT_NE(&app.panel("B"), &first);
    EXPECT_EQ(&app.panel("A"), &first);
}

TEST_F(Headless, DrawsOnlyWrittenFrames) {
    App app = open({.width = 8, .height = 8, .frames = 4, .every = 2, .steps_per_second = 120});
    std::string log;
    while (const auto frame = app.next_frame())
        log += std::to_string(frame->steps()) + (frame->is_drawn() ? "D" : "");
    EXPECT_EQ(log, "22D22D");
}

}  // namespace
}  // namespace glint::app
