// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <initializer_list>
#include <optional>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <base/scratch.hpp>
#include <gl/user.hpp>
#include <gl/virtual_display.hpp>
#include <glint/studio/detail/session.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::studio {

/// A pond of 32 x 24 cells, with one parameter of each kind.
inline std::string pond(const std::string& depth = "-1", const std::string& more = {}) {
    return "#include <glint/sim.cuh>\n" + more +
           R"(//@ simulation "Pond"
struct Params {
    float speed = 0.5f;   //@ 0..1 "Speed"
    bool flat = false;    //@ "Flat"
    int count = 4;        //@ 1..9 "Count"
};
struct Pond {       //@ 32 x 24
    float* level;   //@ -1..1 m "Level" as turbo
    float* rising;  //@ m "Rise"
};
//@ step
__global__ void rise(int width, int height, Params params, float* rising) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) rising[c.y * width + c.x] += params.speed;
}
//@ drag
__global__ void press(int width, int height, float2 mouse, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height && hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) < 1)
        level[c.y * width + c.x] = )" +
           depth + ";\n}\n";
}

/// The studio in a window on a separate virtual display. The tests control it with mouse and
/// keyboard, as a user would.
class WindowOn : public test::OnEachBackend {
protected:
    static constexpr unsigned kWidth = 800, kHeight = 740;

    void SetUp() override {
        display_ = test::VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
        user_ = test::User::start();
        if (!user_) GTEST_SKIP() << "window: no xdotool";
        folder_.write("pond.cu", pond());
        app_.emplace(app::AppOptions{.title = "Pond",
                                     .width = kWidth,
                                     .height = kHeight,
                                     .out = folder_.path() / "out",
                                     .device = GetParam()});
        simulation_.emplace(SimulationOptions{.device = app_->device(), .file = file()});
        session_.emplace(*app_, *simulation_);
        app_->keys().add("Test", {.key = gl::Key::f11, .action = "all has arrived", .act = [this] {
                                      has_arrived_ = true;
                                  }});
        go(5);  // the panel settles on its size
    }

    /// Runs `frames` frames. Returns false if the window was closed.
    bool go(unsigned frames) {
        for (unsigned i = 0; i < frames; ++i)
            if (!session_->next_frame()) return false;
        return true;
    }
    /// Performs an action and runs frames until it has arrived, which a final F11 key signals.
    /// While a widget has the keyboard, F11 does not arrive, and the function waits half a second.
    bool user(const std::string& action, unsigned frames = 3) {
        has_arrived_ = false;
        user_->act(action + " key F11");
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
        while (!has_arrived_ && std::chrono::steady_clock::now() < deadline)
            if (!go(1)) return false;
        return go(frames);
    }
    /// Moves the mouse, and waits until the movement has arrived.
    void point(float x, float y) {
        user_->act(fmt::format("mousemove {} {}", x, y));
        const ImVec2& mouse = ImGui::GetIO().MousePos;
        for (int i = 0; i < 200 && (mouse.x != x || mouse.y != y); ++i) go(1);
        go(2);
    }
    /// Presses `key` over the picture, outside the panel.
    bool press(const std::string& key) {
        return user(fmt::format("mousemove {} {} key {}", kWidth - 20, kHeight - 200, key));
    }
    void click() {
        user("mousedown 1", 2);
        user("mouseup 1", 3);
    }

    /// ID of a widget in the panel or in another window, found by the labels of its parents and its
    /// own.
    static ImGuiID widget(std::initializer_list<const char*> labels, const char* window = "glint") {
        ImGuiID id = ImGui::FindWindowByName(window)->ID;
        for (const char* label : labels) id = ImHashStr(label, 0, id);
        return id;
    }
    ImGuiID parameter(const char* name, const char* label) {
        const ParameterSet* const set = simulation_->parameters().data();
        ImGuiID id = ImHashData(&set, sizeof set, widget({}));
        for (const char* each : {name, label}) id = ImHashStr(each, 0, id);
        if (name == std::string("flat")) return id;
        const int component = 0;  // the first component of a slider
        return ImHashStr("", 0, ImHashData(&component, sizeof component, id));
    }
    /// Moves the mouse over the widget. To get the widget's rectangle, gives it Dear ImGui's
    /// keyboard focus.
    bool find(ImGuiID id, const char* window = "glint") {
        ImGuiContext& imgui = *ImGui::GetCurrentContext();
        ImGuiWindow& in = *ImGui::FindWindowByName(window);
        imgui.NavId = id;
        imgui.NavWindow = &in;
        go(1);
        const ImRect at = ImGui::WindowRectRelToAbs(&in, in.NavRectRel[ImGuiNavLayer_Main]);
        point(std::round(at.Min.x + 0.3f * at.GetWidth()), std::round(at.GetCenter().y));
        EXPECT_EQ(imgui.HoveredId, id) << "there is no such widget";
        return imgui.HoveredId == id;
    }
    void click_on(ImGuiID id, const char* window = "glint") {
        if (find(id, window)) click();
    }
    static bool is_shown(const char* window) {
        const ImGuiWindow* const found = ImGui::FindWindowByName(window);
        return found && found->Active;
    }

    /// Saves the file, and runs frames until it has been compiled.
    void save(const std::string& text) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        folder_.write("pond.cu", text);
        for (int i = 0; i < 20 && !editing().is_compiling(); ++i) go(1);
        wait_for_compiler();
    }
    void wait_for_compiler() {
        for (int i = 0; i < 3000 && editing().is_compiling(); ++i) go(1);
        go(2);
    }

    std::filesystem::path file() const { return folder_.path() / "pond.cu"; }
    LiveEditing& editing() { return session_->editing(); }
    ParameterSet& parameters() { return simulation_->parameters()[0]; }
    std::string value(const char* name) {
        return parameters().text(parameters().list()[name == std::string("speed")  ? 0
                                                     : name == std::string("flat") ? 1
                                                                                   : 2]);
    }
    float element(std::size_t field, std::size_t x, std::size_t y) {
        float found = 0;
        const auto bytes = simulation_->element({0, field}, {x, y, 0});
        std::memcpy(&found, bytes.data(), sizeof found);
        return found;
    }
    float level(std::size_t x, std::size_t y) { return element(0, x, y); }
    std::uint64_t step() const { return simulation_->now().number; }

    test::TemporaryFolder folder_;
    std::optional<test::VirtualDisplay> display_;
    std::optional<test::User> user_;
    std::optional<app::App> app_;
    std::optional<Simulation> simulation_;
    std::optional<Session> session_;

private:
    bool has_arrived_ = false;
};

}  // namespace glint::studio
