// SPDX-License-Identifier: MIT
#include <glint/app/detail/widgets.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <imgui.h>

#include <fmt/format.h>

namespace glint::app {
namespace {

using Annotation = Parameter::Annotation;

/// Returns `number`, followed by the unit. Escapes '%' in the unit for ImGui's format strings.
std::string with_unit(std::string number, const Annotation& annotation) {
    if (!annotation.unit.empty()) number += ' ';
    for (const char c : annotation.unit) number += c == '%' ? std::string("%%") : std::string(1, c);
    return number;
}

/// Returns a format string with enough digits for 1/500 of the range, or for 1/10 of the minimum if
/// the scale is logarithmic. ImGui rounds a slider's value to these digits.
std::string number_format(const Annotation& annotation) {
    const double smallest = annotation.logarithmic
                                ? annotation.minimum / 10
                                : (annotation.maximum - annotation.minimum) / 500;
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(smallest))), 0, 6);
    return with_unit(fmt::format("%.{}f", digits), annotation);
}

ImGuiSliderFlags slider_flags(const Annotation& annotation) {
    return ImGuiSliderFlags_AlwaysClamp |
           (annotation.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
}

std::array<float, 4> values_of(const ParameterSet& parameters, const Parameter& parameter) {
    std::array<float, 4> values{};
    for (unsigned i = 0; i < parameter.components; ++i)
        values[i] = static_cast<float>(parameters.get(parameter, i));
    return values;
}

void store(ParameterSet& parameters, const Parameter& parameter,
           const std::array<float, 4>& values) {
    const Annotation& annotation = *parameter.annotation;
    for (unsigned i = 0; i < parameter.components; ++i)
        // The clamp is necessary because rounding to float can move the end of a slider beyond the
        // range.
        parameters.set(
            parameter,
            std::clamp(static_cast<double>(values[i]), annotation.minimum, annotation.maximum), i);
}

bool is_color(const Parameter& parameter) {
    return parameter.components == 3 && parameter.annotation->unit == "rgb";
}

void draw_floats(ParameterSet& parameters, const Parameter& parameter) {
    const Annotation& annotation = *parameter.annotation;
    std::array<float, 4> values = values_of(parameters, parameter);
    const auto minimum = static_cast<float>(annotation.minimum);
    const auto maximum = static_cast<float>(annotation.maximum);
    const bool changed =
        is_color(parameter)
            ? ImGui::ColorEdit3(annotation.label.c_str(), values.data())
            : ImGui::SliderScalarN(annotation.label.c_str(), ImGuiDataType_Float, values.data(),
                                   static_cast<int>(parameter.components), &minimum, &maximum,
                                   number_format(annotation).c_str(), slider_flags(annotation));
    if (changed) store(parameters, parameter, values);
}

void draw_integers(ParameterSet& parameters, const Parameter& parameter) {
    const Annotation& annotation = *parameter.annotation;
    std::array<std::int64_t, 4> values{};
    for (unsigned i = 0; i < parameter.components; ++i)
        values[i] = static_cast<std::int64_t>(parameters.get(parameter, i));
    const auto minimum = static_cast<std::int64_t>(std::ceil(annotation.minimum));
    const auto maximum = static_cast<std::int64_t>(std::floor(annotation.maximum));
    if (!ImGui::SliderScalarN(annotation.label.c_str(), ImGuiDataType_S64, values.data(),
                              static_cast<int>(parameter.components), &minimum, &maximum,
                              with_unit("%lld", annotation).c_str(), slider_flags(annotation)))
        return;
    for (unsigned i = 0; i < parameter.components; ++i)
        parameters.set(parameter, static_cast<double>(values[i]), i);
}

// An array has one check box per element. The label follows the last check box.
void draw_booleans(ParameterSet& parameters, const Parameter& parameter) {
    for (unsigned i = 0; i < parameter.components; ++i) {
        bool value = parameters.get(parameter, i) != 0;
        const bool is_last = i + 1 == parameter.components;
        const std::string label = is_last ? parameter.annotation->label : "##" + std::to_string(i);
        if (ImGui::Checkbox(label.c_str(), &value)) parameters.set(parameter, value ? 1 : 0, i);
        if (!is_last) ImGui::SameLine();
    }
}

const char* choice_name(const Parameter& parameter, double value) {
    const auto found = std::ranges::find(parameter.choices, value, &Parameter::Choice::value);
    return found == parameter.choices.end() ? "" : found->name.c_str();
}

// An array has one list per element. The label follows the last list.
void draw_choices(ParameterSet& parameters, const Parameter& parameter) {
    for (unsigned i = 0; i < parameter.components; ++i) {
        const bool is_last = i + 1 == parameter.components;
        const std::string label = is_last ? parameter.annotation->label : "##" + std::to_string(i);
        const double value = parameters.get(parameter, i);
        if (!ImGui::BeginCombo(label.c_str(), choice_name(parameter, value))) continue;
        for (const Parameter::Choice& choice : parameter.choices)
            if (ImGui::Selectable(choice.name.c_str(), choice.value == value))
                parameters.set(parameter, choice.value, i);
        ImGui::EndCombo();
    }
}

void draw_value(ParameterSet& parameters, const Parameter& parameter) {
    if (!parameter.choices.empty()) return draw_choices(parameters, parameter);
    if (parameter.type == ScalarType::boolean) return draw_booleans(parameters, parameter);
    if (is_floating(parameter.type)) return draw_floats(parameters, parameter);
    draw_integers(parameters, parameter);
}

void show_tooltip(const ParameterSet& parameters, const Parameter& parameter) {
    const std::string& help = parameter.annotation->help;
    ImGui::SetTooltip("%s%s--set %s=%s\nCtrl+click to enter a value, right-click to reset",
                      help.c_str(), help.empty() ? "" : "\n", parameter.name.c_str(),
                      parameters.text(parameter).c_str());
}

void draw_widget(ParameterSet& parameters, const Parameter& parameter) {
    ImGui::PushID(parameter.name.c_str());  // two parameters may have the same label
    draw_value(parameters, parameter);
    ImGui::PopID();
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        for (unsigned i = 0; i < parameter.components; ++i)
            parameters.set(parameter, parameter.initial[i], i);
    show_tooltip(parameters, parameter);
}

}  // namespace

void draw_widgets(ParameterSet& parameters) {
    ImGui::PushID(&parameters);
    for (const Parameter& parameter : parameters.list())
        if (parameter.annotation) draw_widget(parameters, parameter);
    ImGui::PopID();
}

}  // namespace glint::app
