// SPDX-License-Identifier: MIT
#include <apps/inputs.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/studio/state/mesh_input.hpp>

namespace glint::apps {
namespace {

using Place = std::array<float, 4>;

constexpr double kSide = 1.6;  // length of the longest side after scaling, in m

template <class T>
std::vector<T> elements_of(const studio::Input& input) {
    std::vector<T> elements(input.elements.size() / sizeof(T));
    std::memcpy(elements.data(), input.elements.data(), input.elements.size());
    return elements;
}

// Computes in double precision, because the coordinates of surveys can be far from zero.
void fit(std::vector<Place>& places) {
    std::array<double, 3> low, high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (const Place& place : places)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min<double>(low[axis], place[axis]);
            high[axis] = std::max<double>(high[axis], place[axis]);
        }
    double side = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) side = std::max(side, high[axis] - low[axis]);
    const double scale = side > 0 ? kSide / side : 1;
    for (Place& place : places)
        for (std::size_t axis = 0; axis < 3; ++axis)
            place[axis] = static_cast<float>((place[axis] - (low[axis] + high[axis]) / 2) * scale);
}

}  // namespace

void fit_to_box(const studio::Declaration& declaration, studio::Input& input) {
    const studio::Structure& structure = declaration.structures[input.place.structure];
    if (structure.fields[input.place.field].name != "position") return;
    std::vector<Place> places = elements_of<Place>(input);
    fit(places);
    std::memcpy(input.elements.data(), places.data(), input.elements.size());
}

void require_concentrations(const studio::Declaration& /*declaration*/,
                            const studio::Input& input) {
    if (input.mesh)
        throw Error(ErrorCode::bad_input, fmt::format("read input '{}'", input.text),
                    "the field needs concentrations, but a mesh gives distances");
    const std::vector<float> values = elements_of<float>(input);
    const auto wrong = std::ranges::find_if(values, [](float v) { return !(v >= 0 && v <= 1); });
    if (wrong == values.end()) return;
    const auto index = static_cast<std::size_t>(wrong - values.begin());
    throw Error(ErrorCode::bad_input, fmt::format("read input '{}'", input.text),
                fmt::format("the value in row {}, column {} is {}, which is not between 0 and 1",
                            index / input.extents.width, index % input.extents.width, *wrong));
}

void place_in_tunnel(const studio::Declaration& /*declaration*/, studio::Input& input) {
    if (!input.mesh) return;
    if (!input.mesh->side) input.mesh->side = {.axis = 0, .length = "size"};
    if (!input.mesh->at) input.mesh->at = {0.3, 0.5, 0.5};
}

}  // namespace glint::apps
