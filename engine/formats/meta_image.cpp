// SPDX-License-Identifier: MIT
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/formats/header_entries.hpp>
#include <glint/formats/line_reader.hpp>
#include <glint/formats/volume_file.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

// MetaIO defines sizes that do not depend on the machine: MET_LONG always has 4 bytes.
constexpr std::array<HeaderEntries::TypeName, 12> kMetaTypes{{
    {"met_char", NumberType::int8},
    {"met_uchar", NumberType::uint8},
    {"met_short", NumberType::int16},
    {"met_ushort", NumberType::uint16},
    {"met_int", NumberType::int32},
    {"met_uint", NumberType::uint32},
    {"met_long", NumberType::int32},
    {"met_ulong", NumberType::uint32},
    {"met_long_long", NumberType::int64},
    {"met_ulong_long", NumberType::uint64},
    {"met_float", NumberType::float32},
    {"met_double", NumberType::float64},
}};

/// Returns true if the first letter means "true". Like MetaIO, ignores the other letters.
bool is_true(const HeaderEntries::Entry* entry) {
    return entry && !entry->text.empty() &&
           std::string_view("tTyY1").find(entry->text.front()) != std::string_view::npos;
}

/// Reads the header up to and including its last line, which names the data file.
HeaderEntries read_meta_entries(const InputFile& file, LineReader& lines) {
    HeaderEntries entries(file);
    while (const auto line = lines.next()) {
        const std::size_t equals = line->find('=');
        if (equals == line->npos) {
            if (text::trim(*line).empty()) continue;
            file.fail_at_line(lines.number(), "expected NAME = VALUE");
        }
        const std::string_view name = text::trim(line->substr(0, equals));
        entries.add(name, {lines.number(), text::trim(line->substr(equals + 1))});
        if (text::lower_case(name) == "elementdatafile") break;
    }
    return entries;
}

void set_meta_data(VolumeHeader& header, const HeaderEntries& entries, const fs::path& path,
                   std::size_t header_bytes) {
    const HeaderEntries::Entry& data = entries.require("ElementDataFile");
    if (text::lower_case(data.text) == "local") {
        header.data = path;
        header.offset = header_bytes;
        return;
    }
    if (data.text.starts_with("LIST") || data.text.find('%') != data.text.npos)
        entries.fail(
            data,
            fmt::format("'{}' refers to several files, but only one file is supported", data.text));
    header.data = path_next_to(path, data.text);
    const HeaderEntries::Entry* skip = entries.find("HeaderSize");
    if (!skip) return;
    header.is_at_end = skip->text == "-1";
    if (!header.is_at_end) header.offset = entries.whole(*skip);
    if (header.is_at_end && header.is_compressed)
        entries.fail(*skip,
                     "an offset of -1, which means the end of the file, is not supported for "
                     "compressed data");
}

/// Returns true for the identity matrix, which rotates no axis.
bool is_identity(std::string_view matrix, std::size_t axes) {
    std::vector<std::string_view> words;
    text::split_words(matrix, words);
    if (words.size() != axes * axes) return false;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (text::parse_double(words[i]) != (i % (axes + 1) == 0 ? 1.0 : 0.0)) return false;
    return true;
}

}  // namespace

VolumeHeader parse_meta_image(const InputFile& file, const fs::path& path) {
    LineReader lines = LineReader::with_ends_of_first(file.content());
    const HeaderEntries entries = read_meta_entries(file, lines);
    VolumeHeader header;
    const HeaderEntries::Entry& dimensions = entries.require("NDims");
    const std::size_t count = entries.whole(dimensions);
    check_dimensions(entries, dimensions, count);
    header.size = entries.lengths(entries.require("DimSize"), count);
    header.type = entries.type("ElementType", kMetaTypes);
    if (const auto* channels = entries.find("ElementNumberOfChannels")) {
        header.components = entries.whole(*channels);
        check_components(entries, *channels, header.components);
    }
    header.is_compressed = is_true(entries.find("CompressedData"));
    if (const auto* binary = entries.find("BinaryData"); binary && !is_true(binary))
        entries.fail(*binary, "text data is not supported");
    if (is_true(entries.find({"BinaryDataByteOrderMSB", "ElementByteOrderMSB"})))
        header.order = ByteOrder::big;
    set_meta_data(header, entries, path, lines.offset());
    if (const auto* spacing = entries.find({"ElementSpacing", "ElementSize"}))
        header.spacing = known_spacing(entries.numbers(*spacing, count));
    if (const auto* origin = entries.find({"Offset", "Position", "Origin"}))
        header.origin = entries.numbers(*origin, count);
    if (const auto* turn = entries.find({"TransformMatrix", "Rotation", "Orientation"}))
        header.is_turned = !is_identity(turn->text, count);
    if (!header.spacing.empty()) header.unit = "mm";  // ITK measures spacings in mm
    return header;
}

}  // namespace glint
