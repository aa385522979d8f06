// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include <glint/base/formats/png.hpp>
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
    int width = 1280;  ///< in screen coordinates; multiply by `content_scale` for pixels
    int height = 720;
    bool visible = true;
    bool vsync = true;
    bool debug = true;  ///< collect the driver's messages; see Context::check
};

struct PixelSize {
    int width = 0;
    int height = 0;

    friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

/// Keeps the connection to the display while the returned object lives, for a program that closes
/// its only window and opens another. Throws Error(unsupported) if there is no display.
[[nodiscard]] std::shared_ptr<void> keep_display();

/// A GLFW window with an OpenGL 4.5 core context. Create and use it on the main thread.
class Window : public Context {
public:
    /// Opens the window and leaves its context current. Throws Error(unsupported) with the window
    /// system's message if there is no display or no OpenGL 4.5. Throws it also if the driver does
    /// not draw correctly; see drawing_check.hpp.
    explicit Window(const WindowOptions& options = {});
    Window(Window&&) noexcept = default;
    Window& operator=(Window&& other) noexcept;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window() { end(); }

    bool should_close() const;
    void request_close(bool close = true);

    /// Returns the events since the last call, oldest first; valid until the next call. Does not
    /// wait.
    std::span<const Event> poll_events();

    /// Sleeps until an event arrives or `timeout_seconds` have passed; otherwise like
    /// poll_events().
    std::span<const Event> wait_events(double timeout_seconds);

    PixelSize framebuffer_size() const;
    float content_scale() const;  ///< pixels per screen coordinate, such as 2 on a HiDPI display
    bool is_pressed(Key key) const;
    bool is_pressed(MouseButton button) const;

    void set_title(const std::string& title);
    void set_vsync(bool on);

    /// Copies `image` over the window's whole back buffer, scaled to its size.
    void show(const Framebuffer& image);

    /// Returns the back buffer before `swap`, top row first. Waits for the draws.
    Picture read_pixels() const;

    /// Presents the back buffer; waits for the display if vsync is on.
    void swap();

    /// Returns the GLFW window for ImGui and other GLFW code, valid while this Window lives.
    /// Callbacks that such code installs must call ours in turn, as ImGui's do.
    GLFWwindow* native() const;

private:
    detail::GlfwPlatform& glfw() const;
};

}  // namespace glint::gl
