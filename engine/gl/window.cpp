// SPDX-License-Identifier: MIT
#include <glint/gl/window.hpp>

#include <glad/gl.h>

#include <algorithm>

#include <glint/gl/detail/glfw_platform.hpp>
#include <glint/gl/detail/pixel_store.hpp>
#include <glint/gl/drawing_check.hpp>
#include <glint/gl/framebuffer.hpp>

namespace glint::gl {

std::shared_ptr<void> keep_display() { return detail::open_session(); }

Window::Window(const WindowOptions& options)
    : Context(std::make_unique<detail::GlfwPlatform>(options), options.debug) {
    set_vsync(options.vsync);
    check_drawing(*this);
}

Window& Window::operator=(Window&& other) noexcept {
    if (this == &other) return *this;
    end();
    Context::operator=(std::move(other));
    return *this;
}

detail::GlfwPlatform& Window::glfw() const {
    return static_cast<detail::GlfwPlatform&>(platform());
}

GLFWwindow* Window::native() const { return glfw().window(); }

bool Window::should_close() const { return glfwWindowShouldClose(native()) == GLFW_TRUE; }

void Window::request_close(bool close) { glfwSetWindowShouldClose(native(), close); }

std::span<const Event> Window::poll_events() {
    glfwPollEvents();
    return glfw().take_events();
}

std::span<const Event> Window::wait_events(double timeout_seconds) {
    glfwWaitEventsTimeout(timeout_seconds);
    return glfw().take_events();
}

PixelSize Window::framebuffer_size() const {
    PixelSize size;
    glfwGetFramebufferSize(native(), &size.width, &size.height);
    return size;
}

float Window::content_scale() const {
    float scale = 1.0f;
    glfwGetWindowContentScale(native(), &scale, nullptr);
    return scale;
}

bool Window::is_pressed(Key key) const {
    return glfwGetKey(native(), static_cast<int>(key)) == GLFW_PRESS;
}

bool Window::is_pressed(MouseButton button) const {
    return glfwGetMouseButton(native(), static_cast<int>(button)) == GLFW_PRESS;
}

void Window::set_title(const std::string& title) { glfwSetWindowTitle(native(), title.c_str()); }

void Window::set_vsync(bool on) {
    make_current();
    glfwSwapInterval(on ? 1 : 0);
}

void Window::show(const Framebuffer& image) {
    require_same(image.context(), "framebuffer");
    const PixelSize size = framebuffer_size();
    const bool same_size = size.width == image.width() && size.height == image.height();
    functions().BlitNamedFramebuffer(image.native(), 0, 0, 0, image.width(), image.height(), 0, 0,
                                     size.width, size.height, GL_COLOR_BUFFER_BIT,
                                     same_size ? GL_NEAREST : GL_LINEAR);
}

Picture Window::read_pixels() const {
    const PixelSize size = framebuffer_size();
    const std::size_t row = std::size_t{4} * static_cast<std::size_t>(size.width);
    std::vector<std::uint8_t> bottom_first(row * static_cast<std::size_t>(size.height));
    const GladGLContext& gl = functions();
    {
        const detail::PixelStoreScope packed(gl, detail::Transfer::pack, 0);
        gl.BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
        gl.ReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      bottom_first.data());
    }
    check("read the window's pixels");
    Picture picture{.width = static_cast<unsigned>(size.width),
                    .height = static_cast<unsigned>(size.height),
                    .rgba = std::vector<std::uint8_t>(bottom_first.size())};
    for (std::size_t y = 0; y < picture.height; ++y)
        std::copy_n(bottom_first.data() + (picture.height - 1 - y) * row, row,
                    picture.rgba.data() + y * row);
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;  // opaque
    return picture;
}

void Window::swap() {
    make_current();
    glfwSwapBuffers(native());
}

}  // namespace glint::gl
