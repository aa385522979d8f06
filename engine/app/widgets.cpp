#include <glint/app/widgets.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <imgui.h>

#include <fmt/format.h>

namespace glint::app {
namespace {

using Annotation = Parameter::Annotation;

// Digits that a thousandth of the range needs, and the unit with ImGui's own format signs escaped.
std::string number_format(const Annotation& annotation) {
    const double smallest =
        annotation.logarithmic ? annotation.minimum : (annotation.maximum - annotation.minimum) / 1000;
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(smallest))), 0, 6);
    std::string format = fmt::format("%.{}f", digits);
    if (!annotation.unit.empty()) format += ' ';
    for (const char c : annotation.unit) format += c == '%' ? std::string("%%") : std::string(1, c);
    return format;
}

std::array<float, 4> values_of(const ParameterSet& parameters, const Parameter& parameter) {
    std::array<float, 4> values{};
    for (unsigned i = 0; i < parameter.components; ++i)
        values[i] = static_cast<float>(parameters.get(parameter.name, i));
    return values;
}

void store(ParameterSet& parameters, const Parameter& parameter, const std::array<float, 4>& values) {
    const Annotation& annotation = *parameter.annotation;
    for (unsigned i = 0; i < parameter.components; ++i)
        // A float slider's end can lie a rounding beyond a range given in double.
        parameters.set(parameter.name,
                       std::clamp(static_cast<double>(values[i]), annotation.minimum,
                                  annotation.maximum),
                       i);
}

bool is_colour(const Parameter& parameter) {
    return parameter.components == 3 && parameter.annotation->unit == "rgb";
}

void draw_floats(ParameterSet& parameters, const Parameter& parameter) {
    const Annotation& annotation = *parameter.annotation;
    std::array<float, 4> values = values_of(parameters, parameter);
    const auto minimum = static_cast<float>(annotation.minimum);
    const auto maximum = static_cast<float>(annotation.maximum);
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp |
                                   (annotation.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    const bool changed =
        is_colour(parameter)
            ? ImGui::ColorEdit3(annotation.label.c_str(), values.data())
            : ImGui::SliderScalarN(annotation.label.c_str(), ImGuiDataType_Float, values.data(),
                                   static_cast<int>(parameter.components), &minimum, &maximum,
                                   number_format(annotation).c_str(), flags);
    if (changed) store(parameters, parameter, values);
}

void draw_integer(ParameterSet& parameters, const Parameter& parameter) {
    const Annotation& annotation = *parameter.annotation;
    int value = static_cast<int>(parameters.get(parameter.name));
    const std::string format = annotation.unit.empty() ? "%d" : "%d " + annotation.unit;
    if (ImGui::SliderInt(annotation.label.c_str(), &value, static_cast<int>(annotation.minimum),
                         static_cast<int>(annotation.maximum), format.c_str(),
                         ImGuiSliderFlags_AlwaysClamp))
        parameters.set(parameter.name, value);
}

void draw_boolean(ParameterSet& parameters, const Parameter& parameter) {
    bool value = parameters.get(parameter.name) != 0;
    if (ImGui::Checkbox(parameter.annotation->label.c_str(), &value))
        parameters.set(parameter.name, value ? 1 : 0);
}

void draw_widget(ParameterSet& parameters, const Parameter& parameter) {
    switch (parameter.type) {
        case ScalarType::f32:
        case ScalarType::f64: draw_floats(parameters, parameter); break;
        case ScalarType::i32:
        case ScalarType::u32: draw_integer(parameters, parameter); break;
        case ScalarType::boolean: draw_boolean(parameters, parameter); break;
    }
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        for (unsigned i = 0; i < parameter.components; ++i)
            parameters.set(parameter.name, parameter.initial[i], i);
    const std::string& help = parameter.annotation->help;
    if (!help.empty()) ImGui::SetTooltip("%s\n--set %s=...", help.c_str(), parameter.name.c_str());
}

}  // namespace

void draw_widgets(ParameterSet& parameters) {
    ImGui::PushID(&parameters);
    for (const Parameter& parameter : parameters.list())
        if (parameter.annotation) draw_widget(parameters, parameter);
    ImGui::PopID();
}

}  // namespace glint::app
