// SPDX-License-Identifier: MIT
#include <glint/studio/keep/checkpoint.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/driver/copies.hpp>
#include <glint/formats/npy_writer.hpp>
#include <glint/formats/zip.hpp>
#include <glint/formats/zip_writer.hpp>
#include <glint/studio/keep/detail/run_files.hpp>
#include <glint/studio/state/detail/saved_type.hpp>
#include <glint/studio/text/detail/json_reader.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr std::string_view kVariables = "variables/", kArrayEnding = ".npy";
constexpr const char *kAbout = "checkpoint.json", *kNextFolder = "next/";

std::string header_of(const Structure& structure, const Extents& extents, const Field& field) {
    std::vector<std::size_t> shape{extents.width};
    if (structure.extents.size() > 1) shape.insert(shape.begin(), extents.height);
    if (structure.extents.size() > 2) shape.insert(shape.begin(), extents.depth);
    SavedArray array = saved_array(field.type);
    for (SavedArray::Part& part : array.parts)  // stores the exact bits of bfloat16
        if (part.type == ScalarType::bf16) part.type = ScalarType::u16;
    if (field.type.is_vector()) shape.push_back(array.parts.front().components);
    return npy_header(shape, npy_description(array));
}

/// An array of a simulation, with its name and header in a checkpoint.
struct Place {
    std::string name;
    std::string header;
    DeviceSpan<std::byte> memory;
};

std::vector<Place> places_of(Simulation& simulation) {
    std::vector<Place> places;
    const Declaration& declaration = simulation.declaration();
    for (const State::Buffer& buffer : simulation.state().buffers(declaration)) {
        const Structure& structure = declaration.structures[buffer.place.structure];
        places.push_back({(buffer.is_next ? kNextFolder : "") + declaration.full_name(buffer.place),
                          header_of(structure, simulation.state().extents(buffer.place.structure),
                                    structure.fields[buffer.place.field]),
                          buffer.memory->span()});
    }
    for (const Code::Variable& variable : simulation.code().variables()) {
        const std::size_t shape[] = {variable.bytes.size()};
        places.push_back(
            {std::string(kVariables) + variable.name, npy_header(shape, "'|u1'"), variable.bytes});
    }
    return places;
}

/// Returns the type and the shape in a `.npy` header, such as "'<f4', (48, 64)".
std::string layout_of(const std::string& header) {
    const std::size_t type = header.find("'descr': "), order = header.find(", 'fortran_order'"),
                      shape = header.find("'shape': "), end = header.rfind(", }");
    if (type == header.npos || order == header.npos || shape == header.npos || end == header.npos)
        return "unknown";
    return header.substr(type + 9, order - type - 9) + ", " +
           header.substr(shape + 9, end - shape - 9);
}

