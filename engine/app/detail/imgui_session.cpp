// SPDX-License-Identifier: MIT
#include <glint/app/detail/imgui_session.hpp>

#include <filesystem>

#include <imgui.h>

namespace glint::app {
namespace {

// If installed, this font replaces ImGui's built-in bitmap font, which is harder to read.
constexpr const char* kFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr float kFontSize = 15.0f;

void load_font(float scale) {
    std::error_code ignored;
    ImGuiIO& io = ImGui::GetIO();
    if (std::filesystem::exists(kFont, ignored)) {
        io.Fonts->AddFontFromFileTTF(kFont, kFontSize * scale);
    } else {
        io.FontGlobalScale = scale;
    }
}

void set_style(float scale) {
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.FrameRounding = 4.0f;
    style.GrabRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.07f, 0.08f, 0.10f, 0.94f);
    style.Colors[ImGuiCol_TitleBg] = ImVec4(0.10f, 0.22f, 0.30f, 1.0f);
    style.Colors[ImGuiCol_TitleBgActive] = ImVec4(0.10f, 0.22f, 0.30f, 1.0f);
    // The grab of a slider is translucent, so that the number that ImGui draws there stays
    // readable.
    style.Colors[ImGuiCol_SliderGrab] = ImVec4(0.24f, 0.52f, 0.88f, 0.55f);
    style.Colors[ImGuiCol_SliderGrabActive] = ImVec4(0.26f, 0.59f, 0.98f, 0.75f);
    style.Colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.60f);
    style.ScaleAllSizes(scale);
}

}  // namespace

void ImGuiSession::ContextDeleter::operator()(void* context) const noexcept {
    ImGui::DestroyContext(static_cast<ImGuiContext*>(context));
}

ImGuiSession::ImGuiSession(float scale) {
    IMGUI_CHECKVERSION();
    context_.reset(ImGui::CreateContext());
    use();
    ImGui::GetIO().IniFilename = nullptr;  // so that ImGui does not write imgui.ini
    load_font(scale);
    set_style(scale);
}

void ImGuiSession::use() const {
    ImGui::SetCurrentContext(static_cast<ImGuiContext*>(context_.get()));
}

}  // namespace glint::app
