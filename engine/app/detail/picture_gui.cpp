// SPDX-License-Identifier: MIT
#include <glint/app/detail/picture_gui.hpp>

#include <utility>

#include <imgui.h>

namespace glint::app {
namespace {

/// Sets the ImGui context that ImGui's functions use; there is one per process. The destructor
/// restores the previous context.
class InContext {
public:
    InContext() : before_(ImGui::GetCurrentContext()) {}
    explicit InContext(const ImGuiSession& session) : InContext() { session.use(); }
    InContext(const InContext&) = delete;
    InContext& operator=(const InContext&) = delete;
    ~InContext() {
        if (before_) ImGui::SetCurrentContext(before_);
    }

private:
    ImGuiContext* before_;
};

}  // namespace

PictureGui::PictureGui(float scale)
    : session_([&] {
          const InContext scope;
          return ImGuiSession(scale);
      }()) {
    const InContext scope(session_);
    FontTexels font;
    unsigned char* texels = nullptr;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&texels, &font.width, &font.height);
    font.opacities.assign(texels, texels + font.width * font.height);
    font_ = std::make_shared<const FontTexels>(std::move(font));
}

std::shared_ptr<const OverlayDrawing> PictureGui::record(unsigned width, unsigned height,
                                                         const Overlay& overlay) {
    const InContext scope(session_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    overlay();
    ImGui::Render();
    return std::make_shared<const OverlayDrawing>(*ImGui::GetDrawData(), font_);
}

void PictureGui::draw(Picture& picture, const Overlay& overlay) {
    record(picture.width, picture.height, overlay)->draw_over(picture);
}

}  // namespace glint::app
