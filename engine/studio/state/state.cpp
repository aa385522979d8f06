// SPDX-License-Identifier: MIT
#include <glint/studio/state/state.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/declaration/detail/parameter_extent.hpp>
#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {
namespace {

double parameter_value(std::string_view name, std::span<const ParameterSet> parameters) {
    for (const ParameterSet& set : parameters) {
        const auto list = set.list();
        const auto found = std::ranges::find(list, name, &Parameter::name);
        if (found != list.end()) return set.get(name);
    }
    throw Error(ErrorCode::not_found, fmt::format("find extent '{}'", name), "parameter not found");
}

std::size_t extent_length_of(const Structure& structure, std::size_t axis,
                             std::span<const ParameterSet> parameters) {
    if (axis >= structure.extents.size()) return 1;
    const Extent& extent = structure.extents[axis];
    if (const auto* length = std::get_if<std::size_t>(&extent)) return *length;
    const ParameterExtent meant = *parameter_extent(std::get<std::string>(extent));
    const double value = parameter_value(meant.name, parameters);
    const auto refuse = [&](const std::string& wanted) {
        throw Error(
            ErrorCode::invalid_argument, fmt::format("set the size of '{}'", structure.name),
            fmt::format("the extent '{}' is {}, but must be {}", meant.name, value, wanted));
    };
    if (!(value >= 1)) refuse("at least 1");
    const auto whole = static_cast<std::size_t>(value);
    if (whole % meant.parts != 0) refuse(fmt::format("a multiple of {}", meant.parts));
    return whole / meant.parts * meant.times;
}

/// Returns the size of all arrays of a structure as a long double, because the size may exceed the
/// range of integers.
long double structure_bytes(const Structure& structure, const Extents& extents) {
    long double each = 0;
    for (const Field& field : structure.fields)
        each +=
            static_cast<long double>(field.type.size_bytes) * (field.is_double_buffered ? 2 : 1);
    return each * static_cast<long double>(extents.width) *
           static_cast<long double>(extents.height) * static_cast<long double>(extents.depth);
}

std::string human(long double bytes) {
    constexpr auto most = static_cast<long double>(std::numeric_limits<std::size_t>::max());
    return text::human_bytes(static_cast<std::size_t>(std::min(bytes, most / 2)));
}

void require_memory(const Device& device, const std::string& file, const Declaration& declaration,
                    std::span<const ParameterSet> parameters) {
    const auto free = static_cast<long double>(device.free_memory_bytes());
    long double all = 0;
    std::vector<Mistake> mistakes;
    for (const Structure& structure : declaration.structures) {
        const Extents extents = extents_of(structure, parameters);
        const long double bytes = structure_bytes(structure, extents);
        all += bytes;
        if (all > free)
            mistakes.push_back(
                {structure.line,
                 fmt::format(
                     "structure '{}' ({}) needs {} of memory{}, but only {} are free on {}",
                     structure.name, to_string(extents, structure), human(bytes),
                     all > bytes ? fmt::format(" ({} with the structures above)", human(all)) : "",
                     human(free), device.name())});
    }
    if (!mistakes.empty()) throw DeclarationError(file, std::move(mistakes));
}

}  // namespace

std::string to_string(const Extents& extents, const Structure& structure) {
    std::string text = fmt::format("{}", extents.width);
    if (structure.extents.size() > 1) text += fmt::format(" x {}", extents.height);
    if (structure.extents.size() > 2) text += fmt::format(" x {}", extents.depth);
    return text;
}

Extents extents_of(const Structure& structure, std::span<const ParameterSet> parameters) {
    return {extent_length_of(structure, 0, parameters), extent_length_of(structure, 1, parameters),
            extent_length_of(structure, 2, parameters)};
}

State::State(const Stream& stream, const std::string& file, const Declaration& declaration,
             std::span<const ParameterSet> parameters)
    : stream_(stream.device(), stream.share(), stream.pool()) {
    require_memory(stream.device(), file, declaration, parameters);
    for (const Structure& structure : declaration.structures) {
        Arrays arrays{.extents = extents_of(structure, parameters), .fields = {}};
        for (const Field& field : structure.fields) {
            const std::size_t bytes = arrays.extents.count() * field.type.size_bytes;
            Buffers buffers;
            buffers.current = DeviceMemory<std::byte>(stream_, bytes);
            if (field.is_double_buffered) buffers.next = DeviceMemory<std::byte>(stream_, bytes);
            size_bytes_ += bytes * (field.is_double_buffered ? 2 : 1);
            arrays.fields.push_back(std::move(buffers));
        }
        structures_.push_back(std::move(arrays));
    }
    clear();
}

bool State::fits(const Declaration& ours, const Declaration& theirs,
                 std::span<const ParameterSet> parameters) const {
    const auto same_field = [](const Field& a, const Field& b) {
        return a.name == b.name && a.type == b.type && a.is_double_buffered == b.is_double_buffered;
    };
    if (ours.structures.size() != theirs.structures.size()) return false;
    for (std::size_t i = 0; i < structures_.size(); ++i) {
        const Structure &a = ours.structures[i], &b = theirs.structures[i];
        if (a.name != b.name || !std::ranges::equal(a.fields, b.fields, same_field) ||
            extents(i) != extents_of(b, parameters))
            return false;
    }
    return true;
}

std::vector<std::string> State::take_fields(const Declaration& ours, State& from,
                                            const Declaration& theirs) {
    std::vector<std::string> changes;
    const auto find = [](const Declaration& in, const Structure& structure, const Field& field) {
        const auto place = in.find_field(structure.name + '.' + field.name);
        const bool fits =
            place && in.structures[place->structure].fields[place->field].type == field.type;
        return fits ? place : std::nullopt;
    };
    for (std::size_t s = 0; s < ours.structures.size(); ++s) {
        const Structure& structure = ours.structures[s];
        for (std::size_t f = 0; f < structure.fields.size(); ++f) {
            const auto old = find(theirs, structure, structure.fields[f]);
            if (old && from.extents(old->structure) == extents(s))
                at({s, f}).current = std::move(from.at(*old).current);
            else
                changes.push_back(
                    fmt::format("new: {}.{}", structure.name, structure.fields[f].name));
        }
    }
    for (const Structure& structure : theirs.structures)
        for (const Field& field : structure.fields)
            if (!find(ours, structure, field))
                changes.push_back(fmt::format("removed: {}.{}", structure.name, field.name));
    return changes;
}

std::vector<State::Buffer> State::buffers(const Declaration& declaration) {
    std::vector<Buffer> all;
    ++changes_;
    for (std::size_t s = 0; s < structures_.size(); ++s) {
        for (std::size_t f = 0; f < structures_[s].fields.size(); ++f) {
            if (!declaration.structures[s].fields[f].is_state) continue;
            Buffers& buffers = structures_[s].fields[f];
            ++buffers.changes;
            all.push_back({{s, f}, false, &buffers.current});
            if (buffers.next.size() > 0) all.push_back({{s, f}, true, &buffers.next});
        }
    }
    return all;
}

void State::clear() {
    ++changes_;
    for (Arrays& arrays : structures_) {
        for (Buffers& buffers : arrays.fields) {
            fill(stream_, buffers.current, std::byte{0});
            if (buffers.next.size() > 0) fill(stream_, buffers.next, std::byte{0});
        }
    }
}

}  // namespace glint::studio
