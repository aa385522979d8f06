#include <glint/base/formats/volume_file.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/formats/line_reader.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDimensions = 3;
constexpr double kMostNumbers = 1e15;

using TypeName = std::pair<std::string_view, NumberType>;

constexpr TypeName kMetaTypes[] = {
    {"MET_CHAR", NumberType::int8},       {"MET_UCHAR", NumberType::uint8},
    {"MET_SHORT", NumberType::int16},     {"MET_USHORT", NumberType::uint16},
    {"MET_INT", NumberType::int32},       {"MET_UINT", NumberType::uint32},
    {"MET_LONG_LONG", NumberType::int64}, {"MET_ULONG_LONG", NumberType::uint64},
    {"MET_FLOAT", NumberType::float32},   {"MET_DOUBLE", NumberType::float64},
};

constexpr TypeName kNrrdTypes[] = {
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
    {"int64", NumberType::int64},
    {"int64_t", NumberType::int64},
    {"ulonglong", NumberType::uint64},
    {"unsigned long long", NumberType::uint64},
    {"uint64", NumberType::uint64},
    {"uint64_t", NumberType::uint64},
    {"float", NumberType::float32},
    {"double", NumberType::float64},
};

/// What a header says: names in lower case, what stands behind each, and its line.
class Entries {
public:
    struct Entry {
        std::size_t line = 0;
        std::string_view text;
    };

    explicit Entries(const InputFile& file) : file_(&file) {}

    void add(std::string_view name, const Entry& entry) {
        entries_.insert_or_assign(text::lower_case(name), entry);
    }
    const Entry* find(std::string_view name) const {
        const auto found = entries_.find(text::lower_case(name));
        return found == entries_.end() ? nullptr : &found->second;
    }
    const Entry& require(std::string_view name) const {
        if (const Entry* entry = find(name)) return *entry;
        file_->fail(fmt::format("the header lacks '{}'", name));
    }
    [[noreturn]] void fail(const Entry& entry, std::string_view reason) const {
        file_->fail_at_line(entry.line, reason);
    }

    /// Numbers between white space, as many as `size` says unless that is 0.
    std::vector<double> numbers(const Entry& entry, std::size_t count) const {
        std::vector<std::string_view> words;
        text::split_words(entry.text, words);
        std::vector<double> numbers;
        for (const std::string_view word : words) {
            const auto number = text::parse_double(word);
            if (!number) fail(entry, fmt::format("'{}' is no number", word));
            numbers.push_back(*number);
        }
        if (numbers.size() != count)
            fail(entry,
                 fmt::format("{} where there are {}", text::counted(numbers.size(), "number"),
                             text::counted(count, "dimension")));
        return numbers;
    }
    std::size_t whole(const Entry& entry) const {
        const auto number = text::parse_unsigned(entry.text);
        if (!number) fail(entry, fmt::format("'{}' is no whole number", entry.text));
        return static_cast<std::size_t>(*number);
    }
    std::vector<std::size_t> lengths(std::string_view count_name, std::string_view name) const {
        const Entry& of_count = require(count_name);
        const std::size_t count = whole(of_count);
        if (count < 1 || count > kMostDimensions)
            fail(of_count,
                 fmt::format("{} cannot be shown; 1 to 3 can", text::counted(count, "dimension")));
        const Entry& entry = require(name);
        std::vector<std::size_t> lengths;
        double numbers_in_all = 1;
        for (const double length : numbers(entry, count)) {
            if (!(length >= 1) || length > 1e9 || length != std::floor(length))
                fail(entry, fmt::format("a length is a whole number from 1, not {}", length));
            lengths.push_back(static_cast<std::size_t>(length));
            numbers_in_all *= length;
        }
        if (numbers_in_all > kMostNumbers)
            fail(entry, fmt::format("{} numbers are too many", numbers_in_all));
        return lengths;
    }
    NumberType type(std::string_view name, std::span<const TypeName> known) const {
        const Entry& entry = require(name);
        const auto found = std::ranges::find(known, entry.text, &TypeName::first);
        if (found == known.end()) fail(entry, fmt::format("unsupported type '{}'", entry.text));
        return found->second;
    }

private:
    const InputFile* file_;
    std::map<std::string, Entry, std::less<>> entries_;
};