const Checkpoint::Member* find(const Checkpoint& checkpoint, const std::string& name) {
    const auto found = std::ranges::find(checkpoint.members, name, &Checkpoint::Member::name);
    return found == checkpoint.members.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_checkpoint(const std::string& name, const std::string& reason) {
    throw Error(ErrorCode::bad_input, fmt::format("resume from '{}'", name), reason);
}

/// Sets the parameters of the simulation. If `only_what_fits`, ignores parameters that no longer
/// exist, and values that are no longer allowed. Otherwise throws an error for them.
void set_parameters(const Checkpoint& checkpoint, Simulation& simulation, bool only_what_fits) {
    for (const auto& [name, value] : checkpoint.parameters) {
        try {
            simulation.redo({simulation.now().number, Edit{name, value}});
        } catch (const Error&) {
            if (!only_what_fits) throw;
        }
    }
}

bool is_variable(const std::string& name) { return name.starts_with(kVariables); }

/// Returns the reason why the checkpoint does not fit `places`, the arrays of a simulation; empty
/// if the checkpoint fits. Some variables exist only on one kind of device. If the checkpoint is
/// from another kind of device, variables that only one side has are therefore ignored.
std::string mismatch(const Checkpoint& checkpoint, const std::vector<Place>& places,
                     const std::string& device_kind) {
    const bool is_other_kind = checkpoint.device_kind != device_kind;
    for (const Place& place : places) {
        const Checkpoint::Member* member = find(checkpoint, place.name);
        if (!member && is_other_kind && is_variable(place.name)) continue;
        if (!member)
            return fmt::format(
                "the checkpoint does not contain '{}', which the simulation file declares",
                place.name);
        if (member->header != place.header || member->bytes.size() != place.memory.size())
            return fmt::format(
                "the layout of '{}' is {} in the checkpoint, but {} in the simulation file",
                place.name, layout_of(member->header), layout_of(place.header));
    }
    for (const Checkpoint::Member& member : checkpoint.members)
        if (std::ranges::find(places, member.name, &Place::name) == places.end() &&
            !(is_other_kind && is_variable(member.name)))
            return fmt::format(
                "the checkpoint contains '{}', which the simulation file does not declare",
                member.name);
    return {};
}

std::string about_text(const Checkpoint& checkpoint) {
    Json about{{"format", kFormat},
               {"step", checkpoint.step},
               {"seed", checkpoint.seed},
               {"dt", checkpoint.dt},
               {"mouse", {checkpoint.mouse.place, checkpoint.mouse.before}},
               {"device", checkpoint.device_kind},
               {"log_bytes", checkpoint.log_bytes},
               {"parameters", Json::object()}};
    for (const auto& [name, value] : checkpoint.parameters) about["parameters"][name] = value;
    if (checkpoint.included) {
        about["included"] = Json::object();
        for (const auto& [name, hash] : *checkpoint.included) about["included"][name] = hash;
    }
    return about.dump(2) + '\n';
}

void read_about(const std::string& text, const std::string& name, Checkpoint& checkpoint) {
    const JsonReader about(text, name);
    if (const int format = about.integer("format"); format != kFormat)
        about.refuse(
            fmt::format("the checkpoint has format {}, but this version of glint reads format {}",
                        format, kFormat));
    const auto places = about.places("mouse", 2);
    checkpoint.step = about.whole("step", kMaxFileSteps);
    checkpoint.seed =
        static_cast<std::uint32_t>(about.whole("seed", std::numeric_limits<std::uint32_t>::max()));
    checkpoint.dt = about.number("dt");
    checkpoint.mouse = {.place = places[0], .before = places[1]};
    checkpoint.device_kind = about.text("device");
    checkpoint.log_bytes = about.whole("log_bytes", kMaxFileSteps);
    checkpoint.parameters = about.pairs("parameters");
    if (about.has("included")) checkpoint.included = about.pairs("included");
}

/// Reads the entries of a checkpoint file. Entries are stored uncompressed. Refuses entries that
/// are larger in total than the file, because such entries overlap.
class EntryReader {
public:
    EntryReader(const ZipReader& archive, std::size_t file_bytes, std::string name)
        : archive_(archive), left_(file_bytes), name_(std::move(name)) {}

    std::string read(const std::string& entry) {
        std::string content = archive_.read(entry);
        if (content.size() > left_)
            refuse_checkpoint(name_,
                              "the entries of the checkpoint are larger than the file itself");
        left_ -= content.size();
        return content;
    }

private:
    const ZipReader& archive_;
    std::size_t left_;
    std::string name_;
};

/// Splits the content of a `.npy` file into header and elements. Returns nullopt if the header is
/// truncated.
std::optional<Checkpoint::Member> member_of(const std::string& name, const std::string& file) {
    constexpr std::size_t kFixed = 10;  // number of bytes before the text of the header
    if (file.size() < kFixed) return std::nullopt;
    const std::size_t length =
        static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
    if (file.size() < kFixed + length) return std::nullopt;
    Checkpoint::Member member{.name = name.substr(0, name.size() - kArrayEnding.size()),
                              .header = file.substr(0, kFixed + length),
                              .bytes = {}};
    const auto bytes = std::as_bytes(std::span(file)).subspan(member.header.size());
    member.bytes.assign(bytes.begin(), bytes.end());
    return member;
}

}  // namespace

Checkpoint take_checkpoint(Simulation& simulation) {
    const Step now = simulation.now();
    Checkpoint checkpoint{.step = now.number,
                          .seed = simulation.seed(),
                          .dt = now.dt,
                          .mouse = simulation.mouse(),
                          .parameters = {},
                          .device_kind = to_string(simulation.stream().device().kind()),
                          .code = simulation.code().text(),
                          .run = {},
                          .members = {}};
    for (const ParameterSet& set : simulation.parameters())
        for (const Parameter& parameter : set.list())
            checkpoint.parameters.emplace_back(set.full_name(parameter), set.text(parameter));
    const std::vector<Place> places = places_of(simulation);
    for (const Place& place : places)
        checkpoint.members.push_back(
            {place.name, place.header, std::vector<std::byte>(place.memory.size())});
    for (std::size_t i = 0; i < places.size(); ++i)
        download(simulation.stream(), checkpoint.members[i].bytes, places[i].memory);
    simulation.stream().synchronize();
    return checkpoint;
}

void write_checkpoint(const fs::path& file, const Checkpoint& checkpoint) {
    PendingFile pending(file);
    ZipWriter archive(pending);
    archive.add(kAbout, about_text(checkpoint));
    archive.add(kRecordFile, checkpoint.run);
    archive.add(kTextFile, checkpoint.code);
    for (const Checkpoint::Member& member : checkpoint.members) {
        const std::span<const std::byte> parts[] = {std::as_bytes(std::span(member.header)),
                                                    member.bytes};
        archive.add(member.name + std::string(kArrayEnding), parts);
    }
    archive.finish();
    pending.finish();
}

