// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/formats/header_entries.hpp>
#include <glint/formats/line_reader.hpp>
#include <glint/formats/volume_file.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using Entry = HeaderEntries::Entry;
/// The direction of an axis in space. nullopt if the axis is not spatial.
using Direction = std::optional<std::vector<double>>;

constexpr std::size_t kMaxAxes = 16;  // maximum in the NRRD format

constexpr std::array<HeaderEntries::TypeName, 40> kNrrdTypes{{
    {"signed char", NumberType::int8},
    {"int8", NumberType::int8},
    {"int8_t", NumberType::int8},
    {"uchar", NumberType::uint8},
    {"unsigned char", NumberType::uint8},
    {"uint8", NumberType::uint8},
    {"uint8_t", NumberType::uint8},
    {"short", NumberType::int16},
    {"short int", NumberType::int16},
    {"signed short", NumberType::int16},
    {"signed short int", NumberType::int16},
    {"int16", NumberType::int16},
    {"int16_t", NumberType::int16},
    {"ushort", NumberType::uint16},
    {"unsigned short", NumberType::uint16},
    {"unsigned short int", NumberType::uint16},
    {"uint16", NumberType::uint16},
    {"uint16_t", NumberType::uint16},
    {"int", NumberType::int32},
    {"signed int", NumberType::int32},
    {"int32", NumberType::int32},
    {"int32_t", NumberType::int32},
    {"uint", NumberType::uint32},
    {"unsigned int", NumberType::uint32},
    {"uint32", NumberType::uint32},
    {"uint32_t", NumberType::uint32},
    {"longlong", NumberType::int64},
    {"long long", NumberType::int64},
    {"long long int", NumberType::int64},
    {"signed long long", NumberType::int64},
    {"signed long long int", NumberType::int64},
    {"int64", NumberType::int64},
    {"int64_t", NumberType::int64},
    {"ulonglong", NumberType::uint64},
    {"unsigned long long", NumberType::uint64},
    {"unsigned long long int", NumberType::uint64},
    {"uint64", NumberType::uint64},
    {"uint64_t", NumberType::uint64},
    {"float", NumberType::float32},
    {"double", NumberType::float64},
}};

/// A kind of axis, and the number of components along such an axis; 0 for any number.
struct Kind {
    std::string_view name;
    std::size_t count = 0;
};
constexpr std::array<Kind, 25> kComponentKinds{{{"stub", 1},
                                                {"scalar", 1},
                                                {"complex", 2},
                                                {"2-vector", 2},
                                                {"3-color", 3},
                                                {"rgb-color", 3},
                                                {"4-color", 4},
                                                {"rgba-color", 4},
                                                {"3-vector", 3},
                                                {"3-gradient", 3},
                                                {"3-normal", 3},
                                                {"4-vector", 4},
                                                {"quaternion", 4},
                                                {"2d-symmetric-matrix", 3},
                                                {"2d-masked-symmetric-matrix", 4},
                                                {"2d-matrix", 4},
                                                {"2d-masked-matrix", 5},
                                                {"3d-symmetric-matrix", 6},
                                                {"3d-masked-symmetric-matrix", 7},
                                                {"3d-matrix", 9},
                                                {"3d-masked-matrix", 10},
                                                {"list", 0},
                                                {"point", 0},
                                                {"vector", 0},
                                                {"covariant-vector", 0}}};
constexpr std::array<std::string_view, 5> kPlaceKinds{"domain", "space", "time", "???", "none"};
constexpr std::array<std::string_view, 2> kOtherColors{"hsv-color", "xyz-color"};

/// Spaces of medical scanners, whose default unit is the millimeter.
constexpr std::array<std::string_view, 14> kScannerSpaces{"right-anterior-superior",
                                                          "ras",
                                                          "left-anterior-superior",
                                                          "las",
                                                          "lps",
                                                          "left-posterior-superior",
                                                          "right-anterior-superior-time",
                                                          "rast",
                                                          "left-anterior-superior-time",
                                                          "last",
                                                          "lpst",
                                                          "left-posterior-superior-time",
                                                          "scanner-xyz",
                                                          "scanner-xyz-time"};

