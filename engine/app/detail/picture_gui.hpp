#pragma once

#include <glint/app/detail/imgui_session.hpp>
#include <glint/app/panel.hpp>
#include <glint/base/formats/png.hpp>

namespace glint::app {

/// Dear ImGui over pictures, drawn on the host: what headless images have of it. Private to App.
class PictureGui {
public:
    PictureGui();

    void draw(Picture& picture, const Overlay& overlay);

private:
    ImGuiSession session_;
    const unsigned char* font_ = nullptr;  // an opacity for each texel; ImGui's
    int font_width_ = 0;
    int font_height_ = 0;
};

}  // namespace glint::app
