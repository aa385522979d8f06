// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include <glint/app/detail/gui.hpp>
#include <glint/app/detail/image_files.hpp>
#include <glint/app/detail/recording_stage.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/gl/window.hpp>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace glint::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the letter that the user's keyboard layout assigns to `key`, or `key` if it is not a
/// letter from A to Z.
gl::Key as_labeled(gl::Key key) {
    const int code = static_cast<int>(key);
    const char* const label = code > 32 && code < 127 ? glfwGetKeyName(code, 0) : nullptr;
    if (!label || label[0] < 'a' || label[0] > 'z' || label[1] != '\0') return key;
    return gl::Key(label[0] - 'a' + 'A');
}

class WindowStage final : public RecordingStage {
public:
    explicit WindowStage(const AppOptions& options)
        : window_({.title = options.title,
                   .width = static_cast<int>(options.width),
                   .height = static_cast<int>(options.height)}),
          gui_(window_),
          target_(window_, {.width = window_.framebuffer_size().width,
                            .height = window_.framebuffer_size().height}),
          clock_(options.steps_per_second),
          frames_(options.frames),
          images_(options),
          last_(Clock::now()),
          on_escape_(options.on_escape) {
        if (options.has_panel)
            bind_panel_keys();
        else
            gui_.toggle();
        bind(gl::Key::escape, options.escape_action.c_str(), [&] { escape(); });
    }
    ~WindowStage() override { drop_recording(); }

    const gl::Context& context() const override { return window_; }
    gl::Framebuffer& target() override { return target_; }

    bool show_progress(const std::string& text, float fraction) override {
        for (const gl::Event& event : window_.poll_events())
            if (const auto* key = std::get_if<gl::KeyEvent>(&event);
                key && key->key == gl::Key::escape && key->action == gl::Action::press)
                escape();
        if (window_.should_close()) return false;
        fit_target();
        target_.clear({0, 0, 0, 1});
        window_.show(target_);
        gui_.draw_progress(text, fraction);
        window_.swap();
        last_ = Clock::now();  // so that the next frame does not count this time
        return true;
    }

    bool begin(FrameInput& frame) override {
        if (window_.should_close() || (frames_ && frame.number > frames_)) return false;
        read_events();
        fit_target();
        measure_time();
        frame.steps = clock_.steps(frame_time_, controls());
        if (tap()) {
            tap()->shorten(frame);
            tap()->begin(frame);
        }
        frame.reset = std::exchange(controls().reset, false);
        frame.events = events_;
        frame.turning = window_.is_pressed(gl::MouseButton::left);
        frame.panning = window_.is_pressed(gl::MouseButton::right) ||
                        window_.is_pressed(gl::MouseButton::middle);
        return true;
    }

    void end(const FrameInput& frame, std::span<const std::unique_ptr<Panel>> panels,
             const Overlays& overlays) override {
        window_.require_not_lost();
        if (tap()) tap()->end(frame, target_, overlays.pictures);
        window_.show(target_);
        gui_.draw(controls(), shown_time_, panels, overlays.window, keys());
        give_captures(overlays.pictures);
        if (std::exchange(picture_wanted_, false)) save_picture(frame.number);
        window_.swap();
    }

    void end_after(unsigned number) override { frames_ = number; }

    std::vector<std::filesystem::path> images() const override { return images_.written(); }

protected:
    float scale() const override { return window_.content_scale(); }
    std::optional<Picture> seen() override { return window_.read_pixels(); }

private:
    // Reads the frame's events and runs the actions of bound keys. Events of bound keys also stay
    // in `events_`.
    void read_events() {
        events_.clear();
        for (const gl::Event& event : window_.poll_events()) {
            if (const auto* key = std::get_if<gl::KeyEvent>(&event)) {
                // A release is always passed on, because the key may have been pressed before the
                // panel used the keyboard.
                if (gui_.takes_keyboard() && key->action != gl::Action::release) continue;
                if (!gui_.takes_keyboard())
                    keys().press({as_labeled(key->key), key->action, key->modifiers});
            } else if (const auto* typed = std::get_if<gl::CharacterEvent>(&event)) {
                if (gui_.takes_keyboard()) continue;
                keys().type(typed->code_point);
            } else if (gui_.takes_mouse() && !std::holds_alternative<gl::ResizeEvent>(event)) {
                continue;
            }
            events_.push_back(event);
        }
    }

    void bind(gl::Key key, const char* action, std::function<void()> act) {
        keys().add("Program", {.key = key, .action = action, .act = std::move(act)});
    }

    void escape() {
        if (on_escape_) on_escape_();
        window_.request_close();
    }

    void bind_panel_keys() {
        bind(gl::Key::space, "pause or resume", [&] { controls().paused = !controls().paused; });
        bind(gl::Key('N'), "compute the next frame",
             [&] { controls().paused = controls().step_once = true; });
        bind(gl::Key('R'), "reset", [&] { controls().reset = true; });
        bind(gl::Key('H'), "hide or show the panel", [&] { gui_.toggle(); });
        bind(gl::Key('P'), "save an image", [&] { picture_wanted_ = true; });
        keys().add("Program", {.key = gl::Key::f1,
                               .action = "show or hide this help",
                               .act = [&] { gui_.toggle_help(); },
                               .character = U'?'});
    }

    // Does nothing while the window is minimized and has no pixels; the target keeps the last
    // picture.
    void fit_target() {
        const gl::PixelSize size = window_.framebuffer_size();
        if (size.width > 0 && size.height > 0) target_.resize(size.width, size.height);
    }

    void measure_time() {
        const auto now = Clock::now();
        frame_time_ = now - std::exchange(last_, now);
        // The displayed time changes slowly, so that it is easy to read.
        shown_time_ = shown_time_.count() > 0 ? 0.9 * shown_time_ + 0.1 * frame_time_ : frame_time_;
    }

    // Saves an image. If this fails, for example because the disk is full, logs the error and
    // continues the run.
    void save_picture(unsigned frame) try {
        images_.write(frame, target_.read_pixels());
        log::info("wrote " + images_.written().back().string());
    } catch (const Error& error) {
        log::error(error.what());
    }

    gl::Window window_;
    Gui gui_;
    gl::Framebuffer target_;
    FrameClock clock_;
    unsigned frames_;
    ImageFiles images_;
    Clock::time_point last_;
    Seconds frame_time_{};
    Seconds shown_time_{};
    std::vector<gl::Event> events_;
    bool picture_wanted_ = false;
    std::function<void()> on_escape_;
};

}  // namespace

std::unique_ptr<Stage> make_window_stage(const AppOptions& options) {
    return std::make_unique<WindowStage>(options);
}

}  // namespace glint::app
