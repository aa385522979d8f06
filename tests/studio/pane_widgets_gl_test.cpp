// SPDX-License-Identifier: MIT
// Text and behavior of a pane's widgets in the panel; they need no window.
#include <glint/studio/views/detail/pane_widgets.hpp>

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <base/scratch.hpp>
#include <glint/gl/headless_context.hpp>

namespace glint::studio {
namespace {

const char* const kBlock = R"(#include <glint/sim.cuh>
//@ simulation "Block"
struct Block {     //@ 8 x 6 x 4 of 0.5 m
    float* level;  //@ 0..1 "Level" as volume
    float* other;  //@ "Other" as inferno
};
struct Balls {         //@ 3
    float3* position;  //@ -1..1 m "Position" as points
    float* heat;       //@ 0..2 "Heat" as grey
    float* charge;     //@ 0..2 "Charge" as turbo
};
//@ step
__global__ void rise(int width, int height, int depth, float* level) {
    const int3 c = glint::cell();
    if (c.x < width && c.y < height && c.z < depth) level[(c.z * height + c.y) * width + c.x] = 1;
}
)";

class PaneWidgets : public testing::Test {
protected:
    PaneWidgets() {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(640, 960);
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        viewer_.draw(target_);
    }
    ~PaneWidgets() override { ImGui::DestroyContext(imgui_); }

    /// Logged text of the widgets after a frame with this mouse state.
    std::string words(ImVec2 mouse = ImVec2(-1, -1), bool is_down = false) {
        ImGui::GetIO().MousePos = mouse;
        ImGui::GetIO().MouseDown[0] = is_down;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(400, 900));
        ImGui::Begin("panel");
        ImGui::PushItemWidth(200);
        ImGui::LogToBuffer();
        draw_pane_widgets(viewer_);
        const std::string logged = ImGui::GetCurrentContext()->LogBuffer.c_str();
        ImGui::LogFinish();
        ImGui::End();
        ImGui::Render();
        std::string text;
        for (const char letter : logged)
            if (!isspace(letter))
                text += letter;
            else if (!text.empty() && text.back() != ' ')
                text += ' ';
        return text;
    }
    void click(float x, float y) {
        words(ImVec2(x, y));
        words(ImVec2(x, y), true);
        words(ImVec2(x, y), false);
    }
    bool has(const std::string& word) {
        std::string text = words();
        const std::string other = "Color bar";  // not the list "Color"
        if (const std::size_t at = text.find(other); at != text.npos) text.erase(at, other.size());
        return text.find(word) != text.npos;
    }

    ImGuiContext* imgui_ = ImGui::CreateContext();
    gl::HeadlessContext context_;
    Device device_ = Device::open("cpu");
    test::TemporaryFolder folder_;
    Simulation simulation_{{.device = device_, .file = folder_.write("block.cu", kBlock)}};
    Viewer viewer_{simulation_, context_, interop::Sharing::automatic};
    gl::Framebuffer target_{context_, {.width = 64, .height = 32}};
};

TEST_F(PaneWidgets, DependOnTheView) {
    for (const char* label : {"Panes", "Show", "View", "Colormap", "Range", "Logarithmic",
                              "Density", "Opacity", "Box", "Axes", "Fly", "Fit"})
        EXPECT_TRUE(has(label)) << label;
    for (const char* label : {"Slice", "Radius", "Color ", "Scale"})
        EXPECT_FALSE(has(label)) << label;
    viewer_.active().look().view = View::surface;
    EXPECT_FALSE(has("Density"));
    viewer_.draw(target_);
    viewer_.active().choices().volume.level = 0.25f;
    EXPECT_TRUE(has("0.25"));
    viewer_.active().look().range = DisplayOverride::Range::fixed;
    EXPECT_TRUE(has("Min, max"));
    viewer_.show({"other"});
    for (const char* label : {"Slice axis", "Slice", "Scale", "Border", "inferno"})
        EXPECT_TRUE(has(label)) << label;
    for (const char* label : {"Fly", "Axes", "Density"}) EXPECT_FALSE(has(label)) << label;
    viewer_.show({"charge"});
    for (const char* label : {"Radius", "Charge", "turbo", "Fly"}) EXPECT_TRUE(has(label)) << label;
    viewer_.show({"level", "other"});
    EXPECT_TRUE(has("two, side by side"));
    viewer_.split(2, Arrangement::stacked);
    EXPECT_TRUE(has("two, stacked"));
    viewer_.split(4, Arrangement::grid);
    EXPECT_TRUE(has("four"));
}

TEST_F(PaneWidgets, ClickSavesBookmarkAndNextClickRestoresIt) {
    words();
    // Bookmarks are in the last row of the window.
    const ImGuiWindow& window = *ImGui::FindWindowByName("panel");
    const float x = window.DC.CursorStartPos.x + 5;
    const float y = window.DC.CursorPosPrevLine.y + 5;
    click(x, y);
    ASSERT_TRUE(viewer_.has_bookmark(0));
    viewer_.show({"other"});
    const float lower = (words(), window.DC.CursorPosPrevLine.y + 5);
    click(x, lower);
    EXPECT_EQ(viewer_.shown()->name, "level");
}

}  // namespace
}  // namespace glint::studio
