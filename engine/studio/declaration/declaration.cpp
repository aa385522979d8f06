#include <glint/studio/declaration/declaration.hpp>

#include <algorithm>

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

}  // namespace glint::studio