constexpr std::pair<std::string_view, std::string_view> kUnits[]{{"m", "m"},
                                                                 {"cm", "cm"},
                                                                 {"mm", "mm"},
                                                                 {"um", "um"},
                                                                 {"\xC2\xB5m", "um"},
                                                                 {"nm", "nm"},
                                                                 {"km", "km"},
                                                                 {"meter", "m"},
                                                                 {"meters", "m"},
                                                                 {"micron", "um"},
                                                                 {"microns", "um"},
                                                                 {"millimeter", "mm"},
                                                                 {"millimeters", "mm"},
                                                                 {"micrometer", "um"},
                                                                 {"micrometers", "um"}};

bool is_data_file(std::string_view name) {
    const std::string lower = text::lower_case(name);
    return lower == "data file" || lower == "datafile";
}

HeaderEntries read_nrrd_entries(const InputFile& file, LineReader& lines) {
    HeaderEntries entries(file);
    const auto magic = lines.next();
    if (!magic || !magic->starts_with("NRRD000"))
        file.fail_at_line(1,
                          "the file is not an NRRD file, because it does not start with 'NRRD000'");
    while (const auto line = lines.next()) {
        if (line->empty()) break;
        if (line->starts_with('#')) continue;
        const std::size_t colon = line->find(':');
        if (colon == line->npos) file.fail_at_line(lines.number(), "expected NAME: VALUE");
        if (line->substr(colon).starts_with(":=")) continue;  // a user-defined key/value pair
        const std::string_view name = text::trim(line->substr(0, colon));
        const std::string_view value = text::trim(line->substr(colon + 1));
        entries.add(name, {lines.number(), value});
        if (is_data_file(name) && value.starts_with("LIST")) break;  // file names follow
    }
    return entries;
}

[[noreturn]] void fail_direction(const HeaderEntries& entries, const Entry& entry) {
    entries.fail(entry, "expected a vector such as (1,0,0), or 'none', for each axis");
}

/// Removes and returns a direction such as "(1, 0, 0)" or "none" from the front of `rest`.
Direction take_direction(const HeaderEntries& entries, const Entry& entry, std::string_view& rest) {
    constexpr std::string_view kNone = "none";
    if (text::lower_case(rest.substr(0, kNone.size())) == kNone) {
        rest.remove_prefix(kNone.size());
        return std::nullopt;
    }
    const std::size_t end = rest.find(')');
    if (!rest.starts_with('(') || end == rest.npos) fail_direction(entries, entry);
    std::vector<double> vector;
    for (const std::string_view word : text::split(rest.substr(1, end - 1), ',')) {
        const auto number = text::parse_double(text::trim(word));
        if (!number) fail_direction(entries, entry);
        vector.push_back(*number);
    }
    rest.remove_prefix(end + 1);
    return vector;
}

std::vector<Direction> directions_of(const HeaderEntries& entries, const Entry& entry,
                                     std::size_t axes) {
    std::vector<Direction> directions;
    for (std::string_view rest = entry.text; !rest.empty(); rest = text::trim(rest)) {
        directions.push_back(take_direction(entries, entry, rest));
        if (directions.size() > axes) break;
    }
    if (directions.size() != axes) fail_direction(entries, entry);
    return directions;
}

double length_of(const std::vector<double>& vector) {
    double square = 0;
    for (const double component : vector) square += component * component;
    return std::sqrt(square);
}

