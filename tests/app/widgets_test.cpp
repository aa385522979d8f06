// SPDX-License-Identifier: MIT
// The text that Dear ImGui logs for each widget. These tests need no window.
#include <glint/app/detail/widgets.hpp>

#include <string>

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <app/slider.hpp>

namespace glint::app {
namespace {

class Widgets : public testing::Test {
protected:
    Widgets() {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(640, 480);
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    ~Widgets() override { ImGui::DestroyContext(context_); }

    /// Logged text of the widgets, with each run of white space collapsed to one space.
    static std::string words(ParameterSet& parameters) {
        ImGui::NewFrame();
        ImGui::LogToBuffer();
        draw_widgets(parameters);
        const std::string logged = ImGui::GetCurrentContext()->LogBuffer.c_str();
        ImGui::LogFinish();
        ImGui::Render();
        std::string text;
        for (const char letter : logged)
            if (!isspace(letter))
                text += letter;
            else if (!text.empty() && text.back() != ' ')
                text += ' ';
        return text;
    }

private:
    ImGuiContext* context_ = ImGui::CreateContext();
};

Parameter of(ScalarType type, unsigned components) {
    Parameter parameter = test::slider("value", 1, 8);
    parameter.type = type;
    parameter.components = components;
    for (double& initial : parameter.initial) initial = 1;
    return parameter;
}

TEST_F(Widgets, BooleanArraysHaveTheLabelAfterTheLastBox) {
    ParameterSet parameters("Values", {of(ScalarType::boolean, 3)}, 3);
    parameters.set("value", 0, 1);
    EXPECT_EQ(words(parameters), "[x] [ ] [x] value");
}

TEST_F(Widgets, NumbersHaveTheirUnits) {
    Parameter speed = of(ScalarType::f32, 1);
    speed.annotation->unit = "m/s";
    ParameterSet parameters("Values", {speed}, 4);
    parameters.set("value", 2.5);
    EXPECT_EQ(words(parameters), "{ 2.50 m/s } value");
}

TEST_F(Widgets, IntegersHaveNoFraction) {
    ParameterSet parameters("Values", {of(ScalarType::i32, 1)}, 4);
    parameters.set("value", 7);
    EXPECT_EQ(words(parameters), "{ 7 } value");
}

TEST_F(Widgets, ParametersWithoutAnnotationHaveNoWidget) {
    Parameter plain = of(ScalarType::f32, 1);
    plain.annotation.reset();
    ParameterSet parameters("Values", {plain}, 4);
    EXPECT_EQ(words(parameters), "");
}

}  // namespace
}  // namespace glint::app
