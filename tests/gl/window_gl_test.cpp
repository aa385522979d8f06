// SPDX-License-Identifier: MIT
#include <glint/gl/window.hpp>

#include <glad/gl.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <iterator>

#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/gl/detail/egl.hpp>
#include <glint/gl/foreign_context.hpp>

namespace glint {
namespace {

using test::contains;
using test::error_of;
using test::Rgba;

class Window : public testing::Test {
protected:
    void SetUp() override {
        display_ = test::VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    }

    /// Next event of type `E` of the window; nullopt if none arrives within five seconds.
    template <class E>
    std::optional<E> await(gl::Window& window) {
        for (int i = 0; i < 50; ++i) {
            while (!events_.empty()) {
                const gl::Event event = events_.front();
                events_.pop_front();
                if (const E* found = std::get_if<E>(&event)) return *found;
            }
            std::ranges::copy(window.wait_events(0.1), std::back_inserter(events_));
        }
        return std::nullopt;
    }

    /// Simulates user input with xdotool.
    static bool user(const std::string& action) {
        return std::system(("xdotool " + action).c_str()) == 0;
    }

private:
    std::optional<test::VirtualDisplay> display_;
    std::deque<gl::Event> events_;
};

TEST(WindowWithoutDisplay, ReportsTheReason) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    const Error failure = error_of([] { gl::Window window; });
    EXPECT_EQ(failure.code(), ErrorCode::unsupported);
    EXPECT_TRUE(contains(failure.what(), "cannot open a window: X11: "));
    EXPECT_TRUE(contains(failure.what(), "DISPLAY"));
}

TEST_F(Window, HasTheRequestedSizeAndContext) {
    gl::Window window({.title = "test", .width = 320, .height = 200, .visible = false});
    EXPECT_EQ(window.framebuffer_size(), (gl::PixelSize{320, 200}));
    EXPECT_GE(window.content_scale(), 1.0f);
    EXPECT_GE(window.version().substr(0, 3), "4.5");
    EXPECT_NE(window.native(), nullptr);
    EXPECT_NO_THROW(window.check("open"));
    // The drawing check of the new window leaves this viewport behind.
    std::array<GLint, 4> viewport{};
    window.functions().GetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport, (std::array{0, 0, 4, 4}));
}

TEST_F(Window, ClosesOnRequest) {
    gl::Window window({.width = 64, .height = 64, .visible = false});
    EXPECT_FALSE(window.should_close());
    window.request_close();
    EXPECT_TRUE(window.should_close());
    window.request_close(false);
    EXPECT_FALSE(window.should_close());
}

TEST_F(Window, ShowsAFramebufferScaled) {
    gl::Window window({.width = 8, .height = 8, .visible = false, .vsync = false});
    gl::Framebuffer picture(window, {.width = 4, .height = 4});
    picture.clear({0.2f, 0.4f, 0.6f, 1.0f});
    window.show(picture);
    Rgba corner{};
    const GladGLContext& gl = window.functions();
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    gl.ReadBuffer(GL_BACK);
    gl.ReadPixels(7, 7, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, corner.data());
    EXPECT_EQ(corner, (Rgba{51, 102, 153, 255}));
    window.swap();
    EXPECT_NO_THROW(window.check("show"));
}

TEST_F(Window, RefusesAFramebufferOfAnotherContext) {
    gl::Window first({.width = 8, .height = 8, .visible = false});
    gl::Window second({.width = 8, .height = 8, .visible = false});
    const gl::Framebuffer picture(first, {.width = 4, .height = 4});
    EXPECT_EQ(error_of([&] { second.show(picture); }).code(), ErrorCode::invalid_state);
}

TEST_F(Window, ReportsKeysAndText) {
    gl::Window window({.width = 200, .height = 200});
    if (!user("mousemove 100 100 sleep 0.1 key a")) GTEST_SKIP() << "window: no xdotool";
    const auto key = await<gl::KeyEvent>(window);
    ASSERT_TRUE(key);
    EXPECT_EQ(key->key, gl::Key('A'));
    EXPECT_EQ(key->action, gl::Action::press);
    EXPECT_EQ(key->modifiers, gl::Modifiers{});
    const auto text = await<gl::CharacterEvent>(window);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->code_point, U'a');
    user("keydown ctrl key Escape keyup ctrl");
    auto escape = await<gl::KeyEvent>(window);
    while (escape && escape->key != gl::Key::escape) escape = await<gl::KeyEvent>(window);
    ASSERT_TRUE(escape);
    EXPECT_EQ(escape->modifiers, (gl::Modifiers{.control = true}));
}

