// SPDX-License-Identifier: MIT
#include <glint/gl/detail/glfw_platform.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/gl/detail/context_core.hpp>

namespace glint::gl::detail {
namespace {

std::string glfw_reason() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "GLFW reported no reason";
}

GLFWwindow* open_window(const WindowOptions& options) {
    release_current_context();  // because GLFW briefly makes each new window's context current
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug);
    glfwWindowHint(GLFW_VISIBLE, options.visible);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    // Requests reset notification first. A driver that does not support it may refuse to create the
    // context, so the second attempt does not request it.
    for (const int robustness : {GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS}) {
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
        GLFWwindow* window = glfwCreateWindow(options.width, options.height, options.title.c_str(),
                                              nullptr, nullptr);
        if (window) return window;
    }
    throw Error(ErrorCode::unsupported,
                fmt::format("open a {} x {} window with OpenGL 4.5", options.width, options.height),
                glfw_reason());
}

GlfwPlatform& platform_of(GLFWwindow* window) {
    return *static_cast<GlfwPlatform*>(glfwGetWindowUserPointer(window));
}

Action to_action(int action) {
    if (action == GLFW_RELEASE) return Action::release;
    return action == GLFW_PRESS ? Action::press : Action::repeat;
}

Modifiers to_modifiers(int bits) {
    return {.shift = (bits & GLFW_MOD_SHIFT) != 0,
            .control = (bits & GLFW_MOD_CONTROL) != 0,
            .alt = (bits & GLFW_MOD_ALT) != 0};
}

void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
    platform_of(window).add(
        KeyEvent{static_cast<Key>(key), to_action(action), to_modifiers(modifiers)});
}

void on_character(GLFWwindow* window, unsigned code_point) {
    platform_of(window).add(CharacterEvent{code_point});
}

void on_mouse_button(GLFWwindow* window, int button, int action, int modifiers) {
    platform_of(window).add_mouse_button(static_cast<MouseButton>(button), to_action(action),
                                         to_modifiers(modifiers));
}

void on_mouse_move(GLFWwindow* window, double x, double y) {
    platform_of(window).add_mouse_move(x, y);
}

void on_scroll(GLFWwindow* window, double dx, double dy) {
    platform_of(window).add(ScrollEvent{dx, dy});
}

void on_resize(GLFWwindow* window, int width, int height) {
    platform_of(window).add(ResizeEvent{width, height});
}

}  // namespace

std::shared_ptr<void> open_session() {
    static std::weak_ptr<void> shared;
    if (auto session = shared.lock()) return session;
    if (!glfwInit()) throw Error(ErrorCode::unsupported, "open a window", glfw_reason());
    // The pointer &shared is never used. When the last copy is destroyed, the deleter terminates
    // GLFW.
    std::shared_ptr<void> session(&shared, [](void*) { glfwTerminate(); });
    shared = session;
    return session;
}

GlfwPlatform::GlfwPlatform(const WindowOptions& options)
    : session_(open_session()), window_(open_window(options)) {
    install_callbacks();
}

GlfwPlatform::~GlfwPlatform() { glfwDestroyWindow(window_); }

void GlfwPlatform::install_callbacks() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, on_key);
    glfwSetCharCallback(window_, on_character);
    glfwSetMouseButtonCallback(window_, on_mouse_button);
    glfwSetCursorPosCallback(window_, on_mouse_move);
    glfwSetScrollCallback(window_, on_scroll);
    glfwSetFramebufferSizeCallback(window_, on_resize);
    double x = 0;
    double y = 0;
    glfwGetCursorPos(window_, &x, &y);
    std::tie(mouse_x_px_, mouse_y_px_) = to_pixels(x, y);
}

void GlfwPlatform::make_current() {
    glfwGetError(nullptr);
    glfwMakeContextCurrent(window_);
    if (glfwGetCurrentContext() == window_) return;
    throw Error(ErrorCode::graphics, "make the window's OpenGL context current", glfw_reason());
}

void GlfwPlatform::release_current() noexcept { glfwMakeContextCurrent(nullptr); }

Platform::Function GlfwPlatform::find(const char* name) const noexcept {
    return glfwGetProcAddress(name);
}

std::span<const Event> GlfwPlatform::take_events() {
    taken_.swap(incoming_);
    incoming_.clear();
    return taken_;
}

std::pair<double, double> GlfwPlatform::to_pixels(double x, double y) const {
    int screen_width = 0;
    int screen_height = 0;
    int width_px = 0;
    int height_px = 0;
    glfwGetWindowSize(window_, &screen_width, &screen_height);
    glfwGetFramebufferSize(window_, &width_px, &height_px);
    if (screen_width == 0 || screen_height == 0) return {x, y};  // the window is minimized
    return {x * width_px / screen_width, y * height_px / screen_height};
}

void GlfwPlatform::add_mouse_button(MouseButton button, Action action, Modifiers modifiers) {
    add(MouseButtonEvent{button, action, modifiers, mouse_x_px_, mouse_y_px_});
}

void GlfwPlatform::add_mouse_move(double x, double y) {
    const auto [x_px, y_px] = to_pixels(x, y);
    add(MouseMoveEvent{x_px, y_px, x_px - mouse_x_px_, y_px - mouse_y_px_});
    mouse_x_px_ = x_px;
    mouse_y_px_ = y_px;
}

}  // namespace glint::gl::detail
