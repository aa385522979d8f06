#pragma once

#include <memory>
#include <span>

#include <glint/app/frame_clock.hpp>
#include <glint/app/panel.hpp>
#include <glint/gl/window.hpp>

namespace glint::app {

/// Dear ImGui over a window. Private to App.
class Gui {
public:
    /// `window` must outlive it.
    explicit Gui(gl::Window& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Whether mouse or keyboard are the panel's just now, not the simulation's.
    bool takes_mouse() const;
    bool takes_keyboard() const;

    /// Hides the panel, or shows it again.
    void toggle() noexcept { shown_ = !shown_; }

    /// Draws the controls and panels into the window's back buffer, unless they are hidden.
    void draw(RunControls& controls, Seconds frame_time,
              std::span<const std::unique_ptr<Panel>> panels);

private:
    struct ContextDeleter {
        void operator()(void* context) const noexcept;
    };
    std::unique_ptr<void, ContextDeleter> context_;
    bool shown_ = true;
};

}  // namespace glint::app