/// The axes of a file: its spatial axes and at most one axis of components.
class Axes {
public:
    explicit Axes(const HeaderEntries& entries) : entries_(entries) {
        const Entry& dimension = entries.require("dimension");
        const std::size_t count = entries.whole(dimension);
        if (count < 1 || count > kMaxAxes) check_dimensions(entries, dimension, count);
        lengths_ = entries.lengths(entries.require("sizes"), count);
        if (const Entry* entry = entries.find("space directions"))
            directions_ = directions_of(entries, *entry, count);
        std::vector<bool> has_places(count, true);
        for (std::size_t axis = 0; axis < count; ++axis) has_places[axis] = is_of_places(axis);
        if (std::ranges::find(has_places, true) == has_places.end())
            has_places.assign(count, true);  // without a spatial axis, all axes count as spatial
        for (std::size_t axis = 0; axis < count; ++axis)
            if (has_places[axis])
                places_.push_back(axis);
            else if (lengths_[axis] > 1)
                add_components(axis);
        while (places_.size() > 3 && lengths_[places_.back()] == 1) places_.pop_back();
        check_dimensions(entries, dimension, places_.size());
    }

    void describe(VolumeHeader& header) const {
        for (const std::size_t axis : places_) header.size.push_back(lengths_[axis]);
        if (components_) {
            header.components = lengths_[*components_];
            header.component_axis = static_cast<std::size_t>(std::ranges::count_if(
                places_, [&](std::size_t axis) { return axis < *components_; }));
        }
        header.spacing = spacing();
        if (!header.spacing.empty()) header.unit = unit();
        header.is_turned = !are_axes_of_space();
        if (const Entry* origin = entries_.find("space origin"))
            header.origin =
                directions_of(entries_, *origin, 1).front().value_or(std::vector<double>());
    }

private:
    /// Returns true if the spatial axes point along x, y and z, or if the file does not give
    /// directions.
    bool are_axes_of_space() const {
        for (std::size_t i = 0; i < places_.size() && !directions_.empty(); ++i) {
            const Direction& direction = directions_[places_[i]];
            if (!direction || i >= direction->size()) return false;
            for (std::size_t axis = 0; axis < direction->size(); ++axis)
                if (axis == i ? !((*direction)[axis] > 0) : (*direction)[axis] != 0) return false;
        }
        return true;
    }

    /// Returns the kind of an axis in lower case, or "???" if the file does not specify kinds.
    std::string kind(std::size_t axis, const Entry*& entry) const {
        entry = entries_.find("kinds");
        if (!entry) return "???";
        std::vector<std::string_view> words;
        text::split_words(entry->text, words);
        if (words.size() != lengths_.size())
            entries_.fail(
                *entry, fmt::format("the entry has {} for {}", text::counted(words.size(), "kind"),
                                    text::counted(lengths_.size(), "dimension")));
        return text::lower_case(words[axis]);
    }

    bool is_of_places(std::size_t axis) const {
        const Entry* entry = nullptr;
        const std::string name = kind(axis, entry);
        const bool is_unknown = name == "???" || name == "none";
        if (is_unknown && !directions_.empty()) return directions_[axis].has_value();
        if (std::ranges::find(kPlaceKinds, name) != kPlaceKinds.end()) return true;
        if (std::ranges::find(kOtherColors, name) != kOtherColors.end())
            entries_.fail(
                *entry,
                fmt::format("the kind '{}' is not supported. Convert the colors to RGB", name));
        if (name == "normal") return false;
        const auto found = std::ranges::find(kComponentKinds, name, &Kind::name);
        if (found == kComponentKinds.end())
            entries_.fail(*entry, fmt::format("unknown kind '{}'", name));
        if (found->count != 0 && found->count != lengths_[axis])
            entries_.fail(*entry,
                          fmt::format("the kind '{}' requires {}, but the axis has {}", name,
                                      text::counted(found->count, "number"), lengths_[axis]));
        return false;
    }

    void add_components(std::size_t axis) {
        const Entry* entry = entries_.find({"kinds", "space directions"});
        if (components_) entries_.fail(*entry, "two axes are not spatial, but at most one may be");
        check_components(entries_, *entry, lengths_[axis]);
        components_ = axis;
    }

    std::vector<double> spacing() const {
        std::vector<double> spacing;
        if (const Entry* entry = entries_.find("spacings")) {
            const std::vector<double> all = entries_.numbers(*entry, lengths_.size());
            for (const std::size_t axis : places_) spacing.push_back(all[axis]);
        } else if (!directions_.empty()) {
            for (const std::size_t axis : places_)
                spacing.push_back(directions_[axis] ? length_of(*directions_[axis]) : 0);
        }
        return known_spacing(std::move(spacing));
    }

