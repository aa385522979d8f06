// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/column_names.hpp>

#include <algorithm>
#include <array>
#include <string_view>

#include <glint/studio/declaration/declared_view.hpp>

namespace glint::studio {
namespace {

constexpr std::array<std::string_view, 2> kPositionNames{"position", "positions"};
constexpr std::array<std::string_view, 2> kNormals{"normal", "normals"};
constexpr std::array<std::string_view, 2> kVelocities{"velocity", "velocities"};
constexpr std::array<std::string_view, 8> kColors{
    "colour", "color", "colours", "colors", "own_colour", "own_color", "own_colours", "own_colors"};
const std::vector<std::string> kColorColumns{"red", "green", "blue", "alpha"};

bool has_name_in(const Field& field, std::span<const std::string_view> names) {
    return std::ranges::find(names, field.name) != names.end();
}

bool is_of_bytes(const Field& field) {
    const ElementType::Part& part = field.type.parts.front();
    return field.type.is_vector() && part.scalar == ScalarType::u8 && part.components >= 3;
}

std::vector<std::string> component_names(const std::string& name, unsigned components) {
    return components == 1 ? std::vector{name} : with_axes(name + '_', components);
}

}  // namespace

bool is_called_color(const Field& field) { return has_name_in(field, kColors); }
bool is_called_normal(const Field& field) { return has_name_in(field, kNormals); }
bool is_called_velocity(const Field& field) { return has_name_in(field, kVelocities); }

std::vector<std::string> with_axes(const std::string& before, unsigned components) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < components; ++i) names.push_back(before + "xyzw"[i]);
    return names;
}

std::optional<std::size_t> place_field(const Declaration& declaration, std::size_t structure) {
    const std::vector<Field>& fields = declaration.structures[structure].fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i].type.is_vector() && has_name_in(fields[i], kPositionNames)) return i;
    for (const DeclaredView& shown : declared_views(declaration))
        if (shown.structure == structure && shown.field && shown.view == View::points &&
            shown.type.is_vector())
            return shown.field;
    return std::nullopt;
}

std::optional<std::size_t> color_field(const Structure& structure) {
    std::optional<std::size_t> found;
    std::size_t of_bytes = 0;
    for (std::size_t i = 0; i < structure.fields.size(); ++i) {
        if (!is_of_bytes(structure.fields[i])) continue;
        if (is_called_color(structure.fields[i])) return i;
        found = i;
        ++of_bytes;
    }
    return of_bytes == 1 ? found : std::nullopt;
}

std::vector<std::string> column_names(const Declaration& declaration, Declaration::Place place) {
    const Structure& structure = declaration.structures[place.structure];
    const Field& field = structure.fields[place.field];
    const unsigned components = field.type.parts.front().components;
    if (field.type.is_vector()) {
        if (place_field(declaration, place.structure) == place.field)
            return with_axes("", components);
        if (color_field(structure) == place.field)
            return {kColorColumns.begin(), kColorColumns.begin() + components};
        if (is_called_normal(field)) return with_axes("n", components);
    }
    if (!field.type.is_struct) return component_names(field.name, components);
    std::vector<std::string> names;
    for (const ElementType::Part& part : field.type.parts) {
        std::string name = field.name + '_' + part.name;
        std::ranges::replace(name, '.', '_');
        std::ranges::move(component_names(name, part.components), std::back_inserter(names));
    }
    return names;
}

}  // namespace glint::studio
