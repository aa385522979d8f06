// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/declared_view.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

constexpr std::array<std::string_view, 17> kLengths{"m",   "nm",  "um", "µm", "mm", "cm",
                                                    "km",  "pm",  "fm", "AU", "ly", "pc",
                                                    "kpc", "Mpc", "px", "ft", "in"};
constexpr std::string_view kColor = "rgb";

PointStyle style_of(const Display& display) {
    if (display.view == View::glow) return PointStyle::glow;
    return display.view == View::liquid ? PointStyle::liquid : PointStyle::balls;
}

bool is_length(std::string_view unit) {
    return std::ranges::find(kLengths, unit) != kLengths.end();
}

/// True for byte vectors with three or four components, and for values annotated as colors.
bool is_color(const ElementType& type, const Display& display) {
    if (!type.is_vector()) return false;
    const ElementType::Part& part = type.parts.front();
    return display.unit == kColor || (part.scalar == ScalarType::u8 && part.components >= 3);
}

View view_of(const Structure& structure, const ElementType& type, const Display& display) {
    if (shows_places(display.view)) return View::points;
    if (display.view != View::automatic) return display.view;
    if (type.is_struct) return View::none;
    const bool is_place = type.is_vector() && type.parts.front().components >= 3 &&
                          is_length(display.unit) && !is_color(type, display);
    if (structure.is_list()) return is_place ? View::points : View::none;
    return View::image;
}

[[noreturn]] void refuse_view(ErrorCode code, std::string_view name, const std::string& reason) {
    throw Error(code, fmt::format("show '{}'", name), reason);
}

/// If `name` refers to a field without an annotation, returns the name of the field. Otherwise
/// returns nullopt.
std::optional<std::string> unlabeled_field(const Declaration& declaration, std::string_view name) {
    for (std::size_t s = 0; s < declaration.structures.size(); ++s) {
        const std::vector<Field>& fields = declaration.structures[s].fields;
        for (std::size_t f = 0; f < fields.size(); ++f)
            if (!fields[f].display &&
                (fields[f].name == name || declaration.full_name({s, f}) == name))
                return fields[f].name;
    }
    return std::nullopt;
}

std::size_t find_shown(const Declaration& declaration, const std::vector<DeclaredView>& all,
                       std::string_view name) {
    std::vector<std::size_t> found;
    std::vector<std::string> known;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].full_name == name) return i;
        if (all[i].name == name) found.push_back(i);
        known.push_back(all[i].name);
    }
    if (found.size() == 1) return found.front();
    if (const auto unlabeled = unlabeled_field(declaration, name); found.empty() && unlabeled)
        refuse_view(ErrorCode::not_found, name,
                    fmt::format("the field has no annotation. Add a label, as in `//@ \"{}\"`",
                                *unlabeled));
    if (found.empty())
        refuse_view(ErrorCode::not_found, name,
                    "field or function not found" + text::known_names(name, known));
    const auto structure = [&](std::size_t i) {
        return declaration.structures[all[found[i]].structure].name;
    };
    refuse_view(ErrorCode::not_found, name,
                fmt::format("both '{}' and '{}' have a field or function of this name. Write '{}'",
                            structure(0), structure(1), all[found[0]].full_name));
}

}  // namespace

bool DeclaredView::is_color() const { return studio::is_color(type, display); }

std::vector<DeclaredView> declared_views(const Declaration& declaration) {
    std::vector<DeclaredView> all;
    for (std::size_t s = 0; s < declaration.structures.size(); ++s) {
        const Structure& structure = declaration.structures[s];
        for (std::size_t f = 0; f < structure.fields.size(); ++f) {
            const Field& field = structure.fields[f];
            if (!field.display) continue;
            all.push_back({.name = field.name,
                           .full_name = declaration.full_name({s, f}),
                           .display = *field.display,
                           .view = view_of(structure, field.type, *field.display),
                           .style = style_of(*field.display),
                           .type = field.type,
                           .structure = s,
                           .field = f});
        }
    }
    for (std::size_t d = 0; d < declaration.derived.size(); ++d) {
        const Derived& derived = declaration.derived[d];
        if (derived.is_monitor()) continue;
        all.push_back(
            {.name = derived.function,
             .full_name = declaration.structures[derived.over].name + '.' + derived.function,
             .display = derived.display,
             .view = view_of(declaration.structures[derived.over], derived.type, derived.display),
             .style = style_of(derived.display),
             .type = derived.type,
             .structure = derived.over,
             .derived = d});
    }
    std::erase_if(all, [](const DeclaredView& one) { return one.type.is_struct; });
    std::ranges::stable_partition(all,
                                  [](const DeclaredView& one) { return one.view != View::none; });
    return all;
}

NamedView find_view(const Declaration& declaration, const std::vector<DeclaredView>& all,
                    std::string_view name) {
    const std::size_t index = find_shown(declaration, all, name);
    if (all[index].view != View::none) return {.index = index};
    const auto points = std::ranges::find_if(all, [&](const DeclaredView& one) {
        return one.view == View::points && one.structure == all[index].structure;
    });
    if (points == all.end())
        refuse_view(ErrorCode::invalid_argument, name,
                    "the field or function has no view. Specify a view in its annotation");
    return {.index = static_cast<std::size_t>(points - all.begin()), .colors = index};
}

std::vector<std::size_t> colors_for(std::size_t structure, const std::vector<DeclaredView>& all) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].structure == structure && all[i].view != View::points) found.push_back(i);
    // Puts numbers first, then colors, and then other vectors, which are drawn by their length.
    std::ranges::stable_sort(found, {}, [&](std::size_t i) {
        return all[i].type.is_number() ? 0 : all[i].is_color() ? 1 : 2;
    });
    return found;
}

}  // namespace glint::studio
