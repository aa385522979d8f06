// SPDX-License-Identifier: MIT
#include <glint/studio/run/probe.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/float16.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

template <class T>
T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

/// Formats a number. NaN is written without its sign.
std::string floating_text(double value, int digits) {
    return std::isnan(value) ? "nan" : fmt::format("{:.{}g}", value, digits);
}

std::string stored_number_text(ScalarType type, const std::byte* at) {
    return visit_scalar(type, [&]<class T>() {
        const T value = read<T>(at);
        if constexpr (std::is_same_v<T, double>)
            return floating_text(value, 17);
        else if constexpr (!std::is_integral_v<T>)
            return floating_text(static_cast<float>(value), 9);
        else if (type == ScalarType::boolean)
            return std::string(value != 0 ? "1" : "0");
        else
            return fmt::format("{}", +value);  // + prints bytes as numbers
    });
}

std::string part_text(const ElementType::Part& part, const std::byte* element) {
    const std::byte* at = element + part.offset;
    if (part.components == 1) return stored_number_text(part.scalar, at);
    std::string text;
    for (unsigned i = 0; i < part.components; ++i)
        text += fmt::format("{}{}", i == 0 ? "(" : ", ",
                            stored_number_text(part.scalar, at + i * size_of(part.scalar)));
    return text + ")";
}

[[noreturn]] void refuse_probe(std::string_view text, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, fmt::format("probe '{}'", text), reason);
}

}  // namespace

Probe parse_probe(const Declaration& declaration, std::string_view text) {
    const std::size_t open = text.find('[');
    if (open == text.npos || !text.ends_with(']'))
        refuse_probe(text, "a probe must have the form FIELD[x], FIELD[x,y] or FIELD[x,y,z]");
    Probe probe{.text = std::string(text),
                .place = declaration.require_field(text::trim(text.substr(0, open)),
                                                   fmt::format("probe '{}'", text))};
    const auto places = text::split(text.substr(open + 1, text.size() - open - 2), ',');
    const Structure& structure = declaration.structures[probe.place.structure];
    if (places.size() != structure.extents.size())
        refuse_probe(text, fmt::format("'{}' has {}, but the probe has {}", structure.name,
                                       text::counted(structure.extents.size(), "extent"),
                                       text::counted(places.size(), "coordinate")));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto place = text::parse_unsigned(text::trim(places[i]));
        if (!place)
            refuse_probe(text,
                         fmt::format("a coordinate must be a non-negative whole number, not '{}'",
                                     text::trim(places[i])));
        probe.at[i] = static_cast<std::size_t>(*place);
    }
    return probe;
}

std::string element_name(const Structure& structure, const std::array<std::size_t, 3>& at) {
    return fmt::format("{}[{}]", structure.name,
                       fmt::join(std::span(at).first(structure.extents.size()), ","));
}

std::string element_name(const Declaration& declaration, Declaration::Place place,
                         const std::array<std::size_t, 3>& at) {
    const Structure& structure = declaration.structures[place.structure];
    const std::string& name = structure.fields[place.field].name;
    const std::string of = declaration.find_field(name) ? "" : structure.name + '.';
    return fmt::format("{}{}[{}]", of, name,
                       fmt::join(std::span(at).first(structure.extents.size()), ","));
}

std::string value_text(const ElementType& type, std::span<const std::byte> element) {
    if (!type.is_struct) return part_text(type.parts.front(), element.data());
    std::string text;
    for (const ElementType::Part& part : type.parts)
        text += fmt::format("{}{}: {}", text.empty() ? "{" : ", ", part.name,
                            part_text(part, element.data()));
    return text + "}";
}

std::string probed_value(Simulation& simulation, const Probe& probe) {
    const Structure& structure = simulation.declaration().structures[probe.place.structure];
    return value_text(structure.fields[probe.place.field].type,
                      simulation.element(probe.place, probe.at));
}

std::string probed(Simulation& simulation, const Probe& probe) {
    return fmt::format("{} = {}", probe.text, probed_value(simulation, probe));
}

}  // namespace glint::studio
