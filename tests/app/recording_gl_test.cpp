// SPDX-License-Identifier: MIT
#include <glint/app/app.hpp>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <thread>

#include <imgui.h>

#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/formats/png.hpp>

namespace glint::app {
namespace {

/// Stores the pictures that it receives. For each picture, a separate thread waits for `delay`
/// before it copies and releases the picture.
class Kept final : public PictureSink {
public:
    explicit Kept(std::chrono::milliseconds delay = {}) : delay_(delay) {}
    ~Kept() override { wait(); }

    bool take(TakenPicture picture) override {
        frames.push_back(picture.frame());
        Picture* const copy = &pictures.emplace_back();
        threads_.emplace_back([this, copy, taken = std::move(picture)]() mutable {
            std::this_thread::sleep_for(delay_);
            const TakenPicture given_back = std::move(taken);
            given_back.copy_to(*copy);
        });
        return frames.size() < most;
    }
    std::size_t capacity() const override { return 1; }
    void wait() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    std::vector<unsigned> frames;
    std::deque<Picture> pictures;
    std::size_t most = 1000;

private:
    std::chrono::milliseconds delay_;
    std::vector<std::thread> threads_;
};

class Recording : public test::OnContext {
protected:
    App open(AppOptions options) const {
        options.width = 40;
        options.height = 30;
        options.headless = true;
        options.out = folder_.path();
        return App(std::move(options));
    }
    const test::TemporaryFolder folder_;
};

void paint(const Frame& frame, unsigned gray) {
    const float value = static_cast<float>(gray) / 255;
    frame.target().clear({value, value, value, 1});
}

/// Runs to the end, painting each frame in the gray value of its number. Returns the numbers of the
/// drawn frames.
std::vector<unsigned> run_and_paint(App& app) {
    std::vector<unsigned> drawn;
    while (const auto frame = app.next_frame()) {
        if (frame->is_drawn()) drawn.push_back(frame->number());
        paint(*frame, frame->number());
    }
    return drawn;
}

void draw_square() {
    ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(0, 0), ImVec2(10, 10),
                                                  IM_COL32(255, 0, 0, 255));
}

TEST_F(Recording, HasOneImageEveryNSteps) {
    App app = open({.frames = 9, .every = 4});
    app.set_overlay(draw_square);
    Kept kept;
    app.record(kept, 2);
    EXPECT_EQ(test::error_of([&] { app.record(kept, 2); }).code(), ErrorCode::invalid_state);
    EXPECT_EQ(run_and_paint(app), (std::vector<unsigned>{2, 4, 6, 8, 9}));
    app.stop_recording();
    kept.wait();
    EXPECT_EQ(kept.frames, (std::vector<unsigned>{2, 4, 6, 8}));
    ASSERT_EQ(kept.pictures.size(), 4u);
    for (unsigned i = 0; i < 4; ++i) {
        const auto gray = static_cast<std::uint8_t>(2 * i + 2);
        EXPECT_EQ(test::pixel(kept.pictures[i], 20, 20), (test::Rgba{gray, gray, gray, 255}));
        EXPECT_EQ(test::pixel(kept.pictures[i], 5, 5), (test::Rgba{255, 0, 0, 255}));
    }
    // A recorded picture equals the image of the same frame.
    EXPECT_EQ(read_png(folder_.path() / "glint-000004.png").rgba, kept.pictures[1].rgba);
}

TEST_F(Recording, WaitsForTheSinkAndReportsTheTime) {
    App app = open({.frames = 8, .every = 0});
    Kept kept(std::chrono::milliseconds(30));
    app.record(kept, 1);
    run_and_paint(app);
    const Seconds waited = app.stop_recording();
    kept.wait();
    EXPECT_EQ(kept.frames, (std::vector<unsigned>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(kept.pictures.size(), 8u);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(kept.pictures[i].rgba[0], i + 1);
    // At most three pictures exist at a time, so the run waits at least twice before it takes the
    // eighth picture.
    EXPECT_GE(waited.count(), 2 * 0.03 - 0.01);
    EXPECT_LT(waited.count(), 1.0);
}

TEST_F(Recording, EndsWhenTheSinkStops) {
    App app = open({.frames = 20, .every = 0});
    Kept kept;
    kept.most = 3;
    app.record(kept, 1);
    const std::vector<unsigned> drawn = run_and_paint(app);
    app.stop_recording();
    EXPECT_EQ(kept.frames, (std::vector<unsigned>{1, 2, 3}));
    EXPECT_LT(drawn.size(), 8u);  // soon after the sink stops, no more frames are drawn
    Kept others;
    EXPECT_NO_THROW(app.record(others, 1));
    app.stop_recording();
    EXPECT_EQ(app.stop_recording().count(), 0.0);
    EXPECT_TRUE(others.frames.empty());
}

TEST_F(Recording, DrawsASeparateOverlayForRecordedImages) {
    App app = open({.frames = 3, .every = 0});
    app.set_overlays({.window = [] { FAIL() << "there is no window"; }, .pictures = draw_square});
    unsigned captured = 0;
    Kept kept;
    app.record(kept, 1);
    while (const auto frame = app.next_frame()) {
        paint(*frame, 7);
        if (frame->number() == 2)
            app.capture(Capture::window, [&](const Picture& picture) {
                ++captured;
                EXPECT_EQ(test::pixel(picture, 5, 5), (test::Rgba{255, 0, 0, 255}));
                EXPECT_EQ(test::pixel(picture, 20, 5), (test::Rgba{7, 7, 7, 255}));
            });
    }
    app.stop_recording();
    EXPECT_EQ(captured, 1u);
}

TEST(WindowRecording, StepsAtItsRateIndependentOfTheClock) {
    const auto display = test::VirtualDisplay::start();
    if (!display) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    // The display refreshes so slowly compared with this rate that each frame would require
    // hundreds of steps.
    App app({.width = 64, .height = 48, .steps_per_second = 20'000});
    app.set_overlays({.window = [] {}, .pictures = draw_square});
    for (int i = 0; i < 3; ++i) app.next_frame();
    Kept kept;
    app.record(kept, 3);
    unsigned steps = 0;
    std::vector<unsigned> steps_at(1000);
    for (int i = 0; i < 40; ++i) {
        const auto frame = app.next_frame();
        ASSERT_TRUE(frame);
        EXPECT_LE(frame->steps(), 3u);
        steps += frame->steps();
        steps_at[frame->number()] = steps;
        paint(*frame, steps);
    }
    app.next_frame();
    app.stop_recording();
    kept.wait();
    ASSERT_GT(kept.frames.size(), 3u);
    EXPECT_EQ(kept.frames.size(), steps / 3);
    for (std::size_t i = 0; i < kept.frames.size(); ++i) {
        EXPECT_EQ(steps_at[kept.frames[i]], 3 * (i + 1));
        const auto gray = static_cast<std::uint8_t>(3 * (i + 1));
        EXPECT_EQ(test::pixel(kept.pictures[i], 40, 40), (test::Rgba{gray, gray, gray, 255}));
        EXPECT_EQ(test::pixel(kept.pictures[i], 5, 5), (test::Rgba{255, 0, 0, 255}));
    }
}

}  // namespace
}  // namespace glint::app