Checkpoint read_checkpoint(const fs::path& path) {
    const InputFile file("read checkpoint", path);
    if (!is_sealed(file.content()))
        refuse_checkpoint(
            path.string(),
            "the file is not a checkpoint, or it was truncated or modified. The hash at the end "
            "of the file does not match the content");
    return parse_checkpoint(file, path.string());
}

Checkpoint parse_checkpoint_about(const std::string& text, const std::string& name) {
    Checkpoint checkpoint;
    read_about(text, name, checkpoint);
    return checkpoint;
}

Checkpoint parse_checkpoint(const InputFile& file, const std::string& from) {
    const ZipReader archive(file);
    EntryReader entries(archive, file.content().size(), from);
    Checkpoint checkpoint = parse_checkpoint_about(entries.read(kAbout), from + ": " + kAbout);
    checkpoint.run = entries.read(kRecordFile);
    checkpoint.code = entries.read(kTextFile);
    for (const std::string& name : archive.names()) {
        if (!name.ends_with(kArrayEnding)) continue;
        auto member = member_of(name, entries.read(name));
        if (!member) refuse_checkpoint(from, fmt::format("the array '{}' is truncated", name));
        if (is_variable(member->name)) {  // older files contain raw symbols and constants of glint
            const std::string variable = variable_name(member->name.substr(kVariables.size()));
            if (is_constant_of_glint(variable)) continue;
            member->name = std::string(kVariables) + variable;
        }
        checkpoint.members.push_back(std::move(*member));
    }
    return checkpoint;
}

void restore_checkpoint(const Checkpoint& checkpoint, const std::string& name,
                        Simulation& simulation) {
    const auto extents_now = [&] {
        std::vector<Extents> all;
        for (std::size_t i = 0; i < simulation.declaration().structures.size(); ++i)
            all.push_back(simulation.state().extents(i));
        return all;
    };
    set_parameters(checkpoint, simulation, false);
    std::vector<Extents> wanted;
    for (const Structure& structure : simulation.declaration().structures)
        wanted.push_back(extents_of(structure, simulation.parameters()));
    if (wanted != extents_now()) simulation.reset();
    const std::vector<Place> places = places_of(simulation);
    if (const std::string reason =
            mismatch(checkpoint, places, to_string(simulation.stream().device().kind()));
        !reason.empty())
        refuse_checkpoint(name, reason);
    for (const Place& place : places)
        if (const Checkpoint::Member* member = find(checkpoint, place.name))
            upload(simulation.stream(), place.memory, member->bytes);
    simulation.continue_from(checkpoint.step, checkpoint.mouse);
    simulation.stream().synchronize();  // the copies read the checkpoint until they are done
}

std::vector<std::string> adopt_checkpoint(const Checkpoint& checkpoint, Simulation& simulation) {
    set_parameters(checkpoint, simulation, true);
    simulation.reset();
    std::vector<std::string> changes;
    const std::vector<Place> places = places_of(simulation);
    for (const Place& place : places) {
        const Checkpoint::Member* member = find(checkpoint, place.name);
        if (member && member->header == place.header && member->bytes.size() == place.memory.size())
            upload(simulation.stream(), place.memory, member->bytes);
        else if (!place.name.starts_with(kNextFolder))
            changes.push_back("new: " + place.name);
    }
    for (const Checkpoint::Member& member : checkpoint.members)
        if (!member.name.starts_with(kNextFolder) &&
            std::ranges::find(places, member.name, &Place::name) == places.end())
            changes.push_back("removed: " + member.name);
    simulation.continue_from(checkpoint.step, checkpoint.mouse);
    simulation.stream().synchronize();
    return changes;
}

void adopt_resumed(std::shared_ptr<const Code> code, Simulation& simulation) {
    const Checkpoint before = take_checkpoint(simulation);
    (void)simulation.adopt(std::move(code));
    // Repeats the effects of resuming a run. Variables get their initial values. The `init`
    // kernels, which may write to variables, run twice: when the simulation is created, and in
    // adopt_checkpoint().
    const std::size_t events = simulation.events().all().size();
    const auto& version = std::get<VersionChange>(simulation.events().all().back().what);
    for (std::size_t i = 0; i < version.variables.size(); ++i)
        upload(simulation.stream(), simulation.code().variables()[i].bytes, version.variables[i]);
    simulation.reset();
    (void)adopt_checkpoint(before, simulation);
    simulation.events().cut(events);  // the reset above is not an event of the run
}

}  // namespace glint::studio
