// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/app/detail/imgui_session.hpp>
#include <glint/app/detail/overlay_drawing.hpp>
#include <glint/app/panel.hpp>

namespace glint::app {

/// Draws overlays over images and recordings with Dear ImGui, on the CPU. All functions restore the
/// previous ImGui context. Private to App.
class PictureGui {
public:
    /// `scale` multiplies the sizes of all fonts and widgets.
    explicit PictureGui(float scale = 1);

    /// Runs `overlay` and returns what it draws over a picture of this size.
    std::shared_ptr<const OverlayDrawing> record(unsigned width, unsigned height,
                                                 const Overlay& overlay);
    void draw(Picture& picture, const Overlay& overlay);

private:
    ImGuiSession session_;
    std::shared_ptr<const FontTexels> font_;
};

}  // namespace glint::app
