#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include <glint/app/detail/gui.hpp>
#include <glint/app/detail/image_files.hpp>
#include <glint/app/detail/stage.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/gl/window.hpp>

namespace glint::app {
namespace {

using Clock = std::chrono::steady_clock;

class WindowStage final : public Stage {
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
          last_(Clock::now()) {}

    const gl::Context& context() const override { return window_; }
    gl::Framebuffer& target() override { return target_; }

    bool begin(FrameInput& frame) override {
        if (window_.should_close() || (frames_ && frame.number > frames_)) return false;
        read_events();
        fit_target();
        measure_time();
        frame.steps = clock_.steps(frame_time_, controls_);
        frame.reset = std::exchange(controls_.reset, false);
        frame.events = events_;
        frame.turning = window_.is_pressed(gl::MouseButton::left);
        frame.panning = window_.is_pressed(gl::MouseButton::right) ||
                        window_.is_pressed(gl::MouseButton::middle);
        return true;
    }

    void end(const FrameInput& frame, std::span<const std::unique_ptr<Panel>> panels,
             const Overlay& overlay) override {
        window_.show(target_);
        gui_.draw(controls_, shown_time_, panels, overlay);
        if (std::exchange(picture_wanted_, false)) save_picture(frame.number);
        window_.swap();
    }

    std::vector<std::filesystem::path> images() const override { return images_.written(); }

private:
    void read_events() {
        events_.clear();
        for (const gl::Event& event : window_.poll_events()) {
            if (const auto* key = std::get_if<gl::KeyEvent>(&event)) {
                // A key that goes up was perhaps down before the panel took the keyboard.
                if (gui_.takes_keyboard() && key->action != gl::Action::release) continue;
                if (key->action == gl::Action::press) press(key->key);
            } else if (gui_.takes_mouse() && !std::holds_alternative<gl::ResizeEvent>(event)) {
                continue;
            }
            events_.push_back(event);
        }
    }

    void press(gl::Key key) {
        switch (static_cast<int>(key)) {
            case static_cast<int>(gl::Key::escape): window_.request_close(); break;
            case ' ': controls_.paused = !controls_.paused; break;
            case 'N': controls_.paused = controls_.step_once = true; break;
            case 'R': controls_.reset = true; break;
            case 'H': gui_.toggle(); break;
            case 'P': picture_wanted_ = true; break;
            default: break;
        }
    }

    // A minimised window has no pixels; the last picture stays.
    void fit_target() {
        const gl::PixelSize size = window_.framebuffer_size();
        if (size.width > 0 && size.height > 0) target_.resize(size.width, size.height);
    }

    void measure_time() {
        const auto now = Clock::now();
        frame_time_ = now - std::exchange(last_, now);
        // Smoothed, so that it can be read.
        shown_time_ = shown_time_.count() > 0 ? 0.9 * shown_time_ + 0.1 * frame_time_ : frame_time_;
    }

    // A full disk is no reason to lose what runs.
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
    RunControls controls_;
    unsigned frames_;
    ImageFiles images_;
    Clock::time_point last_;
    Seconds frame_time_{};
    Seconds shown_time_{};
    std::vector<gl::Event> events_;
    bool picture_wanted_ = false;
};

}  // namespace

std::unique_ptr<Stage> make_window_stage(const AppOptions& options) {
    return std::make_unique<WindowStage>(options);
}

}  // namespace glint::app
