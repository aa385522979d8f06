#pragma once

#include <memory>
#include <span>

#include <glint/app/detail/imgui_session.hpp>
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

    /// Draws the overlay, and the controls and panels unless they are hidden, into the window's
    /// back buffer.
    void draw(RunControls& controls, Seconds frame_time,
              std::span<const std::unique_ptr<Panel>> panels, const Overlay& overlay);

private:
    ImGuiSession session_;
    bool shown_ = true;
};

}  // namespace glint::app