    /// Returns the common unit of all axes, or nullopt if the units differ.
    std::optional<std::string> unit() const {
        std::optional<std::string> unit;
        const Entry* entry = entries_.find({"space units", "units"});
        const Entry* space = entries_.find("space");
        if (!entry && space && !directions_.empty() &&
            std::ranges::find(kScannerSpaces, text::lower_case(space->text)) !=
                kScannerSpaces.end())
            return "mm";
        if (!entry) return std::nullopt;
        std::vector<std::string_view> words = text::split(entry->text, '"');
        for (std::size_t i = 1; i < words.size(); i += 2) {
            const auto found = std::ranges::find(
                kUnits, words[i], &std::pair<std::string_view, std::string_view>::first);
            if (words[i].empty()) continue;  // an axis that is not spatial
            if (found == std::end(kUnits) || (unit && *unit != found->second)) return std::nullopt;
            unit = found->second;
        }
        return unit;
    }

    const HeaderEntries& entries_;
    std::vector<std::size_t> lengths_;
    std::vector<Direction> directions_;  ///< one per axis; empty if not in the file
    std::vector<std::size_t> places_;
    std::optional<std::size_t> components_;
};

void set_encoding(VolumeHeader& header, const HeaderEntries& entries, const fs::path& path) {
    const Entry& encoding = entries.require("encoding");
    const std::string name = text::lower_case(encoding.text);
    header.is_compressed = name == "gzip" || name == "gz";
    if (header.is_compressed || name == "raw") return;
    entries.fail(
        encoding,
        fmt::format("the encoding '{}' is not supported. Write gzip data with: unu save -f nrrd -e "
                    "gzip -i {} -o {}",
                    encoding.text, path.string(),
                    (path.parent_path() / (path.stem().string() + "-gzip.nrrd")).string()));
}

void set_order(VolumeHeader& header, const HeaderEntries& entries) {
    if (size_of(header.type) == 1) return;
    const Entry& endian = entries.require("endian");
    const std::string name = text::lower_case(endian.text);
    if (name != "little" && name != "big")
        entries.fail(endian,
                     fmt::format("the byte order '{}' is neither little nor big", endian.text));
    if (name == "big") header.order = ByteOrder::big;
}

void set_nrrd_data(VolumeHeader& header, const HeaderEntries& entries, const fs::path& path,
                   std::size_t header_bytes) {
    const Entry* lines = entries.find({"line skip", "lineskip"});
    if (lines && lines->text != "0")
        entries.fail(*lines, "skipping lines is not supported. Use 'byte skip'");
    const Entry* data = entries.find({"data file", "datafile"});
    if (data && (data->text.starts_with("LIST") || data->text.find('%') != data->text.npos))
        entries.fail(*data,
                     fmt::format("'{}' refers to several files, but only one file is supported",
                                 data->text));
    header.data = data ? path_next_to(path, data->text) : path;
    header.offset = data ? 0 : header_bytes;
    const Entry* skip = entries.find({"byte skip", "byteskip"});
    if (!skip) return;
    header.is_at_end = skip->text == "-1";
    if (header.is_at_end && header.is_compressed)
        entries.fail(*skip,
                     "an offset of -1, which means the end of the file, is not supported for "
                     "compressed data");
    if (header.is_at_end) return;
    (header.is_compressed ? header.skip : header.offset) += entries.whole(*skip);
}

}  // namespace

VolumeHeader parse_nrrd(const InputFile& file, const fs::path& path) {
    LineReader lines = LineReader::with_ends_of_first(file.content());
    const HeaderEntries entries = read_nrrd_entries(file, lines);
    VolumeHeader header;
    Axes(entries).describe(header);
    header.type = entries.type("type", kNrrdTypes);
    set_encoding(header, entries, path);
    set_order(header, entries);
    set_nrrd_data(header, entries, path, lines.offset());
    return header;
}

}  // namespace glint
