// SPDX-License-Identifier: MIT
#include <glint/studio/state/mesh_input.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/geometry/read_mesh.hpp>
#include <glint/geometry/repair_mesh.hpp>
#include <glint/geometry/signed_distance.hpp>
#include <glint/geometry/voxelize.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/state/input.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kAxes = 3;
constexpr std::string_view kAxisNames = "xyz";
const std::array<std::string, kAxes> kSideNames{"length", "height", "depth"};
const std::vector<std::string> kOptionNames{"length", "height", "depth", "at",
                                            "turn",   "cut",    "holes", "band"};
constexpr const char* kVote = "vote";

/// Parses the options of one input.
class Options {
public:
    Options(MeshInput& input, const std::string& operation)
        : input_(input), operation_(operation) {}

    void take(std::string_view option) {
        const std::size_t equals = option.find('=');
        if (equals == option.npos)
            refuse(fmt::format("the mesh option '{}' does not have the form OPTION=VALUE", option));
        const std::string name(option.substr(0, equals));
        const std::string_view value = option.substr(equals + 1);
        const auto side = std::ranges::find(kSideNames, name);
        if (side != kSideNames.end())
            take_side(static_cast<std::size_t>(side - kSideNames.begin()), name, value);
        else if (name == "at")
            take_place(value);
        else if (name == "turn")
            for (const std::string_view each : text::split(value, ':')) take_turn(each);
        else if (name == "cut")
            input_.cut = share(name, value);
        else if (name == "band")
            take_band(value);
        else if (name == "holes" && value == kVote)
            input_.by_votes = true;
        else if (name == "holes")
            refuse(fmt::format("'holes={}' is not supported. Use holes=vote", value));
        else
            refuse(fmt::format("unknown mesh option '{}'{}", name,
                               text::known_names(name, kOptionNames)));
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const {
        throw Error(ErrorCode::bad_input, operation_, reason);
    }

    void take_side(std::size_t axis, const std::string& name, std::string_view value) {
        if (input_.side)
            refuse(
                fmt::format("'{}' and '{}' both set the size, but a mesh keeps its proportions. "
                            "Use only one of these options",
                            kSideNames[input_.side->axis], name));
        if (value.empty())
            refuse(fmt::format(
                "the option '{}=' needs a number of cells or the name of a parameter", name));
        input_.side = {.axis = axis, .length = std::string(value)};
    }

    void take_place(std::string_view value) {
        const auto parts = text::split(value, ':');
        if (parts.size() < 2 || parts.size() > kAxes)
            refuse(fmt::format("'at={}' does not have the form at=X:Y:Z or at=X:Y", value));
        std::array<double, kAxes> at{0.5, 0.5, 0.5};
        for (std::size_t axis = 0; axis < parts.size(); ++axis)
            at[axis] = number("at", parts[axis]);
        input_.at = at;
    }

    void take_turn(std::string_view text) {
        const std::size_t axis = text.empty() ? kAxisNames.npos : kAxisNames.find(text[0]);
        if (axis == kAxisNames.npos)
            refuse(fmt::format(
                "'turn={}' must consist of an axis and degrees, as in turn=z90 or turn=x90:z-15",
                text));
        input_.turns.push_back({.axis = axis, .degrees = number("turn", text.substr(1))});
    }

    void take_band(std::string_view value) {
        const double band = number("band", value);
        if (!(band >= 1 && band <= DistanceOptions::kMaxBand))
            refuse(
                fmt::format("'band={}' is not between 1 and {}", value, DistanceOptions::kMaxBand));
        input_.band = band;
    }

    double number(std::string_view option, std::string_view value) const {
        const auto number = text::parse_double(value);
        if (!number || !std::isfinite(*number))
            refuse(fmt::format("the value of '{}={}' is not a number", option, value));
        return *number;
    }
    double share(std::string_view option, std::string_view value) const {
        const double share = number(option, value);
        if (!(share >= 0 && share <= 1))
            refuse(fmt::format("'{}={}' is not between 0 and 1", option, value));
        return share;
    }

    MeshInput& input_;
    const std::string& operation_;
};

void require_closed(const MeshReport& report, const std::string& operation,
                    const std::string& file) {
    if (report.is_closed()) return;
    throw Error(
        ErrorCode::bad_input, operation,
        fmt::format("the mesh is not closed ({} around {}, in a mesh of {}), so its inside is "
                    "undefined. Fill the holes in the mesh, or write {},holes=vote, which "
                    "determines the inside by a majority vote of rays along the three axes",
                    text::counted(report.open_edges, "open edge"),
                    text::counted(report.holes, "hole"),
                    text::counted(report.triangles, "triangle"), file));
}

void report_repairs(const MeshReport& report, const std::string& file) {
    const std::size_t dropped = report.degenerate + report.duplicates;
    if (dropped + report.flipped + report.open_edges == 0) return;
    log::info(fmt::format("{} has {} and {}. Flipped triangles: {}. Dropped triangles: {}", file,
                          text::counted(report.triangles, "triangle"),
                          text::counted(report.holes, "hole"), report.flipped, dropped));
}

[[noreturn]] void refuse_mesh_input(const Input& input, const std::string& reason) {
    throw Error(ErrorCode::bad_input, fmt::format("read input '{}'", input.text), reason);
}

/// Returns the length of the mesh along the axis that its options specify, or 0 if they do not
/// specify a length.
double side_length_of(const Input& input, std::span<const ParameterSet> parameters) {
    if (!input.mesh->side) return 0;
    const std::string& length = input.mesh->side->length;
    if (const auto number = text::parse_double(length)) return *number;
    std::vector<std::string> names;
    for (const ParameterSet& set : parameters)
        for (const Parameter& parameter : set.list()) {
            if (parameter.name == length) return set.get(parameter.name);
            names.push_back(parameter.name);
        }
    refuse_mesh_input(input, fmt::format("'{}' is neither a number of cells nor a parameter{}",
                                         length, text::did_you_mean(length, names)));
}

MeshPlacement placement_of(const MeshInput& mesh, double length, bool is_y_down) {
    MeshPlacement placement{.turns = mesh.turns, .cut = mesh.cut, .is_y_down = is_y_down};
    if (mesh.side) placement.side = {.axis = mesh.side->axis, .cells = length};
    if (mesh.at) placement.at = *mesh.at;
    return placement;
}

template <class T>
std::vector<std::byte> copied_bytes(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

/// Returns the elements for the solid: 1, or the high end of the field's range, in cells inside the
/// mesh, and 0 in other cells.
std::vector<std::byte> solid_elements(const Input& input, const Field& field,
                                      const DeviceMesh& mesh, const VoxelGrid& grid) {
    if (input.mesh->band)
        refuse_mesh_input(input, fmt::format("the option 'band' limits distances, but the field "
                                             "'{}' does not contain distances",
                                             field.name));
    std::vector<unsigned char> solid =
        voxelize(mesh, grid, {.by_votes = input.mesh->by_votes}).to_vector();
    if (std::ranges::find(solid, 1) == solid.end())
        refuse_mesh_input(
            input,
            "no cell has its center in the mesh, because the mesh is thinner than a cell. Make "
            "the mesh larger with length=CELLS, or make the cells smaller");
    const bool is_bool = field.type.parts.front().scalar == ScalarType::boolean;
    const double most = field.display && field.display->range ? field.display->range->second : 1;
    const auto value = static_cast<unsigned char>(is_bool ? 1 : std::clamp(most, 1.0, 127.0));
    for (unsigned char& each : solid) each = static_cast<unsigned char>(each * value);
    return copied_bytes(solid);
}

std::vector<std::byte> distance_elements(const Input& input, double cell_size,
                                         const DeviceMesh& mesh, const VoxelGrid& grid) {
    DistanceOptions options{.only_band = input.mesh->band.has_value(),
                            .solid = {.by_votes = input.mesh->by_votes}};
    if (input.mesh->band) options.band = *input.mesh->band;
    std::vector<float> distances = signed_distance(mesh, grid, options).to_vector();
    constexpr double kMax = std::numeric_limits<float>::max();
    for (float& each : distances)
        each = static_cast<float>(std::clamp(double{each} * cell_size, -kMax, kMax));
    return copied_bytes(distances);
}

}  // namespace

InputText split_input(std::string_view text) {
    InputText parts;
    if (text.ends_with(kStreamed)) {
        parts.options = kStreamed.substr(1);
        text.remove_suffix(kStreamed.size());
    }
    for (std::size_t comma = text.find(','); comma != text.npos; comma = text.find(',', comma + 1))
        if (is_mesh_file(text.substr(0, comma))) {
            parts.options = text.substr(comma + 1);
            text = text.substr(0, comma);
            break;
        }
    const std::size_t equals = text.find('=');
    if (equals != text.npos && text.find('/') >= equals) {
        parts.has_field = true;
        parts.field = text.substr(0, equals);
        text.remove_prefix(equals + 1);
    }
    parts.file = text;
    return parts;
}

std::shared_ptr<MeshInput> read_mesh_input(const std::string& file, const std::string& options,
                                           const std::string& operation) {
    const auto input = std::make_shared<MeshInput>();
    if (!options.empty())
        for (const std::string_view option : text::split(options, ','))
            Options(*input, operation).take(option);
    input->mesh = read_mesh(file);
    const MeshReport report = repair_mesh(input->mesh);
    if (!input->by_votes) require_closed(report, operation, file);
    report_repairs(report, file);
    return input;
}

void make_elements(const Declaration& declaration, Input& input, const Extents& extents,
                   std::span<const ParameterSet> parameters, Stream& stream) {
    if (!input.mesh) return;
    MeshInput& mesh = *input.mesh;
    const double length = side_length_of(input, parameters);
    if (mesh.computed_for == extents && mesh.computed_length == length) return;
    const Structure& structure = declaration.structures[input.place.structure];
    const Field& field = structure.fields[input.place.field];
    const VoxelGrid grid{.cells = {extents.width, extents.height, extents.depth}};
    try {
        const MeshPlacement placement = placement_of(mesh, length, structure.y_is_down);
        const DeviceMesh placed(
            stream, place_mesh(mesh.mesh, placement, grid.cells, structure.extents.size() == 2));
        input.elements = field.type.parts.front().scalar == ScalarType::f32
                             ? distance_elements(input, structure.cell_size, placed, grid)
                             : solid_elements(input, field, placed, grid);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::invalid_argument) throw;
        refuse_mesh_input(input, error.reason());
    }
    input.extents = extents;
    mesh.computed_for = extents;
    mesh.computed_length = length;
}

}  // namespace glint::studio
