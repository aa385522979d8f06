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

    /// Shows what keys and mouse do, or hides it.
    void toggle_help() noexcept { help_shown_ = !help_shown_; }

    /// Draws the overlay, the controls and panels unless they are hidden, and the help if it is
    /// wanted, into the window's back buffer.
    void draw(RunControls& controls, Seconds frame_time,
              std::span<const std::unique_ptr<Panel>> panels, const Overlay& overlay,
              const Keys& keys);

    /// Draws a text and a bar in the middle of the window, and nothing else.
    void draw_progress(const std::string& text, float fraction);

private:
    void draw_frame(const Overlay& contents);

    ImGuiSession session_;
    bool shown_ = true;
    bool help_shown_ = false;
};

}  // namespace glint::app