/// Where the numbers start: -1 is at the end of the file less their size.
void set_offset(VolumeHeader& header, const Entries& entries, const char* name) {
    const Entries::Entry* entry = entries.find(name);
    if (!entry) return;
    header.is_at_end = entry->text == "-1";
    if (!header.is_at_end) header.offset += entries.whole(*entry);
}

/// Uneven or unknown distances are none.
void set_spacing(VolumeHeader& header, const Entries& entries, const char* name) {
    const Entries::Entry* entry = entries.find(name);
    if (!entry) return;
    header.spacing = entries.numbers(*entry, header.size.size());
    const auto is_length = [](double length) { return length > 0 && length < 1e30; };
    if (!std::ranges::all_of(header.spacing, is_length)) header.spacing.clear();
}

void set_data(VolumeHeader& header, const fs::path& path, std::string_view name) {
    header.data = fs::path(std::string(name));
    if (header.data.is_relative()) header.data = path.parent_path() / header.data;
}

bool is_true(const Entries::Entry* entry) {
    return entry && text::lower_case(entry->text) == "true";
}

std::size_t needed_bytes(const VolumeHeader& header) {
    std::size_t bytes = size_of(header.type);
    for (const std::size_t length : header.size) bytes *= length;
    return bytes;
}

void swap_numbers(std::vector<std::byte>& bytes, std::size_t size) {
    for (auto at = bytes.begin(); at != bytes.end(); at += static_cast<std::ptrdiff_t>(size))
        std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
}

}  // namespace

std::string to_string(NumberType type) {
    constexpr const char* kNames[] = {"int8",   "uint8", "int16",  "uint16",  "int32",
                                      "uint32", "int64", "uint64", "float32", "float64"};
    return kNames[static_cast<std::size_t>(type)];
}

NpyType npy_type_of(NumberType type) noexcept {
    const bool is_signed = type == NumberType::int8 || type == NumberType::int16 ||
                           type == NumberType::int32 || type == NumberType::int64;
    return {.kind = is_float(type) ? 'f' : is_signed ? 'i' : 'u', .size_bytes = size_of(type)};
}

std::string VolumeHeader::description() const {
    return fmt::format("{} numbers of {}", fmt::join(size, " x "), to_string(type));
}

bool is_volume_header(const fs::path& path) {
    const std::string ending = text::lower_case(path.extension().string());
    return ending == ".mhd" || ending == ".mha" || ending == ".nhdr" || ending == ".nrrd";
}

VolumeHeader parse_meta_image(const InputFile& file, const fs::path& path) {
    Entries entries(file);
    LineReader lines(file.content());
    while (const auto line = lines.next()) {
        const std::size_t equals = line->find('=');
        if (equals == line->npos) {
            if (text::trim(*line).empty()) continue;
            file.fail_at_line(lines.number(), "expected NAME = VALUE");
        }
        const std::string_view name = text::trim(line->substr(0, equals));
        entries.add(name, {lines.number(), text::trim(line->substr(equals + 1))});
        if (text::lower_case(name) == "elementdatafile") break;  // the last one
    }
    VolumeHeader header;
    header.size = entries.lengths("NDims", "DimSize");
    header.type = entries.type("ElementType", kMetaTypes);
    const auto* channels = entries.find("ElementNumberOfChannels");
    if (channels && channels->text != "1")
        entries.fail(*channels, fmt::format("{} numbers at each place cannot be shown; one can",
                                            channels->text));
    if (const auto* compressed = entries.find("CompressedData"); is_true(compressed))
        entries.fail(*compressed, "compressed data are not read");
    if (const auto* binary = entries.find("BinaryData"); binary && !is_true(binary))
        entries.fail(*binary, "data as text are not read");
    if (is_true(entries.find("BinaryDataByteOrderMSB")) ||
        is_true(entries.find("ElementByteOrderMSB")))
        header.order = ByteOrder::big;
    const Entries::Entry& data = entries.require("ElementDataFile");
    if (data.text == "LOCAL") {
        header.data = path;
        header.offset = lines.offset();
    } else if (data.text.starts_with("LIST") || data.text.find('%') != data.text.npos) {
        entries.fail(data,
                     fmt::format("'{}' means several files, of which one is read", data.text));
    } else {
        set_data(header, path, data.text);
        set_offset(header, entries, "HeaderSize");
    }
    set_spacing(header, entries, "ElementSpacing");
    if (!header.spacing.empty()) header.unit = "mm";  // as ITK has it
    return header;
}

