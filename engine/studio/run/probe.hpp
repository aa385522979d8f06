// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// One element of a field.
struct Probe {
    std::string text;  ///< as requested: "level[12,40]", "Pond.level[12,40]"
    Declaration::Place place;
    std::array<std::size_t, 3> at{};
};

/// Parses `FIELD[x,y,z]`, with one index per extent of the field's structure. Throws
/// Error(invalid_argument) for other text. Throws Error(not_found), with the nearest name, for a
/// field that does not exist, or if several structures have a field with this name.
Probe parse_probe(const Declaration& declaration, std::string_view text);

/// Returns the name of an element in the format of parse_probe(): "level[12,40]", or
/// "Pond.level[12,40]" if several structures have a field with this name.
std::string element_name(const Declaration& declaration, Declaration::Place place,
                         const std::array<std::size_t, 3>& at);
/// Returns the name of an element of a structure, such as "Pond[12,40]".
std::string element_name(const Structure& structure, const std::array<std::size_t, 3>& at);

/// Returns the value of an element as text: `0.25`, `(1, 2, 3)`, or `{at: (1, 2), kind: 3}` for a
/// struct. Floats have 9 significant digits and doubles 17, so that they round-trip.
std::string value_text(const ElementType& type, std::span<const std::byte> element);

/// Returns value_text() of the probe's element. Waits for the device. Throws as
/// Simulation::element() does.
std::string probed_value(Simulation& simulation, const Probe& probe);
/// Returns a text such as "level[12,40] = 0.25". Waits for the device. Throws as
/// Simulation::element() does.
std::string probed(Simulation& simulation, const Probe& probe);

}  // namespace glint::studio