TEST_F(Window, ReportsTheMouse) {
    gl::Window window({.width = 200, .height = 200});
    if (!user("mousemove 50 60 sleep 0.1 mousemove 55 80")) GTEST_SKIP() << "window: no xdotool";
    double dx = 0;
    double dy = 0;
    // The two moves may arrive as one event or as several.
    for (int i = 0; i < 20 && !(dx == 5 && dy == 20); ++i) {
        const auto move = await<gl::MouseMoveEvent>(window);
        ASSERT_TRUE(move);
        dx = move->dx_px;
        dy = move->dy_px;
    }
    EXPECT_EQ(dx, 5);
    EXPECT_EQ(dy, 20);
    user("click 1");
    const auto button = await<gl::MouseButtonEvent>(window);
    ASSERT_TRUE(button);
    EXPECT_EQ(button->button, gl::MouseButton::left);
    EXPECT_EQ(button->action, gl::Action::press);
    user("click 4");
    const auto scroll = await<gl::ScrollEvent>(window);
    ASSERT_TRUE(scroll);
    EXPECT_EQ(scroll->dy, 1);
}

TEST_F(Window, ReportsItsNewSize) {
    gl::Window window({.title = "resizable", .width = 200, .height = 200});
    if (!user("search --sync --name resizable windowsize 300 150")) {
        GTEST_SKIP() << "window: no xdotool";
    }
    const auto resize = await<gl::ResizeEvent>(window);
    ASSERT_TRUE(resize);
    EXPECT_EQ(resize->width_px, 300);
    EXPECT_EQ(resize->height_px, 150);
    EXPECT_EQ(window.framebuffer_size(), (gl::PixelSize{300, 150}));
}

TEST_F(Window, OpensWhileAHeadlessContextIsCurrent) {
    const gl::HeadlessContext headless;
    gl::Buffer<float> on_headless(headless, 1);
    for (int i = 0; i < 2; ++i) {
        headless.make_current();
        const gl::Window window({.width = 8, .height = 8, .visible = false});
        gl::Buffer<float> on_window(window, 1);
        on_window.upload(std::array{1.0f});
        on_headless.upload(std::array{2.0f});
        EXPECT_EQ(on_window.download().front(), 1.0f);
        EXPECT_EQ(on_headless.download().front(), 2.0f);
    }
}

// A foreign context makes one of glint's contexts current without glint's knowledge. If glint's
// context stayed current, making the window's context current would end the process with BadAccess.
TEST_F(Window, OpensAfterAForeignContextOverAHeadlessOne) {
    const auto foreign_over = [](const gl::HeadlessContext& headless) {
        return gl::ForeignContext({.find = gl::detail::Egl::load().get_proc_address,
                                   .make_current = [&headless] { headless.make_current(); }});
    };
    const auto expect_window = [] {
        const gl::Window window({.width = 8, .height = 8, .visible = false});
        gl::Buffer<float> on_window(window, 1);
        on_window.upload(std::array{1.0f});
        EXPECT_EQ(on_window.download().front(), 1.0f);
    };
    {
        const gl::HeadlessContext headless;
        {
            const gl::ForeignContext theirs = foreign_over(headless);
            gl::Buffer<float> on_theirs(theirs, 1);
            on_theirs.upload(std::array{2.0f});
            expect_window();
            EXPECT_EQ(on_theirs.download().front(), 2.0f);
        }
        expect_window();
        const gl::ForeignContext again = foreign_over(headless);
    }
    expect_window();  // both contexts are destroyed
}

TEST_F(Window, CoexistsWithAHeadlessContext) {
    std::optional<gl::Window> window(std::in_place,
                                     gl::WindowOptions{.width = 8, .height = 8, .visible = false});
    const gl::HeadlessContext headless;
    gl::Buffer<float> on_window(*window, 1);
    gl::Buffer<float> on_headless(headless, 1);
    on_window.upload(std::array{1.0f});
    on_headless.upload(std::array{2.0f});
    EXPECT_EQ(on_window.download().front(), 1.0f);
    window.reset();
    EXPECT_EQ(on_headless.download().front(), 2.0f);
}

}  // namespace
}  // namespace glint