VolumeHeader parse_nrrd(const InputFile& file, const fs::path& path) {
    Entries entries(file);
    LineReader lines(file.content());
    const auto magic = lines.next();
    if (!magic || !magic->starts_with("NRRD000"))
        file.fail_at_line(1, "this is no NRRD file: it does not start with 'NRRD000'");
    while (const auto line = lines.next()) {
        if (line->empty()) break;
        if (line->starts_with('#')) continue;
        const std::size_t colon = line->find(':');
        if (colon == line->npos) file.fail_at_line(lines.number(), "expected NAME: VALUE");
        if (line->substr(colon).starts_with(":=")) continue;  // a note
        entries.add(text::trim(line->substr(0, colon)),
                    {lines.number(), text::trim(line->substr(colon + 1))});
    }
    VolumeHeader header;
    header.size = entries.lengths("dimension", "sizes");
    header.type = entries.type("type", kNrrdTypes);
    if (const auto& encoding = entries.require("encoding"); encoding.text != "raw")
        entries.fail(encoding, fmt::format("'{}' data are not read, raw ones are", encoding.text));
    if (size_of(header.type) > 1) {
        const auto& endian = entries.require("endian");
        if (endian.text != "little" && endian.text != "big")
            entries.fail(endian, fmt::format("'{}' is neither little nor big", endian.text));
        if (endian.text == "big") header.order = ByteOrder::big;
    }
    for (const char* name : {"line skip", "lineskip"})
        if (const auto* skip = entries.find(name); skip && skip->text != "0")
            entries.fail(*skip, "lines cannot be left out, bytes can");
    const auto* data = entries.find("data file");
    if (!data) data = entries.find("datafile");
    if (!data) {
        header.data = path;
        header.offset = lines.offset();
    } else if (data->text.starts_with("LIST") || data->text.find('%') != data->text.npos) {
        entries.fail(*data,
                     fmt::format("'{}' means several files, of which one is read", data->text));
    } else {
        set_data(header, path, data->text);
    }
    for (const char* name : {"byte skip", "byteskip"}) set_offset(header, entries, name);
    set_spacing(header, entries, "spacings");
    return header;
}

VolumeHeader read_volume_header(const fs::path& path) {
    if (!is_volume_header(path))
        throw Error(ErrorCode::unsupported, fmt::format("read volume '{}'", path.string()),
                    fmt::format("'{}' is no header; .mhd, .mha, .nhdr and .nrrd are",
                                path.extension().string()));
    const InputFile file("read volume", path);
    return text::lower_case(path.extension().string()).starts_with(".m")
               ? parse_meta_image(file, path)
               : parse_nrrd(file, path);
}

std::vector<std::byte> read_volume(const VolumeHeader& header) {
    std::vector<std::byte> bytes = read_bytes(header.data);
    const std::size_t needed = needed_bytes(header);
    const bool fits =
        bytes.size() >= needed && (header.is_at_end || bytes.size() - needed == header.offset);
    if (!fits)
        throw Error(
            ErrorCode::bad_input, fmt::format("read volume '{}'", header.data.string()),
            fmt::format("{} take {}{}, and the file has {}", header.description(),
                        text::counted(needed, "byte"),
                        header.offset > 0 ? fmt::format(" behind the first {}", header.offset)
                                          : std::string(),
                        bytes.size()));
    const std::size_t before = bytes.size() - needed;
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(before));
    const bool is_native =
        (header.order == ByteOrder::little) == (std::endian::native == std::endian::little);
    if (!is_native && size_of(header.type) > 1) swap_numbers(bytes, size_of(header.type));
    return bytes;
}

}  // namespace glint
