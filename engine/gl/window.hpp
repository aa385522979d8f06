// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include <glint/formats/png.hpp>
#include <glint/gl/context.hpp>
#include <glint/gl/events.hpp>

struct GLFWwindow;

namespace glint::gl {

class Framebuffer;

namespace detail {
class GlfwPlatform;
}

struct WindowOptions {
    std::string title = "glint";
    int width = 1280;  ///< in screen coordinates; pixels = width * `content_scale`
    int height = 720;
    bool visible = true;
    bool vsync = true;
    bool debug = true;  ///< collect the driver's messages for Context::check
};

struct PixelSize {
    int width = 0;
    int height = 0;

    friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

/// Keeps the connection to the display open while the returned object exists. This is useful if a
/// program closes its only window and later opens another window. Throws Error(unsupported) if no
/// display is available.
[[nodiscard]] std::shared_ptr<void> keep_display();

/// A GLFW window with an OpenGL 4.5 core context. Create and use it on the main thread.
class Window : public Context {
public:
    /// Opens the window and leaves its context current. Throws Error(unsupported) if no display is
    /// available, if OpenGL 4.5 is not available, or if the driver draws incorrectly; see
    /// drawing_check.hpp.
    explicit Window(const WindowOptions& options = {});
    Window(Window&&) noexcept = default;
    Window& operator=(Window&& other) noexcept;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window() { end(); }

    bool should_close() const;
    void request_close(bool close = true);

    /// Returns the events since the last call, oldest first, without waiting. The span is valid
    /// until the next call.
    std::span<const Event> poll_events();

    /// Waits until an event arrives, but at most `timeout_seconds`. Then returns the events as
    /// poll_events() does.
    std::span<const Event> wait_events(double timeout_seconds);

    PixelSize framebuffer_size() const;
    float content_scale() const;  ///< pixels per screen coordinate, such as 2 on a HiDPI display
    bool is_pressed(Key key) const;
    bool is_pressed(MouseButton button) const;

    void set_title(const std::string& title);
    void set_vsync(bool on);

    /// Copies `image` to the window's back buffer. Scales `image` to the size of the window.
    void show(const Framebuffer& image);

    /// Returns the content of the back buffer, top row first. Call this before `swap`. Waits until
    /// earlier draws have finished.
    Picture read_pixels() const;

    /// Shows the back buffer in the window. If vsync is on, waits for the display.
    void swap();

    /// Returns the GLFW window for ImGui and other code that uses GLFW. The pointer is valid while
    /// this Window exists. If such code installs a callback, the callback must call the previously
    /// installed callback, as ImGui's callbacks do.
    GLFWwindow* native() const;

private:
    detail::GlfwPlatform& glfw() const;
};

}  // namespace glint::gl
