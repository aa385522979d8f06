// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <glint/gl/detail/context_core.hpp>
#include <glint/gl/events.hpp>
#include <glint/gl/window.hpp>

namespace glint::gl::detail {

/// Initializes GLFW, which stays initialized while a copy of the returned pointer exists. All
/// windows share one session. Throws Error(unsupported) if GLFW cannot be initialized.
std::shared_ptr<void> open_session();

/// A GLFW window, its OpenGL context, and the events that were not read yet.
class GlfwPlatform : public Platform {
public:
    explicit GlfwPlatform(const WindowOptions& options);
    ~GlfwPlatform() override;

    void make_current() override;
    void release_current() noexcept override;
    Function find(const char* name) const noexcept override;

    GLFWwindow* window() const noexcept { return window_; }

    /// Returns the events since the previous call. The span is valid until the next call.
    std::span<const Event> take_events();

    void add(const Event& event) { incoming_.push_back(event); }
    void add_mouse_button(MouseButton button, Action action, Modifiers modifiers);
    void add_mouse_move(double x, double y);

private:
    /// Converts a cursor position from screen coordinates to framebuffer pixels.
    std::pair<double, double> to_pixels(double x, double y) const;
    void install_callbacks();

    std::shared_ptr<void> session_;  // terminates GLFW after the last window is destroyed
    GLFWwindow* window_;
    std::vector<Event> incoming_;
    std::vector<Event> taken_;
    double mouse_x_px_ = 0;
    double mouse_y_px_ = 0;
};

}  // namespace glint::gl::detail
