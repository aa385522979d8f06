// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/app/detail/imgui_session.hpp>
#include <glint/app/detail/overlay_drawing.hpp>
#include <glint/app/panel.hpp>

namespace glint::app {

/// Dear ImGui over pictures, drawn on the host, for images and recordings. It restores Dear ImGui's
/// previous context. Private to App.
class PictureGui {
public:
    /// Multiplies all sizes by `scale`.
    explicit PictureGui(float scale = 1);

    /// Returns the overlay's drawing over a picture of this size.
    std::shared_ptr<const OverlayDrawing> record(unsigned width, unsigned height,
                                                 const Overlay& overlay);
    void draw(Picture& picture, const Overlay& overlay);

private:
    ImGuiSession session_;
    std::shared_ptr<const FontTexels> font_;
};

}  // namespace glint::app
