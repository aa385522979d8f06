// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/non_finite_check.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/files.hpp>
#include <glint/driver/copies.hpp>
#include <glint/kernels/studio/sizes.cuh>
#include <glint/studio/run/probe.hpp>

namespace glint::studio {
namespace {

constexpr auto kNowhere = std::numeric_limits<unsigned long long>::max();

/// Returns the mask of the exponent bits of the type, or 0 for integers.
unsigned long long exponent_of(ScalarType type) {
    switch (type) {
        case ScalarType::f16: return 0x7c00;
        case ScalarType::bf16: return 0x7f80;
        case ScalarType::f32: return 0x7f80'0000;
        case ScalarType::f64: return 0x7ff0'0000'0000'0000;
        default: return 0;
    }
}

/// The first element of a field with NaN or infinity.
struct First {
    Declaration::Place place;
    unsigned long long element = 0;
};

/// Returns true if the numbers of this part fill the field's memory without gaps.
bool is_packed(const ElementType& type, const ElementType::Part& part) {
    return part.components * size_of(part.scalar) == type.size_bytes;
}

const Field& field_at(const Declaration& declaration, Declaration::Place place) {
    return declaration.structures[place.structure].fields[place.field];
}

}  // namespace

NonFiniteCheck::NonFiniteCheck(const Device& device)
    : program_(device, resource("kernels/studio/finite.cu")) {}

std::vector<NonFiniteCheck::Part> NonFiniteCheck::parts_of(const Declaration& declaration) {
    std::vector<Part> parts;
    for (std::size_t s = 0; s < declaration.structures.size(); ++s) {
        const std::vector<Field>& fields = declaration.structures[s].fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            if (!fields[f].is_state) continue;
            for (const ElementType::Part& part : fields[f].type.parts)
                if (exponent_of(part.scalar) != 0) parts.push_back({{s, f}, part});
        }
    }
    return parts;
}

void NonFiniteCheck::launch(Simulation& simulation, const Part& part, void* lowest) {
    const auto& [place, numbers] = part;
    const ElementType& type = field_at(simulation.declaration(), place).type;
    const unsigned long long count = simulation.state().extents(place.structure).count();
    const std::size_t each = size_of(numbers.scalar);
    auto* const first = static_cast<std::byte*>(simulation.state().data(place)) + numbers.offset;
    Stream& stream = simulation.stream();
    if (is_packed(type, numbers)) {
        const unsigned long long words = count * numbers.components;
        program_.kernel(fmt::format("find_packed_{}", 8 * each))
            .launch(stream, elements(ceil_div(words, sizes::kGroupBytes / each)),
                    {static_cast<void*>(first), words, exponent_of(numbers.scalar), lowest});
        return;
    }
    program_.kernel(fmt::format("find_strided_{}", 8 * each))
        .launch(stream, elements(count),
                {static_cast<void*>(first), static_cast<unsigned long long>(type.size_bytes),
                 numbers.components, count, exponent_of(numbers.scalar), lowest});
}

std::vector<NonFinite> NonFiniteCheck::find(Simulation& simulation) {
    const Declaration& declaration = simulation.declaration();
    const std::vector<Part> parts = parts_of(declaration);
    if (parts.empty()) return {};
    Stream& stream = simulation.stream();
    DeviceMemory<unsigned long long> lowest(stream, parts.size());
    fill(stream, lowest, kNowhere);
    for (std::size_t i = 0; i < parts.size(); ++i) launch(simulation, parts[i], lowest.data() + i);
    const std::vector<unsigned long long> indices = to_vector(stream, lowest);
    std::vector<First> firsts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (indices[i] == kNowhere) continue;
        const auto& [place, numbers] = parts[i];
        const bool packed = is_packed(field_at(declaration, place).type, numbers);
        const unsigned long long element = packed ? indices[i] / numbers.components : indices[i];
        if (!firsts.empty() && firsts.back().place == place)
            firsts.back().element = std::min(firsts.back().element, element);
        else
            firsts.push_back({place, element});
    }
    std::vector<NonFinite> found;
    for (const auto& [place, element] : firsts)
        found.push_back({place, simulation.state().extents(place.structure).place_of(element)});
    return found;
}

std::string to_text(Simulation& simulation, const NonFinite& found) {
    const Declaration& declaration = simulation.declaration();
    return fmt::format("'{}' is {} at step {}", element_name(declaration, found.place, found.at),
                       value_text(field_at(declaration, found.place).type,
                                  simulation.element(found.place, found.at)),
                       simulation.now().number);
}

}  // namespace glint::studio
