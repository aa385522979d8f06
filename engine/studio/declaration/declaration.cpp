// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/declaration.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {

const Field* Structure::find(std::string_view field) const {
    const auto found = std::ranges::find(fields, field, &Field::name);
    return found == fields.end() ? nullptr : &*found;
}

std::optional<Declaration::Place> Declaration::find_field(std::string_view name) const {
    const std::size_t dot = name.find('.');
    const std::string_view of =
        dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
    if (dot != std::string_view::npos) name.remove_prefix(dot + 1);
    std::optional<Place> place;
    for (std::size_t i = 0; i < structures.size(); ++i) {
        if (!of.empty() && structures[i].name != of) continue;
        const Field* field = structures[i].find(name);
        if (!field) continue;
        if (place) return std::nullopt;
        place = Place{i, static_cast<std::size_t>(field - structures[i].fields.data())};
    }
    return place;
}

Declaration::Place Declaration::require_field(std::string_view name,
                                              std::string_view operation) const {
    if (const auto place = find_field(name)) return *place;
    std::vector<std::string> known, owners;
    for (const Structure& structure : structures) {
        for (const Field& field : structure.fields) known.push_back(field.name);
        if (structure.find(name)) owners.push_back(structure.name);
    }
    if (owners.size() > 1)
        throw Error(ErrorCode::not_found, operation,
                    fmt::format("both '{}' and '{}' have a field of this name. Write '{}.{}'",
                                owners[0], owners[1], owners[0], name));
    throw Error(ErrorCode::not_found, operation,
                "field not found" + text::known_names(name, known));
}

std::string Declaration::full_name(Place place) const {
    const Structure& structure = structures[place.structure];
    return structure.name + '.' + structure.fields[place.field].name;
}

std::optional<std::size_t> Declaration::find_pass(std::string_view kernel) const {
    const auto is_meant = [&](const std::string& name) {
        return name == kernel || name.ends_with(fmt::format("::{}", kernel));
    };
    const auto found = std::ranges::find_if(passes, is_meant, &DeclaredPass::kernel);
    if (found == passes.end()) return std::nullopt;
    return static_cast<std::size_t>(found - passes.begin());
}

std::size_t Declaration::require_pass(std::string_view kernel) const {
    if (const auto found = find_pass(kernel)) return *found;
    std::vector<std::string> known;
    for (const DeclaredPass& pass : passes) known.push_back(pass.kernel);
    throw Error(ErrorCode::not_found, fmt::format("run kernel '{}'", kernel),
                "kernel not found" + text::did_you_mean(kernel, known));
}

}  // namespace glint::studio
