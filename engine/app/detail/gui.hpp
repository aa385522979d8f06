// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include <glint/app/detail/imgui_session.hpp>
#include <glint/app/frame_clock.hpp>
#include <glint/app/keys.hpp>
#include <glint/app/panel.hpp>
#include <glint/gl/window.hpp>

namespace glint::app {

/// Draws the panel and overlays over a window with Dear ImGui. Private to App.
class Gui {
public:
    /// `window` must outlive this object.
    explicit Gui(gl::Window& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Returns true if the panel uses the mouse or the keyboard. The simulation must then ignore
    /// the events of that device.
    bool takes_mouse() const;
    bool takes_keyboard() const;

    /// Hides or shows the panel.
    void toggle() noexcept { shown_ = !shown_; }

    /// Hides or shows the help for keys and mouse.
    void toggle_help() noexcept { help_shown_ = !help_shown_; }

    /// Draws into the window's back buffer: the overlay, then the panel with its controls, then the
    /// help for keys and mouse. A hidden panel or help is not drawn.
    void draw(RunControls& controls, Seconds frame_time,
              std::span<const std::unique_ptr<Panel>> panels, const Overlay& overlay,
              const Keys& keys);

    /// Draws only a text and a progress bar, in the middle of the window.
    void draw_progress(const std::string& text, float fraction);

private:
    void draw_frame(const Overlay& contents);

    ImGuiSession session_;
    bool shown_ = true;
    bool help_shown_ = false;
};

}  // namespace glint::app
